import type { Place } from "@espalier/jsx/tree";
import type { Diagnostic } from "./diagnostic.ts";
import { relativeFile } from "./relative.ts";

/** `flows/a.tsx:3:5` */
export function placeText(place: Place, root: string): string {
  return `${relativeFile(place.file, root)}:${place.line}:${place.column}`;
}

/** What stands around a diagnostic, a line each: the author's components, the innermost first, and related places. */
export function surroundings(diagnostic: Diagnostic, root: string): string[] {
  return [
    ...[...diagnostic.componentStack]
      .reverse()
      .map((entry) => `in <${entry.component}>${atPlace(entry.location, root)}`),
    ...diagnostic.related.map((related) => `related: ${related.message}${atPlace(related.location, root)}`),
  ];
}

function atPlace(place: Place | undefined, root: string): string {
  return place === undefined ? "" : ` at ${placeText(place, root)}`;
}
