import type { FastifyInstance, FastifyRequest } from "fastify";
import type { RunSummary } from "../engine/index.ts";
import { demand, mayUse } from "../http/caller.ts";
import type { GatewayContext } from "../http/context.ts";
import { invalidRequest, notFound } from "../http/http-error.ts";
import { readPage } from "../http/page-query.ts";
import { resultOnWire, runOnWire, traceRowOnWire } from "../http/wire.ts";
import type { RunStatus } from "../store/index.ts";

interface ById {
  Params: { id: string };
}

const STATUSES: readonly unknown[] = ["running", "completed", "failed", "cancelled"];

/** Reading runs and their traces, and stopping them. */
export function runRoutes(app: FastifyInstance, context: GatewayContext): void {
  const { engine } = context;

  /** The run of the address, if the caller may see it. */
  const runOf = (request: FastifyRequest<ById>): RunSummary => {
    demand(request.caller, "read");
    const run = engine.run(request.params.id);
    if (run === undefined || !mayUse(request.caller, run.name))
      throw notFound(`there is no run "${request.params.id}"`, "run_not_found");
    return run;
  };
  const describe = async (run: RunSummary) => {
    const result = run.status === "running" ? undefined : await engine.result(run.id);
    return result === undefined ? { ...runOnWire(run), error: null } : resultOnWire(result);
  };

  app.get("/v1/runs", async (request) => {
    demand(request.caller, "read");
    const { workflow, status } = request.query as { workflow?: string; status?: RunStatus };
    if (status !== undefined && !STATUSES.includes(status))
      throw invalidRequest(`status must be one of ${STATUSES.join(", ")}`, "status");
    if (workflow !== undefined) demand(request.caller, "read", workflow);
    const filter = { ...readPage(request.query, 1000), ...(workflow && { workflow }), ...(status && { status }) };
    const page = engine.runs(filter);
    const visible = page.rows.filter((run) => mayUse(request.caller, run.name));
    const data = visible.map((run) => ({
      ...runOnWire(run),
      error: run.code === undefined ? null : { code: run.code },
    }));
    return { object: "list", data, has_more: page.next !== undefined, next: page.next ?? null };
  });

  app.get<ById>("/v1/runs/:id", async (request) => describe(runOf(request)));

  app.get<ById>("/v1/runs/:id/trace", async (request) => {
    const run = runOf(request);
    const { path, side } = request.query as { path?: string; side?: string };
    if (path !== undefined) return valueAt(run.id, path, side, context);
    const page = engine.trace(run.id, readPage(request.query, 1000));
    const rows = page?.rows ?? [];
    return {
      object: "list",
      run: run.id,
      data: rows.map(traceRowOnWire),
      has_more: page?.next !== undefined,
      next: page?.next ?? null,
    };
  });

  app.post<ById>("/v1/runs/:id/cancel", async (request) => {
    const run = runOf(request);
    demand(request.caller, "invoke", run.name);
    return describe((await engine.cancel(run.id)) ?? run);
  });
}

/** The whole input or output of one execution, which rows of a trace only show the beginning of. */
function valueAt(run: string, path: string, side: string | undefined, context: GatewayContext) {
  if (side !== undefined && side !== "input" && side !== "output")
    throw invalidRequest('side must be "input" or "output"', "side");
  const text = context.engine.value(run, path, side ?? "output");
  if (text === undefined) throw notFound(`the run ${run} has no ${side ?? "output"} at "${path}"`, "value_not_found");
  return { path, side: side ?? "output", value: JSON.parse(text) as unknown };
}
