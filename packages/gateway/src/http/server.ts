import { randomUUID } from "node:crypto";
import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import { isDeeperThan, MAX_JSON_DEPTH } from "../validation/index.ts";
import { identify, type Caller } from "./caller.ts";
import type { GatewayContext } from "./context.ts";
import { errorBody, HttpError, invalidRequest } from "./http-error.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Set before every handler of `/v1`. */
    caller: Caller;
  }
}

/** What happens to an unexpected error besides the plain answer. */
export type ReportError = (error: unknown, request: { readonly method: string; readonly url: string }) => void;

/** The HTTP server without routes: ids, keys, bounds of bodies, and the error envelope for everything. */
export function createServer(context: GatewayContext, report: ReportError): FastifyInstance {
  const app = Fastify({
    bodyLimit: context.limits.bodyBytes,
    genReqId: () => `req_${randomUUID().replaceAll("-", "")}`,
    // Streams and long runs stay open as long as they take; a stop closes them (see gateway.ts).
    requestTimeout: 0,
    keepAliveTimeout: 72_000,
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 512 },
    exposeHeadRoutes: false,
  });
  app.decorateRequest("caller", null as unknown as Caller);
  app.addHook("onRequest", async (request, reply) => {
    void reply.header("x-request-id", request.id);
    if (request.url.startsWith("/v1/") || request.url === "/v1") request.caller = identify(request, context.keys);
  });
  app.addHook("preValidation", async (request) => {
    if (isDeeperThan(request.body))
      throw invalidRequest(`the body nests deeper than ${MAX_JSON_DEPTH} levels`, undefined, "json_too_deep");
  });
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split("?", 1)[0]!;
    void sendError(reply, missing(app, request.method, path));
  });
  app.setErrorHandler((error, request, reply) => void sendError(reply, asHttpError(error, request, report)));
  return app;
}

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

/** 405 for a path that other methods have, 404 for any other. */
function missing(app: FastifyInstance, method: string, path: string): HttpError {
  const allowed = METHODS.filter((one) => one !== method && app.findRoute({ url: path, method: one }) !== null);
  if (allowed.length === 0)
    return new HttpError(`there is nothing at ${method} ${path}`, { status: 404, code: "not_found" });
  return new HttpError(`${path} does not take ${method}, but ${allowed.join(", ")}`, {
    status: 405,
    code: "method_not_allowed",
    headers: { allow: allowed.join(", ") },
  });
}

/** Sends a refusal in the wire's envelope. */
export function sendError(reply: FastifyReply, error: HttpError): FastifyReply {
  return reply.code(error.status).headers(error.headers).send(errorBody(error));
}

function asHttpError(error: unknown, request: FastifyRequest, report: ReportError): HttpError {
  if (error instanceof HttpError) return error;
  const { statusCode, code, message } = error as FastifyError;
  if (code === "FST_ERR_CTP_BODY_TOO_LARGE")
    return new HttpError("the body is larger than this gateway takes", { status: 413, code: "request_too_large" });
  if (code === "FST_ERR_CTP_INVALID_MEDIA_TYPE")
    return new HttpError("the body must be JSON: send content-type application/json", {
      status: 415,
      code: "unsupported_media_type",
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
