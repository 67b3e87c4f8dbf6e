import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { ask, echo, script, workflow } from "../fixtures/bundles.ts";
import { startGateway, type TestGateway } from "../fixtures/gateway.ts";
import { completes, startUpstream, type TestUpstream } from "../fixtures/upstream.ts";

let bench: TestGateway;
let upstream: TestUpstream;

beforeAll(async () => {
  upstream = await startUpstream();
  bench = await startGateway({ config: { models: { m: { baseUrl: upstream.baseUrl } } } });
  await bench.install(echo("echo"), workflow("ask", [ask("m")]), workflow("lost", [ask("nobody-knows-it")]));
  await bench.install(workflow("fails", [script("throw new Error('no good')")]));
});
afterAll(async () => {
  await bench.close();
  await upstream.close();
});

async function figures(url = bench): Promise<Map<string, number>> {
  const { text } = await url.send("/metrics");
  const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return new Map(
    lines.map((line) => [line.slice(0, line.lastIndexOf(" ")), Number(line.slice(line.lastIndexOf(" ")))]),
  );
}

test("counts runs, attempts, programs, model calls, tokens, commits and requests", async () => {
  upstream.answer(completes("hi"));
  await bench.chat("workflow/echo");
  await bench.chat("workflow/ask");
  await bench.chat("workflow/ask", "streamed", { body: { stream: true } });
  await bench.chat("workflow/fails");
  await bench.chat("workflow/lost");
  await bench.chat("workflow/nothing");
  for (const path of ["/nowhere", "/v1/else", "/v1/workflows/none"]) await bench.send(path);
  const twice = { headers: { "idempotency-key": "k" } };
  await bench.chat("workflow/echo", "twice", twice);
  await bench.chat("workflow/echo", "twice", twice);
  const found = await figures();
  const expected = {
    'espalier_runs_ended_total{status="completed"}': 4,
    'espalier_runs_ended_total{status="failed"}': 2,
    espalier_active_runs: 0,
    espalier_accepting: 1,
    'espalier_admissions_total{result="admitted"}': 6,
    'espalier_admissions_total{result="replayed"}': 1,
    'espalier_admissions_total{result="workflow_not_found"}': 1,
    'espalier_leaf_attempts_total{outcome="completed"}': 4,
    'espalier_leaf_attempts_total{outcome="exception"}': 1,
    'espalier_leaf_attempts_total{outcome="model_not_found"}': 1,
    espalier_run_start_delay_seconds_count: 6,
    'espalier_program_calls_total{language="javascript",outcome="ok"}': 2,
    'espalier_program_calls_total{language="javascript",outcome="exception"}': 1,
    'espalier_program_kills_total{language="javascript"}': 0,
    'espalier_model_calls_total{model="m",outcome="ok"}': 2,
    'espalier_model_calls_total{model="other",outcome="model_not_found"}': 1,
    'espalier_model_tokens_total{model="m",type="prompt"}': 20,
    'espalier_model_tokens_total{model="m",type="completion"}': 10,
    'espalier_http_requests_total{method="POST",route="/v1/chat/completions",status="200"}': 5,
    'espalier_http_requests_total{method="POST",route="/v1/chat/completions",status="500"}': 2,
    'espalier_http_requests_total{method="POST",route="/v1/chat/completions",status="404"}': 1,
    'espalier_http_requests_total{method="GET",route="/v1/workflows/:name",status="404"}': 1,
    'espalier_http_requests_total{method="any",route="none",status="404"}': 2,
    espalier_commit_failures_total: 0,
  };
  expect(Object.fromEntries(Object.keys(expected).map((name) => [name, found.get(name)]))).toEqual(expected);
  for (const some of ["espalier_commit_seconds_count", "espalier_commit_facts_total", "process_resident_memory_bytes"])
    expect(found.get(some)).toBeGreaterThan(0);
  expect(found.get('espalier_program_run_seconds_total{language="javascript"}')).toBeGreaterThan(0);
  expect([...found.keys()].filter((name) => name.startsWith("espalier_event_loop_delay_seconds"))).toHaveLength(3);
});

test("has no label that callers can make up", async () => {
  const { text } = await bench.send("/metrics");
  expect(text).not.toMatch(/nobody-knows-it|nothing|nowhere|workflow\/|"echo"|"fails"/);
});

test("each gateway counts its own", async () => {
  const other = await startGateway();
  expect((await figures(other)).get("espalier_run_start_delay_seconds_count")).toBe(0);
  await other.close();
});

test("with keys it needs one that may read everything", async () => {
  const locked = await startGateway();
  const key = (scopes: ("read" | "invoke")[], workflows?: string[]) =>
    locked.gateway.createKey({ label: "k", scopes, ...(workflows && { workflows }) });
  const keys = {
    none: undefined,
    invoke: await key(["invoke"]),
    some: await key(["read"], ["a"]),
    read: await key(["read"]),
  };
  const seen: Record<string, unknown> = {};
  for (const [who, each] of Object.entries(keys)) {
    const { status, body } = await locked.send("/metrics", { key: each });
    seen[who] = [status, body?.error.code];
  }
  expect(seen).toEqual({
    none: [401, "missing_api_key"],
    invoke: [403, "insufficient_scope"],
    some: [403, "workflow_not_allowed"],
    read: [200, undefined],
  });
  await locked.close();
});

test("nothing here was the gateway's own fault", () => {
  expect(bench.reported).toEqual([]);
});
