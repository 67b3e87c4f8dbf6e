export { failAtExit } from "./fail-at-exit.ts";
export { createFlowCache, type FlowCache } from "./flow-cache.ts";
export { loadFlows } from "./load-flows.ts";
export type { LoadedFlows, LoadOptions } from "./loaded-flows.ts";
