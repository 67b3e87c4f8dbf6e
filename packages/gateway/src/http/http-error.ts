/** What a refusal carries besides its message. */
export interface HttpErrorDetails {
  readonly status: number;
  /** Machine-readable; stable. */
  readonly code: string;
  /** `invalid_request_error` and so on; derived from the status when absent. */
  readonly type?: string | undefined;
  /** The part of the request at fault. */
  readonly param?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Whether a client that repeats by itself should. */
  readonly retry?: boolean | undefined;
}

/** A refusal that goes to the client as `{ "error": { message, type, param, code } }`. */
export class HttpError extends Error {
  override readonly name = "HttpError";
  readonly status: number;
  readonly code: string;
  readonly type: string;
  readonly param: string | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(message: string, details: HttpErrorDetails) {
    super(message);
    this.status = details.status;
    this.code = details.code;
    this.type = details.type ?? typeFor(details.status);
    this.param = details.param;
    const retry = details.retry === undefined ? {} : { "x-should-retry": String(details.retry) };
    this.headers = { ...details.headers, ...retry };
  }
}

function typeFor(status: number): string {
  if (status === 401) return "authentication_error";
  if (status === 403) return "permission_error";
  if (status === 404) return "not_found_error";
  if (status === 429) return "rate_limit_error";
  return status < 500 ? "invalid_request_error" : "server_error";
}

/** The body of a refusal, as the `openai` client reads it. */
export function errorBody(error: HttpError): { error: Record<string, string | null> } {
  return { error: { message: error.message, type: error.type, param: error.param ?? null, code: error.code } };
}

/** 400: a part of the request is wrong. */
export function invalidRequest(message: string, param?: string, code = "invalid_request"): HttpError {
  return new HttpError(message, { status: 400, code, param });
}

/** 404: there is no such thing. */
export function notFound(message: string, code = "not_found"): HttpError {
  return new HttpError(message, { status: 404, code });
}
