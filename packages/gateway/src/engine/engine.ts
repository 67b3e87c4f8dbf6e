import type { Engine, EngineOptions } from "./types.ts";

/** Makes an engine on a store and continues the store's unfinished runs. */
export declare function createEngine(options: EngineOptions): Promise<Engine>;
