import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import type { Duplex } from "node:stream";
import { EngineClosedError } from "../engine/index.ts";
import { StoreError } from "../store/index.ts";
import { errorBody, HttpError } from "./http-error.ts";

/** What happens to an unexpected error besides the plain answer. */
export type ReportError = (error: unknown, request: { readonly method: string; readonly url: string }) => void;

/** Sends a refusal in the wire's envelope. */
export function sendError(reply: FastifyReply, error: HttpError): FastifyReply {
  return reply
    .code(error.status)
    .headers({ ...error.headers, "x-request-id": reply.request.id })
    .send(errorBody(error));
}

/** The refusal that an error of whatever origin stands for. What is not the client's mistake is reported, not told. */
export function asHttpError(error: unknown, request: FastifyRequest, report: ReportError): HttpError {
  if (error instanceof HttpError) return error;
  if (error instanceof EngineClosedError)
    return new HttpError(error.message, { status: 503, code: "shutting_down", headers: { "retry-after": "5" } });
  if (error instanceof StoreError && error.retryable)
    return new HttpError("the gateway's disk takes nothing at the moment: try again later", {
      status: 503,
      code: "unavailable",
      headers: { "retry-after": "5" },
    });
  const { statusCode, code, message } = Object(error) as FastifyError;
  if (code === "FST_ERR_CTP_BODY_TOO_LARGE")
    return new HttpError("the body is larger than this gateway takes", { status: 413, code: "request_too_large" });
  if (code === "FST_ERR_CTP_INVALID_MEDIA_TYPE")
    return new HttpError("the body must be JSON: send content-type application/json", {
      status: 415,
      code: "unsupported_media_type",
    });
  if (code === "FST_ERR_BAD_URL" || code === "FST_ERR_MAX_PARAM_LENGTH")
    return new HttpError("there is nothing at this address: it is too long, or its % signs do not stand for text", {
      status: 404,
      code: "not_found",
    });
  if (typeof statusCode === "number" && statusCode >= 400 && statusCode < 500)
    return new HttpError(message, { status: statusCode, code: "invalid_request" });
  report(error, { method: request.method, url: request.url });
  return new HttpError(`the gateway failed on this request (${request.id})`, {
    status: 500,
    code: "internal_error",
    retry: false,
  });
}

const REASONS: Readonly<Record<number, string>> = {
  400: "Bad Request",
  408: "Request Timeout",
  431: "Request Header Fields Too Large",
};

/** Answers what could not be read as HTTP, and closes the connection. */
export function answerClientError(error: NodeJS.ErrnoException, socket: Duplex, requestId: string): void {
  if (error.code === "ECONNRESET" || !socket.writable) return void socket.destroy();
  const status = error.code === "HPE_HEADER_OVERFLOW" ? 431 : error.code === "ERR_HTTP_REQUEST_TIMEOUT" ? 408 : 400;
  const body = JSON.stringify(
    errorBody(new HttpError("this is not an HTTP request that can be read", { status, code: "bad_http" })),
  );
  socket.end(
    [
      `HTTP/1.1 ${status} ${REASONS[status]}`,
      "content-type: application/json; charset=utf-8",
      `content-length: ${Buffer.byteLength(body)}`,
      `x-request-id: ${requestId}`,
      "connection: close",
      "",
      body,
    ].join("\r\n"),
  );
}
