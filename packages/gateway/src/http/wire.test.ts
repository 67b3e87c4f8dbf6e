import { expect, test } from "@jest/globals";
import type * as client from "@espalier/client";
import type { RunResult, RunSummary, TraceRow } from "../engine/index.ts";
import type { VersionRow, WorkflowRow } from "../store/index.ts";
import { resultOnWire, runOnWire, traceRowOnWire, versionOnWire, workflowOnWire } from "./wire.ts";

/** What the client is told; the tag of the object's type is for people. */
type Told<Wire> = Omit<Wire, "object">;
/** True when both take the same values: to each other assignable, with the same keys. */
type Same<A, B> = [A, keyof A] extends [B, keyof B] ? ([B, keyof B] extends [A, keyof A] ? true : false) : false;

type Version = client.WorkflowDetail["versions"][number];

// The client's types are written by hand. They agree with the wire when this compiles.
const agree: Record<string, true> = {
  run: true satisfies Same<Told<ReturnType<typeof runOnWire>>, Omit<client.Run, "output">>,
  result: true satisfies Same<Told<ReturnType<typeof resultOnWire>>, client.Run>,
  trace: true satisfies Same<Omit<ReturnType<typeof traceRowOnWire>, "kind">, Omit<client.TraceRow, "kind">>,
  attempt: true satisfies Same<ReturnType<typeof traceRowOnWire>["attempts"][number], client.TraceAttempt>,
  workflow: true satisfies Same<Told<ReturnType<typeof workflowOnWire>>, client.WorkflowSummary>,
  version: true satisfies Same<ReturnType<typeof versionOnWire>, Version>,
};

test("the client's types agree with the wire", () => {
  expect(Object.values(agree)).toEqual(Object.values(agree).map(() => true));
});

const summary: RunSummary = {
  id: "run_1",
  name: "w",
  version: 2,
  digest: "sha256:0",
  status: "running",
  admittedAt: 1000,
  deadline: 9000,
  endedAt: undefined,
  code: undefined,
  keyNo: 3,
};
const usage = { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 };

test("a run that goes on", () => {
  const run: client.Run = runOnWire(summary, undefined);
  expect(run).toEqual({
    object: "run",
    id: "run_1",
    workflow: "w",
    version: 2,
    digest: "sha256:0",
    status: "running",
    created_at: 1000,
    ended_at: null,
    deadline_at: 9000,
    usage: null,
    cost: null,
    error: null,
  });
});

test.each<[string, Partial<RunResult>, object]>([
  ["completed", { output: '{"__proto__":1}' }, { output: JSON.parse('{"__proto__":1}'), error: null, usage }],
  [
    "failed",
    { error: { code: "timeout", message: "late", path: "node_1", node: "node_1" } },
    { error: { code: "timeout", message: "late", path: "node_1", frame: null }, usage },
  ],
  [
    "cancelled",
    { error: { code: "run_cancelled", message: "stop", path: undefined, node: undefined }, usageIncomplete: true },
    { error: { code: "run_cancelled", message: "stop", path: null, frame: null }, usage, usage_incomplete: true },
  ],
])("a run that has %s", (status, more, expected) => {
  const run = { ...summary, status, endedAt: 2000 } as RunSummary;
  const result = { run, status, output: undefined, error: undefined, usage, usageIncomplete: false, cost: 0, ...more };
  expect(resultOnWire(result as RunResult)).toEqual({
    ...runOnWire(run, undefined),
    status,
    ended_at: 2000,
    cost: 0,
    ...expected,
  });
});

test("a row of a trace says where it stands, by branch or by exit", () => {
  const row: TraceRow = {
    occurrence: 1,
    path: "node_1",
    node: "node_1",
    name: undefined,
    parent: undefined,
    kind: "if",
    branch: undefined,
    item: 0,
    exit: "then",
    status: "skipped",
    startedAt: undefined,
    endedAt: undefined,
    attempts: [],
    error: undefined,
    model: undefined,
    usage: undefined,
    cost: undefined,
    inside: { usage, cost: undefined },
    count: 0,
    taken: "otherwise",
    inputPreview: undefined,
    outputPreview: undefined,
  };
  expect(traceRowOnWire(row)).toMatchObject({
    branch: "then",
    item: 0,
    items: 0,
    taken: "otherwise",
    usage: null,
    inside: { usage, cost: null },
  });
  expect(traceRowOnWire({ ...row, branch: "a", exit: undefined })).toMatchObject({ branch: "a" });
});

test("workflows have times in seconds", () => {
  const workflow: WorkflowRow = {
    name: "w",
    latestVersion: 2,
    liveVersion: undefined,
    registeredAt: 1_700_000_000_999,
    publishedAt: undefined,
  };
  expect(workflowOnWire(workflow, null)).toEqual({
    object: "workflow",
    name: "w",
    description: null,
    live_version: null,
    latest_version: 2,
    created_at: 1_700_000_000,
  });
  const version: VersionRow = { no: 7, name: "w", version: 2, digest: "sha256:0", registeredAt: 1_700_000_000_999 };
  expect(versionOnWire(version, 2)).toEqual({
    version: 2,
    digest: "sha256:0",
    contract_version: 2,
    created_at: 1_700_000_000,
  });
});
