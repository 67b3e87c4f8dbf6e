import { expand, type Item, type Place } from "@espalier/jsx/tree";
import type { Forms } from "./form.ts";
import { outline } from "./outline.ts";

/** What a form became. */
export interface Report {
  readonly tree: string;
  /** Where its first item was written, `line:column`. */
  readonly place: string | undefined;
}

/** What each form became, by name. */
export function report(forms: Forms): Record<string, Report> {
  return Object.fromEntries(
    Object.entries(forms).map(([name, [value]]) => {
      const items = expand(value);
      return [name, { tree: outline(items), place: place(items[0]) }];
    }),
  );
}

function place(item: Item | undefined): string | undefined {
  const found: Place | undefined = item?.place;
  return found && `${found.line}:${found.column}`;
}
