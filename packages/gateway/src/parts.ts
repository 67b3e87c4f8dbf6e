// The gateway's parts without HTTP, for measurements and for programs that run workflows in their own process.
export {
  createEngine,
  type CallModel,
  type CallProgram,
  type Engine,
  type EngineOptions,
  type EngineSettings,
  type RunResult,
  type StartedRun,
} from "./engine/index.ts";
export {
  openStore,
  type Admitted,
  type Batch,
  type NewFact,
  type RunRow,
  type Store,
  type StoredFact,
} from "./store/index.ts";
export { createSchemaValidator } from "./validation/index.ts";
