import type { FastifyInstance } from "fastify";
import { demand, mayUseModels } from "../http/caller.ts";
import type { GatewayContext } from "../http/context.ts";
import { HttpError } from "../http/http-error.ts";

/** `GET /metrics`: what this gateway has done, for Prometheus. It tells of all workflows together. */
export function metricsRoutes(app: FastifyInstance, context: GatewayContext): void {
  app.get("/metrics", async (request, reply) => {
    demand(request.caller, "read");
    if (!mayUseModels(request.caller))
      throw new HttpError("this key is for its workflows only, and these figures are of all", {
        status: 403,
        code: "workflow_not_allowed",
      });
    return reply.header("content-type", context.metrics.contentType).send(await context.metrics.text());
  });
}
