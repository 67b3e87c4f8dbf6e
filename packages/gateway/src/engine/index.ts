export { createClock } from "./clock.ts";
export { createEngine } from "./engine.ts";
export { AdmissionError, EngineClosedError } from "./errors.ts";
export { frameText, type ProgramFrame } from "./program-frame.ts";
export { DEFAULT_SETTINGS } from "./settings.ts";
export type { TraceAttempt, TracePage, TraceRow, TraceStatus } from "./trace/types.ts";
export type {
  CallModel,
  CallProgram,
  ChatMessage,
  Clock,
  Engine,
  EngineOptions,
  EngineSettings,
  EngineStatus,
  ModelOutcome,
  ModelRequest,
  ProgramCall,
  ProgramOutcome,
  RunError,
  RunEvent,
  RunOutcome,
  RunResult,
  RunSummary,
  StartedRun,
  StartRequest,
  Usage,
  Validator,
} from "./types.ts";
