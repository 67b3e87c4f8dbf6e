import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Subject } from "./benchmark.ts";
import { BENCH, isInstalled } from "./places.ts";
import { timed } from "./timed.ts";

/**
 * What a file of `peers/` exports under `name`. These files are JavaScript, so that the repository's type check does not
 * need the peers.
 */
export async function fromPeer<T>(file: string, name: string): Promise<T> {
  const module = (await import(pathToFileURL(join(BENCH, "peers", file)).href)) as Record<string, T>;
  return module[name]!;
}

/** A subject that calls a function of a file of `peers/`; none when the package that it needs is not installed. */
export async function peerSubject(
  name: string,
  needs: string,
  file: string,
  ...given: readonly unknown[]
): Promise<Subject[]> {
  if (!isInstalled(needs)) return [];
  const run = await fromPeer<(...given: readonly unknown[]) => unknown>(file, "run");
  return [{ name, measure: () => timed(() => run(...given)) }];
}
