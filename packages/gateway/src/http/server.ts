import { randomUUID } from "node:crypto";
import Fastify, { type FastifyInstance } from "fastify";
import { answerClientError, asHttpError, sendError, type ReportError } from "./answer-error.ts";
import { identify, type Caller } from "./caller.ts";
import type { GatewayContext } from "./context.ts";
import { takeJsonOnly } from "./json-body.ts";
import { missing } from "./not-found.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Set before every handler that needs a key. */
    caller: Caller;
  }
}

/** The HTTP server without routes: ids, keys, bounds of bodies, and the error envelope for everything. */
export function createServer(context: GatewayContext, report: ReportError): FastifyInstance {
  const app = Fastify({
    bodyLimit: context.limits.bodyBytes,
    genReqId: newRequestId,
    // Streams and long runs stay open as long as they take; a stop closes them (see gateway.ts).
    requestTimeout: 0,
    keepAliveTimeout: 72_000,
    forceCloseConnections: true,
    return503OnClosing: false,
    routerOptions: { maxParamLength: 512 },
    exposeHeadRoutes: false,
    http: { requireHostHeader: false }, // Node itself would refuse, without the envelope
    frameworkErrors: (error, request, reply) => void sendError(reply, asHttpError(error, request, report)),
    clientErrorHandler: (error, socket) => answerClientError(error, socket, newRequestId()),
  });
  // As many requests as a client sends may wait on one connection, and each listens for its end.
  app.server.on("connection", (socket) => socket.setMaxListeners(0));
  // What a client expects besides 100-continue is ignored: Node itself would refuse, without the envelope.
  app.server.on("checkExpectation", (request, response) => app.routing(request, response));
  takeJsonOnly(app);
  app.decorateRequest("caller", null as unknown as Caller);
  app.addHook("onRequest", async (request, reply) => {
    void reply.header("x-request-id", request.id);
    // By the route, not by the address as it was written: `/%76%31/runs` leads to the same place.
    if (needsKey(request.routeOptions.url)) request.caller = identify(request, context.keys);
  });
  app.addHook("onResponse", async (request, reply) => {
    const { method, routeOptions } = request;
    // What is no route is one thing, however many addresses are tried.
    const known =
      routeOptions.url === undefined ? { method: "any", route: "none" } : { method, route: routeOptions.url };
    context.metrics.answered({ ...known, status: reply.raw.statusCode, seconds: reply.elapsedTime / 1000 });
  });
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split("?", 1)[0]!;
    void sendError(reply, missing(app, request.method, path));
  });
  app.setErrorHandler((error, request, reply) => void sendError(reply, asHttpError(error, request, report)));
  return app;
}

function needsKey(route: string | undefined): boolean {
  return route === "/metrics" || route?.startsWith("/v1/") === true;
}

function newRequestId(): string {
  return `req_${randomUUID().replaceAll("-", "")}`;
}
