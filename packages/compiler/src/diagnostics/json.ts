import type { Place } from "@espalier/jsx/tree";
import type { Diagnostic } from "./diagnostic.ts";
import { relativeFile } from "./relative.ts";

/** The diagnostics as JSON text: the same data as the pretty form, file names as seen from `root`. */
export function formatJson(diagnostics: readonly Diagnostic[], options: { readonly root: string }): string {
  const place = (at: Place | undefined): Place | null =>
    at === undefined ? null : { ...at, file: relativeFile(at.file, options.root) };
  const data = diagnostics.map((diagnostic) => ({
    code: diagnostic.code,
    severity: diagnostic.severity,
    message: diagnostic.message,
    location: place(diagnostic.location),
    related: diagnostic.related.map((related) => ({ message: related.message, location: place(related.location) })),
    componentStack: diagnostic.componentStack.map((entry) => ({
      component: entry.component,
      location: place(entry.location),
    })),
    hint: diagnostic.hint ?? null,
    url: diagnostic.url,
  }));
  return JSON.stringify(data, undefined, 2);
}
