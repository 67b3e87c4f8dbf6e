import {
  AuthenticationError,
  BadAnswerError,
  GatewayError,
  InvalidRequestError,
  NotFoundError,
  RateLimitError,
  RunFailedError,
  UnavailableError,
  type GatewayErrorDetails,
} from "./index.ts";

/** The `error` object of the OpenAI wire format, as far as it could be read. */
interface WireError {
  readonly message: string;
  readonly code: string;
  readonly param: string | undefined;
}

/** Reads `{ "error": { message, type, param, code } }`. Undefined when the body is something else. */
export function readWireError(body: unknown): WireError | undefined {
  if (typeof body !== "object" || body === null || !Object.hasOwn(body, "error")) return undefined;
  const error: unknown = (body as { error: unknown }).error;
  if (typeof error !== "object" || error === null) return undefined;
  const { message, code, type, param } = error as Record<string, unknown>;
  if (typeof message !== "string") return undefined;
  const named = typeof code === "string" ? code : typeof type === "string" ? type : "unknown";
  return { message, code: named, param: typeof param === "string" ? param : undefined };
}

/** The typed error for an answer that is not a success. */
export function errorFromAnswer(body: unknown, answer: Omit<GatewayErrorDetails, "code">): GatewayError {
  const wire = readWireError(body);
  if (wire === undefined) {
    const message = `the answer (HTTP ${answer.status}) is not one of an Espalier gateway: check the address`;
    return new BadAnswerError(message, { ...answer, code: "bad_answer" });
  }
  const details = { ...answer, code: wire.code, param: wire.param };
  return new (classFor(answer.status, wire.code))(wire.message, details);
}

function classFor(status: number, code: string): typeof GatewayError {
  if (code === "run_failed" || code === "run_cancelled" || status === 499) return RunFailedError;
  if (status === 401 || status === 403) return AuthenticationError;
  if (status === 404) return NotFoundError;
  if (status === 429) return RateLimitError;
  if (status >= 502 && status <= 504) return UnavailableError;
  if (status >= 400 && status < 500) return InvalidRequestError;
  return GatewayError;
}
