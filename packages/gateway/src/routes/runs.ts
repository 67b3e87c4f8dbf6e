import type { FastifyInstance, FastifyRequest } from "fastify";
import { openEventStream } from "../chat/event-stream.ts";
import type { RunSummary } from "../engine/index.ts";
import { demand, mayUse } from "../http/caller.ts";
import { whenClosed } from "../http/client-gone.ts";
import type { GatewayContext } from "../http/context.ts";
import { invalidRequest, notFound } from "../http/http-error.ts";
import { readPage, readText, readWhole, readWord } from "../http/query.ts";
import { eventOnWire, resultOnWire, runOnWire, traceRowOnWire } from "../http/wire.ts";

interface ById {
  Params: { id: string };
}

const STATUSES = ["running", "completed", "failed", "cancelled"] as const;
const SIDES = ["input", "output"] as const;
const LONGEST_PAGE = 1000;
const LAST_EVENT = 2 ** 31;

/** Reading runs, their traces and their events, and stopping them. */
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
    return result === undefined ? runOnWire(run, undefined) : resultOnWire(result);
  };

  app.get("/v1/runs", async (request) => {
    demand(request.caller, "read");
    const workflow = readText(request.query, "workflow");
    const status = readWord(request.query, "status", STATUSES);
    if (workflow !== undefined) demand(request.caller, "read", workflow);
    const page = engine.runs({
      ...readPage(request.query, LONGEST_PAGE),
      ...(workflow !== undefined && { workflow }),
      ...(status !== undefined && { status }),
    });
    const visible = page.rows.filter((run) => mayUse(request.caller, run.name));
    const data = visible.map((run) => runOnWire(run, engine.outcome(run.id)));
    return { object: "list", data, has_more: page.next !== undefined, next: page.next ?? null };
  });

  app.get<ById>("/v1/runs/:id", async (request) => describe(runOf(request)));

  app.get<ById>("/v1/runs/:id/trace", async (request) => {
    const run = runOf(request);
    const path = readText(request.query, "path");
    const side = readWord(request.query, "side", SIDES);
    if (path !== undefined) return valueAt(run.id, path, side ?? "output", context);
    if (side !== undefined) throw invalidRequest("side says which value of a path: give path too", "path");
    const within = readText(request.query, "within");
    const page = engine.trace(run.id, {
      ...readPage(request.query, LONGEST_PAGE),
      ...(within !== undefined && { within }),
    });
    if (page === undefined) throw notFound(`the workflow of ${run.id} has no path "${within}"`, "path_not_found");
    return {
      object: "list",
      run: run.id,
      data: page.rows.map(traceRowOnWire),
      has_more: page.next !== undefined,
      next: page.next ?? null,
    };
  });

  app.get<ById>("/v1/runs/:id/events", async (request, reply) => {
    const run = runOf(request);
    const after = readWhole(request.query, "starting_after", -1, LAST_EVENT) ?? lastEventId(request) ?? -1;
    const stream = openEventStream(reply, {});
    let over = false;
    const stop = engine.subscribe(run.id, after, (event) => {
      stream.sendEvent([`id: ${event.seq}`, `event: ${event.kind}`, `data: ${JSON.stringify(eventOnWire(event))}`]);
      over ||= event.kind === "ended";
      if (over) stream.end();
    });
    whenClosed(reply, () => stop?.());
    // Nothing more comes for a run that had ended before what the caller has seen.
    if (run.status !== "running" && !over) stream.end();
    return reply;
  });

  app.post<ById>("/v1/runs/:id/cancel", async (request) => {
    const run = runOf(request);
    demand(request.caller, "invoke", run.name);
    return describe((await engine.cancel(run.id)) ?? run);
  });
}

/** What browsers send when they connect again by themselves. */
function lastEventId(request: FastifyRequest): number | undefined {
  const id = request.headers["last-event-id"];
  return typeof id === "string" && /^\d{1,10}$/.test(id) ? Number(id) : undefined;
}

/** The whole input or output of one execution, which rows of a trace only show the beginning of. */
function valueAt(run: string, path: string, side: "input" | "output", context: GatewayContext) {
  const text = context.engine.value(run, path, side);
  if (text === undefined) throw notFound(`the run ${run} has no ${side} at "${path}"`, "value_not_found");
  return { path, side, value: JSON.parse(text) as unknown };
}
