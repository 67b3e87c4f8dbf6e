import { button, element, fill, type Child } from "./dom.ts";
import { formatAgo, formatDuration, formatTime, formatValue } from "./format.ts";
import type { Json } from "@espalier/contract";
import type { Status } from "./wire.ts";

const LONGEST_TEXT = 100_000;

/** A status as a coloured word. */
export function statusBadge(status: Status): HTMLElement {
  return element("span", { class: "status", "data-status": status }, status);
}

/** A moment: how long ago, with the exact time as a tooltip; or the time itself. */
export function moment(milliseconds: number, now: number): HTMLElement {
  const exact = formatTime(milliseconds);
  const datetime = new Date(milliseconds).toISOString();
  return element("time", { datetime, title: exact }, formatAgo(milliseconds, now) ?? exact);
}

/** A duration that may still grow. */
export function durationText(milliseconds: number | undefined, growing: boolean): string {
  return growing ? `${formatDuration(milliseconds)} so far` : formatDuration(milliseconds);
}

/** Terms and what they are. Entries without a value are left out. */
export function facts(entries: readonly (readonly [string, Child])[]): HTMLElement {
  const shown = entries.filter(([, value]) => value !== null && value !== undefined && value !== false);
  return element(
    "dl",
    { class: "facts" },
    ...shown.map(([term, value]) => element("div", {}, element("dt", {}, term), element("dd", {}, value))),
  );
}

/** A value to read, scrolling by itself. A very long one is cut until the reader wants all of it. */
export function valueBlock(value: Json, label: string): HTMLElement {
  return textBlock(formatValue(value), label);
}

/** Preformatted text, cut as {@link valueBlock}. */
export function textBlock(text: string, label: string): HTMLElement {
  const pre = element("pre", { tabindex: 0, "aria-label": label, role: "region" });
  if (text.length <= LONGEST_TEXT) {
    fill(pre, text);
    return pre;
  }
  fill(pre, `${text.slice(0, LONGEST_TEXT)}…`);
  const all = button("Show all of it", () => {
    fill(pre, text);
    all.remove();
  });
  return element("div", {}, pre, all);
}

/** A table with a caption for screen readers, that scrolls sideways when it must. */
export function table(
  caption: string,
  columns: readonly (readonly [string, string?])[],
  body: HTMLElement,
): HTMLElement {
  const heads = columns.map(([title, kind]) => element("th", { scope: "col", class: kind }, title));
  return element(
    "div",
    { class: "table" },
    element(
      "table",
      {},
      element("caption", { class: "hidden" }, caption),
      element("thead", {}, element("tr", {}, ...heads)),
      body,
    ),
  );
}

/** A message in place of something that is not there. */
export function placeholder(title: string, detail?: Child): HTMLElement {
  return element("div", { class: "placeholder" }, element("p", {}, title), detail && element("p", {}, detail));
}

/** In place of what is still on its way. Not shown beside a message that it failed. */
export function loading(): HTMLElement {
  return element("div", { class: "placeholder loading" }, element("p", {}, "Loading…"));
}
