import type { FastifyInstance } from "fastify";
import { OPENAPI_DOCUMENT } from "./openapi/document.ts";

/** `GET /openapi.json`: the API described for programs. It says nothing about this gateway, so it needs no key. */
export function openApiRoutes(app: FastifyInstance): void {
  app.get("/openapi.json", async () => OPENAPI_DOCUMENT);
}
