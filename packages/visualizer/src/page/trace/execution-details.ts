import type { Json } from "@espalier/contract";
import { button, element, fill, type Child } from "../dom.ts";
import { elapsed, formatDuration, formatNumber, formatPreview, formatTime } from "../format.ts";
import { facts, table, textBlock, valueBlock } from "../parts.ts";
import type { Execution } from "../wire.ts";

/** A preview of this length may be only the beginning. */
const PREVIEW_LENGTH = 1024;

/** Reads the whole input or output of an execution. */
export type ReadValue = (path: string, side: "input" | "output") => Promise<Json>;

/** Draws the row below an execution with everything that is known about it. */
export function executionDetails(row: Execution, now: number, read: ReadValue): HTMLElement {
  const { path, model, usage, started_at, ended_at, output_preview, attempts } = row;
  const content = element(
    "div",
    { class: "details" },
    facts([
      ["Path", element("span", { class: "code" }, path)],
      ["Model", model],
      ["Tokens", usage && `${formatNumber(usage.prompt_tokens)} in, ${formatNumber(usage.completion_tokens)} out`],
      ["Started", started_at !== null && formatTime(started_at)],
      ["Ended", ended_at !== null && formatTime(ended_at)],
    ]),
    row.error && errorText(row.error),
    attempts.length > 0 && attemptTable(row, now),
    output_preview !== null && element("h4", {}, "Output"),
    output_preview !== null && textBlock(formatPreview(output_preview), "Output"),
    isLeaf(row) && wholeValues(row, read),
  );
  return element("tr", { class: "details-row" }, element("td", { colspan: 5 }, content));
}

function isLeaf({ kind, started_at }: Execution): boolean {
  return started_at !== null && ["chat_completion", "python", "javascript"].includes(kind);
}

function errorText({ code, message }: { code: string; message: string }): HTMLElement {
  return element("p", { class: "error" }, element("span", { class: "code" }, code), " ", message);
}

function attemptTable({ attempts }: Execution, now: number): HTMLElement {
  const rows = attempts.map((attempt) =>
    element(
      "tr",
      {},
      element("td", { class: "number" }, attempt.attempt),
      element("td", { class: "time" }, formatTime(attempt.started_at)),
      element("td", { class: "number" }, formatDuration(elapsed(attempt.started_at, attempt.ended_at, now))),
      element("td", { class: "wide" }, attempt.error ? errorText(attempt.error) : undefined),
    ),
  );
  const columns = [["Attempt", "number"], ["Started"], ["Duration", "number"], ["Error", "wide"]] as const;
  return table("Attempts", columns, element("tbody", {}, ...rows));
}

function wholeValues({ path, output_preview }: Execution, read: ReadValue): HTMLElement {
  const shown = element("div", { "aria-live": "polite" });
  const show = (side: "input" | "output", title: string) => async (): Promise<void> => {
    const put = (...children: Child[]) => fill(shown, element("h4", {}, title), ...children);
    put(element("p", { class: "quiet" }, "Loading…"));
    try {
      put(valueBlock(await read(path, side), title));
    } catch (error) {
      const words = error instanceof Error ? error.message : String(error);
      put(element("p", { class: "error" }, `It could not be loaded: ${words}`));
    }
  };
  const ask = (label: string, load: () => Promise<void>) => button(label, () => void load());
  return element(
    "div",
    {},
    element(
      "div",
      { class: "tools" },
      ask("Show input", show("input", "Input")),
      (output_preview?.length ?? 0) >= PREVIEW_LENGTH && ask("Show whole output", show("output", "Whole output")),
    ),
    shown,
  );
}
