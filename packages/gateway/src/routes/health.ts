import type { FastifyInstance } from "fastify";
import type { Availability } from "@espalier/sandbox";
import type { GatewayContext } from "../http/context.ts";
import { storingProblem } from "../store/index.ts";

/** Health for whoever watches the process. Never calls an upstream, and needs no key. */
export function healthRoutes(app: FastifyInstance, context: GatewayContext): void {
  app.get("/health/liveness", async () => ({ status: "ok" }));
  app.get("/health/readiness", async (_request, reply) => {
    const { accepting, problem, activeRuns } = context.engine.status();
    const languages = Object.fromEntries(
      Object.entries(context.languages).map(([name, state]) => [name, describeLanguage(state)]),
    );
    void reply.code(accepting ? 200 : 503);
    const storage = problem === undefined ? "available" : storingProblem(problem);
    return { status: accepting ? "ready" : "not ready", active_runs: activeRuns, languages, storage };
  });
}

function describeLanguage(state: Availability): string {
  if (!state.available) return state.reason;
  return state.unconfined === undefined ? "available" : `available without a sandbox: ${state.unconfined}`;
}
