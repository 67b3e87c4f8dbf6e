import { expect, test } from "@jest/globals";
import { answer, bench } from "./fixtures/shared.ts";
import { bundle, model, parallel, program } from "./fixtures/workflows.ts";
import type { ModelRequest } from "./types.ts";

const messages = [{ binding: { source: "messages" } }] as const;
const request = { messages: [{ role: "user", content: "x" }] } as const;

/** Says two pieces, and fails at the first attempt when told to. */
const says = (fails: boolean) => (asked: ModelRequest) => {
  asked.onDelta?.("one ");
  if (fails) return { ok: false, code: "upstream_error", message: "it broke", retryable: true } as const;
  asked.onDelta?.("two");
  return answer("one two");
};

test("text in the last place comes in pieces to whoever asked for it", async () => {
  const { engine, publish } = await bench({ model: says(false) });
  const flow = bundle([model([...messages])]);
  await publish(flow);
  const run = await engine.start({ workflow: flow.name, ...request, live: true });
  const pieces: string[] = [];
  run.text!.subscribe((text) => pieces.push(text));
  expect((await run.done).output).toBe('"one two"');
  expect(pieces).toEqual(["one ", "two"]);
  const late: string[] = [];
  run.text!.subscribe((text) => late.push(text));
  expect(late).toEqual(["one two"]);
});

test("a call that has said something is not made again, one that nobody heard is", async () => {
  const { engine, publish, requests } = await bench({ model: says(true) });
  const retry = { max_attempts: 2, initial_backoff_seconds: 0.001 };
  const flow = bundle([model([...messages], { retry })]);
  await publish(flow);
  for (const [live, calls] of [
    [true, 1],
    [false, 2],
  ] as const) {
    requests.length = 0;
    const { done } = await engine.start({ workflow: flow.name, ...request, live });
    expect(await done).toMatchObject({ status: "failed", error: { code: "upstream_error" } });
    expect(requests).toHaveLength(calls);
  }
});

test.each([
  ["with a schema", [model([...messages], { response: {} })]],
  ["before a program", [model([...messages]), program("pass", { inputs: {} })]],
  ["in a branch", [parallel({ a: [model([...messages])] })]],
])("a model call %s is asked for its whole answer", async (_where, nodes) => {
  const { engine, publish, requests } = await bench({ model: () => answer("1"), programs: { pass: () => 1 } });
  const flow = bundle(nodes);
  await publish(flow);
  const { done } = await engine.start({ workflow: flow.name, ...request, live: true });
  await done;
  expect(requests.map(({ onDelta }) => onDelta)).toEqual([undefined]);
});
