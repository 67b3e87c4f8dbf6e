import type { CallModel } from "../engine/index.ts";
import type { Alias } from "../config/index.ts";

/** The models of a gateway. */
export interface Models {
  /** Aliases by name; empty when nothing is configured. */
  readonly aliases: ReadonlyMap<string, Alias>;
  /** Whether every alias is answered with sample data, because none is configured. */
  readonly allSample: boolean;
  /** What a name stands for, or undefined. */
  readonly resolve: (name: string) => Alias | undefined;
  /** One attempt of a chat completion leaf. */
  readonly call: CallModel;
  /** Calls upstreams, without a time limit of its own. */
  readonly fetch: typeof fetch;
  /** Breaks the connections to all upstreams. */
  readonly close: () => Promise<void>;
}
