import { describe, expect, test } from "@jest/globals";
import type { Node } from "@espalier/contract";
import { bundle, forEach, leaf, parallel, sequence, when } from "./fixtures/nodes.ts";
import { fold } from "./fold.ts";
import type { BeginEvent, Command, Event, Fact } from "./messages.ts";
import { pathOf } from "./path.ts";
import { compilePlan } from "./plan.ts";
import { createState, wanted } from "./state.ts";
import { step } from "./step.ts";

type Untimed<T> = T extends Event ? Omit<T, "now"> : never;

/** A run under a driver that says every event by hand. `told` has what the core asked for, `facts` what it stored. */
function run(nodes: Node[], begin: Partial<BeginEvent> = {}) {
  const plan = compilePlan(bundle(...nodes));
  const state = createState();
  const facts: Fact[] = [];
  let now = 1000;
  const send = (event: Untimed<Event>): string[] => {
    const out: Command[] = [];
    step(plan, state, { ...event, now } as Event, out);
    for (const command of out) if (command.type === "record") facts.push(command.fact);
    return out.flatMap((command) => describeCommand(command));
  };
  const describeCommand = (command: Command): string[] => {
    switch (command.type) {
      case "record":
        return [];
      case "start":
        return [`start ${pathOf(plan, command.occ)}#${command.attempt}`];
      case "freeze":
      case "abort":
        return [`${command.type} ${pathOf(plan, command.occ)}`];
      case "timer":
        return command.occ === 0 ? [] : [`timer ${pathOf(plan, command.occ)} @${command.at}`];
      case "finish":
        return [`finish ${command.status}${command.code && ` ${command.code}`}`];
    }
  };
  const limits = { deadline: 1_000_000, budget: 10_000, runLimit: 16, maxInterruptions: 3 };
  const first = send({ type: "begin", ...limits, ...begin });
  const grant = (permits: number) => send({ type: "grant", pool: "programs", permits });
  const complete = (occ: number, attempt = 1, value?: boolean) => send({ type: "completed", occ, attempt, value });
  const fail = (occ: number, attempt: number, rest: object = {}) =>
    send({ type: "failed", occ, attempt, code: "boom", ...rest });
  return { plan, state, facts, first, send, grant, complete, fail, wait: (ms: number) => (now += ms) };
}

describe("order", () => {
  test("a leaf starts when it has a slot, the next when it is done", () => {
    const { grant, complete } = run([leaf(), leaf()]);
    expect(grant(1)).toEqual(["start node_1#1"]);
    expect(complete(1)).toEqual([]);
    expect(grant(1)).toEqual(["start node_2#1"]);
    expect(complete(2)).toEqual(["finish completed"]);
  });

  test("an empty loop goes on at once", () => {
    const { first, send, grant } = run([forEach([leaf()]), leaf()]);
    expect(first).toEqual(["freeze node_1"]);
    expect(send({ type: "frozen", occ: 1, count: 0 })).toEqual([]);
    expect(grant(1)).toEqual(["start node_3#1"]);
  });

  test("an if enters the exit that its predicate chose", () => {
    const yes = run([when([leaf()], [leaf()])]);
    yes.grant(2);
    expect(yes.complete(1, 1, true)).toEqual(["start node_1[then]/node_2#1"]);
    const no = run([when([leaf()], [leaf()])]);
    no.grant(2);
    expect(no.complete(1, 1, false)).toEqual(["start node_1[otherwise]/node_3#1"]);
  });

  test("sixteen nested composites", () => {
    let inner: Node = leaf();
    for (let depth = 0; depth < 16; depth++) inner = depth % 2 === 0 ? sequence(inner) : parallel({ only: [inner] });
    const { grant, complete, plan } = run([inner]);
    expect(grant(1)).toHaveLength(1);
    expect(complete(plan.span - 1)).toEqual(["finish completed"]);
  });
});

describe("limits", () => {
  test("lanes: an item keeps its lane until its last node is done", () => {
    const { send, grant, complete } = run([forEach([leaf(), leaf()], 2)]);
    send({ type: "frozen", occ: 1, count: 5 });
    expect(grant(16)).toEqual(["start node_1[0]/node_2#1", "start node_1[1]/node_2#1"]);
    expect(complete(2)).toEqual(["start node_1[0]/node_3#1"]);
    expect(complete(3)).toEqual(["start node_1[2]/node_2#1"]);
  });

  test("run limit: shared by loops nested in loops", () => {
    const { state, send, grant, complete } = run([forEach([forEach([leaf()], 4)], 4)], { runLimit: 3 });
    send({ type: "frozen", occ: 1, count: 4 });
    for (let item = 0; item < 4; item++) send({ type: "frozen", occ: 2 + item * 101, count: 4 });
    expect(wanted(state, "programs")).toBe(3);
    expect(grant(16)).toHaveLength(3);
    expect(state.active).toBe(3);
    expect(complete(3)).toHaveLength(1);
    expect(state.active).toBe(3);
  });

  test("budget: nothing of a fan-out that is too large starts", () => {
    const { facts, send, grant } = run([forEach([leaf(), leaf()])], { budget: 10 });
    grant(16);
    expect(send({ type: "frozen", occ: 1, count: 5 })).toEqual(["finish failed work_budget_exceeded"]);
    expect(facts.map(({ kind }) => kind)).toEqual(["frozen", "failed", "ended"]);
    expect(run([forEach([leaf(), leaf()])], { budget: 11 }).send({ type: "frozen", occ: 1, count: 5 })).toEqual([]);
  });
});

describe("attempts", () => {
  const retry = { max_attempts: 3 };

  test("a retryable failure waits its backoff, then runs before new leaves", () => {
    const branches = parallel({ a: [leaf({ retry, timeout_seconds: 100 })], b: [leaf(), leaf()] });
    const { grant, fail, complete, send, wait } = run([branches], { runLimit: 2 });
    grant(2);
    expect(fail(2, 1, { retryable: true })).toEqual(["timer node_1[a]/node_2 @2000"]);
    wait(1000);
    expect(send({ type: "timer", occ: 2 })).toEqual(["timer node_1[a]/node_2 @101000"]);
    complete(3);
    expect(grant(1)).toEqual(["start node_1[a]/node_2#2"]);
    expect(fail(2, 2, { retryable: true })).toEqual(["timer node_1[a]/node_2 @4000"]);
  });

  test("Retry-After longer than the backoff counts", () => {
    const { grant, fail } = run([leaf({ retry })]);
    grant(1);
    expect(fail(1, 1, { retryable: true, retryAfterMs: 5000 })).toEqual(["timer node_1 @6000"]);
  });

  test.each<[string, { max_attempts?: number; initial_backoff_seconds?: number }, object]>([
    ["not retryable", retry, {}],
    ["no attempt left", { max_attempts: 1 }, { retryable: true }],
    ["the next would start at the deadline", { ...retry, initial_backoff_seconds: 10 }, { retryable: true }],
    ["Retry-After reaches past the deadline", retry, { retryable: true, retryAfterMs: 60_000 }],
  ])("the run fails at once: %s", (_, options, failure) => {
    const { grant, fail, facts } = run([leaf({ retry: options, timeout_seconds: 10 })]);
    grant(1);
    expect(fail(1, 1, failure)).toEqual(["finish failed boom"]);
    expect(facts.at(-1)).toEqual({ kind: "ended", at: 1000, status: "failed", code: "boom", occ: 1 });
  });

  test("siblings in flight are aborted when one fails", () => {
    const { grant, fail } = run([parallel({ a: [leaf()], b: [leaf()], c: [leaf()] })]);
    grant(2);
    expect(fail(3, 1)).toEqual(["abort node_1[a]/node_2", "finish failed boom"]);
  });

  test("stale outcomes are ignored: wrong attempt, twice, after the end", () => {
    const { grant, complete, fail, send } = run([leaf({ retry }), leaf()]);
    grant(1);
    expect(complete(1, 2)).toEqual([]);
    fail(1, 1, { retryable: true });
    expect(complete(1, 1)).toEqual([]);
    expect(fail(1, 1)).toEqual([]);
    expect(send({ type: "cancel" })).toEqual(["finish cancelled run_cancelled"]);
    expect(complete(1, 1)).toEqual([]);
    expect(send({ type: "cancel" })).toEqual([]);
  });

  test("the deadline is fixed at the first attempt", () => {
    const { facts, grant, fail, send, wait } = run([leaf({ retry, timeout_seconds: 10 })]);
    wait(500);
    grant(1);
    fail(1, 1, { retryable: true });
    wait(1000);
    send({ type: "timer", occ: 1 });
    grant(1);
    const deadlines = facts.flatMap((fact) => (fact.kind === "started" ? [fact.deadline] : []));
    expect(deadlines).toEqual([11_500, 11_500]);
  });

  test("a run has an end of its retries, however many its leaves ask for, and a restart does not renew them", () => {
    const endless = leaf({ retry: { max_attempts: 10_000_000 }, timeout_seconds: 900 });
    const retried = (attempt: number): Fact[] => [
      { kind: "started", at: 1000, occ: 1, attempt, deadline: 900_000 },
      { kind: "completed", at: 1000, occ: 1, attempt, value: undefined, detail: undefined },
    ];
    const { grant, fail, send, wait } = run([endless, endless], { known: fold(retried(1_000_000)) });
    expect(grant(1)).toEqual(["start node_2#1"]);
    expect(fail(2, 1, { retryable: true })).toEqual(["timer node_2 @2000"]);
    wait(1000);
    send({ type: "timer", occ: 2 });
    expect(grant(1)).toEqual(["start node_2#2"]);
    expect(fail(2, 2, { retryable: true })).toEqual(["finish failed boom"]);
  });

  test("a retry that waits for its slot beyond the deadline fails", () => {
    const { grant, fail, send, wait } = run([leaf({ retry, timeout_seconds: 10 })]);
    grant(1);
    fail(1, 1, { retryable: true });
    wait(1000);
    send({ type: "timer", occ: 1 });
    wait(9000);
    expect(send({ type: "timer", occ: 1 })).toEqual(["finish failed timeout"]);
  });
});

describe("ends", () => {
  test("the run's deadline stops everything and is the code of the leaf that it cut", () => {
    const timed = run([leaf({ timeout_seconds: 500 })], { deadline: 3000 });
    expect(timed.grant(1)).toEqual(["start node_1#1"]);
    expect(timed.facts.at(-1)).toMatchObject({ kind: "started", deadline: 3000 });
    timed.wait(2000);
    expect(timed.fail(1, 1, { code: "timeout", retryable: true })).toEqual(["finish failed run_deadline_exceeded"]);
    const waiting = run([leaf()], { deadline: 3000 });
    waiting.wait(1999);
    expect(waiting.send({ type: "timer", occ: 0 })).toEqual([]);
    waiting.wait(1);
    expect(waiting.send({ type: "timer", occ: 0 })).toEqual(["finish failed run_deadline_exceeded"]);
  });

  test("a deadline that passed while down", () => {
    expect(run([leaf()], { deadline: 900 }).first).toEqual(["finish failed run_deadline_exceeded"]);
  });

  test("cancel aborts what runs and forgets what waits", () => {
    const { grant, send, state } = run([parallel({ a: [leaf()], b: [leaf()] })]);
    grant(1);
    expect(send({ type: "cancel" })).toEqual(["abort node_1[a]/node_2", "finish cancelled run_cancelled"]);
    expect(wanted(state, "programs")).toBe(0);
  });

  test("a loop that cannot be frozen", () => {
    const { fail } = run([forEach([leaf()])]);
    expect(fail(1, 0, { code: "not_a_list" })).toEqual(["finish failed not_a_list"]);
  });
});

describe("recovery", () => {
  const started = (occ: number, attempt = 1, deadline = 50_000): Fact => ({
    kind: "started",
    at: 900,
    occ,
    attempt,
    deadline,
  });
  const completed = (occ: number, value?: boolean): Fact => ({
    kind: "completed",
    at: 950,
    occ,
    attempt: 1,
    value,
    detail: undefined,
  });
  const from = (facts: Fact[], nodes: Node[]) => run(nodes, { known: fold(facts)! });

  test("what is completed does not run again, what was cut runs under its number and deadline, first", () => {
    const frozen: Fact = { kind: "frozen", at: 900, occ: 1, count: 3, detail: undefined };
    const { first, grant, facts } = from(
      [frozen, started(2), started(3), completed(2), started(4), completed(4)],
      [forEach([leaf()], 3), leaf()],
    );
    expect(first).toEqual(["timer node_1[1]/node_2 @50000"]);
    expect(grant(9)).toEqual(["start node_1[1]/node_2#1"]);
    expect(facts.at(-1)).toEqual({ kind: "started", at: 1000, occ: 3, attempt: 1, deadline: 50_000 });
  });

  test("a predicate's answer is kept", () => {
    const { grant } = from([started(1), completed(1, true)], [when([leaf()], [leaf()])]);
    expect(grant(1)).toEqual(["start node_1[then]/node_2#1"]);
  });

  test("a backoff goes on where it was", () => {
    const retry: Fact = { kind: "retry", at: 950, occ: 1, attempt: 1, retryAt: 5000, code: "x", detail: undefined };
    const { first, send, grant, wait } = from([started(1), retry], [leaf({ retry: { max_attempts: 2 } })]);
    expect(first).toEqual(["timer node_1 @5000"]);
    wait(4000);
    send({ type: "timer", occ: 1 });
    expect(grant(1)).toEqual(["start node_1#2"]);
  });

  test("the third loss of one attempt fails the leaf", () => {
    expect(from([started(1), started(1)], [leaf()]).first).toEqual(["timer node_1 @50000"]);
    expect(from([started(1), started(1), started(1)], [leaf()]).first).toEqual(["finish failed interrupted"]);
  });

  test("a leaf whose deadline passed while down fails without a call", () => {
    expect(from([started(1, 1, 999)], [leaf()]).first).toEqual(["finish failed timeout"]);
  });

  test("a run that ended has nothing to continue", () => {
    expect(fold([{ kind: "ended", at: 1, status: "completed", code: "", occ: 0 }])).toBeUndefined();
  });
});
