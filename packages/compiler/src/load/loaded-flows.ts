import type { TransformCache } from "../modules/transform-cache.ts";
import type { FlowCache } from "./flow-cache.ts";
import type { RanFlow } from "./run-flow.ts";
import type { Watchdog } from "./watchdog.ts";

/** What an author's file exports, `default` among it, and what it was made from. */
export interface LoadedFlows extends RanFlow {
  /** Every file of the author's own that took part, absolute and sorted: a change in one of them changes the result. */
  readonly files: readonly string[];
}

/** Options of `loadFlows`. */
export interface LoadOptions {
  /** The project's folder. Absolute. */
  readonly root: string;
  /** Stops what does not end. */
  readonly watchdog: Watchdog;
  /** Keeps compiled files for the next call. */
  readonly cache?: TransformCache | undefined;
  /** Keeps joined flows for the next call; a flow in it is not looked at again until it is dropped. */
  readonly flows?: FlowCache | undefined;
  /** Told every file of the author's own that takes part, also when loading fails: read, or looked for in vain. */
  readonly note?: ((file: string) => void) | undefined;
}
