export {
  AuthenticationError,
  BadAnswerError,
  ConnectionError,
  GatewayError,
  InvalidRequestError,
  NotFoundError,
  RateLimitError,
  RunFailedError,
  TimeoutError,
  UnavailableError,
  UnsupportedContractError,
  isGatewayError,
} from "./errors/index.ts";
export { GatewayClient, type ResultOf, type RunOptions, type WorkflowResults } from "./gateway-client.ts";
export { languagesOf } from "./needs.ts";
export type { Connection } from "./send.ts";
export type {
  GatewayContract,
  Message,
  Page,
  PageOptions,
  ProgramFrame,
  Registrable,
  Registration,
  Run,
  RunError,
  RunResult,
  RunStatus,
  TraceAttempt,
  TraceError,
  TraceRow,
  Usage,
  WorkflowDetail,
  WorkflowSummary,
} from "./types.ts";
