import type { FastifyInstance } from "fastify";
import type { GatewayContext } from "../http/context.ts";
import { chatCompletionRoutes } from "./chat-completions.ts";
import { contractRoutes } from "./contract.ts";
import { healthRoutes } from "./health.ts";
import { metricsRoutes } from "./metrics.ts";
import { modelRoutes } from "./models.ts";
import { openApiRoutes } from "./openapi.ts";
import { runRoutes } from "./runs.ts";
import { workflowRoutes } from "./workflows.ts";

/** All routes but those of the page. */
export function addRoutes(app: FastifyInstance, context: GatewayContext): void {
  contractRoutes(app, context);
  workflowRoutes(app, context);
  modelRoutes(app, context);
  chatCompletionRoutes(app, context);
  runRoutes(app, context);
  healthRoutes(app, context);
  metricsRoutes(app, context);
  openApiRoutes(app);
}
