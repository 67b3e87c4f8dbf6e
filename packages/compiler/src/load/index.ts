export { failAtExit } from "./fail-at-exit.ts";
export { loadFlows } from "./load-flows.ts";
export type { LoadedFlows, LoadOptions } from "./loaded-flows.ts";
