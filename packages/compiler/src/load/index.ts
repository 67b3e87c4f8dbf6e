export { failAtExit } from "./fail-at-exit.ts";
export { createFlowCache, type FlowCache } from "./flow-cache.ts";
export { loadFlows, prepareFlows } from "./load-flows.ts";
export type { LoadedFlows, LoadOptions } from "./loaded-flows.ts";
export { startWatchdog, type Watchdog } from "./watchdog.ts";
