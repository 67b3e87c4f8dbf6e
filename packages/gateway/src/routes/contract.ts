import { CONTRACT_VERSIONS, LIMITS } from "@espalier/contract";
import type { FastifyInstance } from "fastify";
import { availableLanguages, unavailableLanguages, type GatewayContext } from "../http/context.ts";

/** `GET /v1/contract`: what this gateway takes. */
export function contractRoutes(app: FastifyInstance, context: GatewayContext): void {
  app.get("/v1/contract", async () => ({
    contract_versions: CONTRACT_VERSIONS,
    languages: availableLanguages(context),
    unavailable: unavailableLanguages(context),
    limits: {
      nesting: LIMITS.nesting,
      expansion: LIMITS.expansion,
      schema_bytes: LIMITS.schemaBytes,
      schema_depth: LIMITS.schemaDepth,
      run_limit: context.limits.runLimit,
      budget: context.limits.budget,
      leaf_timeout_seconds: context.limits.leafTimeoutSeconds,
      run_deadline_seconds: context.limits.runDeadlineSeconds,
      body_bytes: context.limits.bodyBytes,
    },
  }));
}
