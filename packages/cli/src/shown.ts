import type { Diagnostic } from "@espalier/compiler";

/** At most so many are printed; whoever mends these has seen what the others are about. */
export const MOST = 100;

/** What is printed: all when they are few, and errors rather than warnings when they are not. In the order given. */
export function shown(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  const warnings = diagnostics.filter(({ severity }) => severity === "warning");
  const first = new Set([...errors, ...warnings].slice(0, MOST));
  return diagnostics.filter((diagnostic) => first.has(diagnostic));
}
