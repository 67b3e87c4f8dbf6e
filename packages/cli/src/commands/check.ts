import { compilePaths } from "../compile-paths.ts";
import type { Format } from "../format.ts";
import { report } from "../report.ts";
import type { Terminal } from "../terminal.ts";

export interface CheckOptions {
  readonly format: Format;
  readonly strict?: boolean;
  readonly watch?: boolean;
}

/** `espalier check`: prints every diagnostic; fails when one is an error. */
export async function check(paths: readonly string[], options: CheckOptions, terminal: Terminal): Promise<number> {
  if (options.watch === true) {
    const { checkAndWatch } = await import("./check-watch.ts");
    return checkAndWatch(paths, options, terminal);
  }
  const found = await compilePaths(paths, terminal, { strict: options.strict });
  return report(found, options.format, terminal);
}
