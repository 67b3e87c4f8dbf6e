export type { Figures, WorkerFigures } from "./figures.ts";
export { DEFAULT_LIMITS, type Limits } from "./limits.ts";
export {
  SANDBOX_CODES,
  type Availability,
  type Failure,
  type Frame,
  type Outcome,
  type SandboxCode,
  type Success,
} from "./outcome.ts";
export type { Json, Language, Program } from "./program.ts";
export { createSandbox, type Sandbox, type SandboxOptions } from "./sandbox.ts";
