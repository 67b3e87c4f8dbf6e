import { describe, expect, test } from "@jest/globals";
import { gate, sleep, until } from "./fixtures/bench.ts";
import { bench, start } from "./fixtures/shared.ts";
import { bundle, forEach, parallel, program, sequence, when } from "./fixtures/workflows.ts";

/** What other engines got wrong about graphs (docs/pitfalls.md). */

const one = program("one", { inputs: {} });
const PROGRAMS = { one: () => 1, fail: () => Promise.reject(new Error("no")) };
const counted = (calls: readonly string[]) =>
  Object.fromEntries([...new Set(calls)].map((name) => [name, calls.filter((call) => call === name).length]));

describe("after a condition", () => {
  test.each([
    [1, "odd 1", { one: 1, isOdd: 1, name: 1, last: 1 }],
    [2, 2, { one: 1, isOdd: 1, same: 1, last: 1 }],
  ])("the rest goes on, whichever exit was taken (%i)", async (value, expected, calls) => {
    const made = await bench({ programs: { ...PROGRAMS, one: () => value, last: (args) => args.value } });
    const nodes = [one, when("isOdd", [program("name")], [program("same")]), program("last")];
    expect(await made.value(bundle(nodes))).toEqual(expected);
    expect(counted(made.calls)).toEqual(calls);
  });

  test("that fails, nothing goes on: a mistake is not an answer", async () => {
    const { run, calls } = await bench({ programs: PROGRAMS });
    const { status, error } = await run(bundle([one, when("fail", [program("name")], [program("same")])]));
    expect([status, error!.path, calls]).toEqual(["failed", "node_2", ["one", "fail"]]);
  });
});

describe("branches", () => {
  test("do not wait for each other", async () => {
    const { opened, open } = gate();
    const programs = { ...PROGRAMS, slow: () => opened.then(() => 1), next: () => 2, last: () => 3 };
    const made = await bench({ programs });
    const quick = [one, program("next"), program("last")];
    await made.publish(bundle([parallel({ slow: [program("slow", { inputs: {} })], quick })]));
    const { done } = await made.engine.start({ workflow: "test", messages: [] });
    await until(() => made.calls.includes("last"));
    open();
    expect(await done).toMatchObject({ output: '{"slow":1,"quick":3}' });
  });

  test("run once each, however many there are and however they are nested", async () => {
    const names = Array.from({ length: 30 }, (_, index) => `p${index}`);
    const made = await bench({ programs: Object.fromEntries(names.map((name) => [name, () => 1])) });
    const branch = (name: string) => [sequence(program(name, { inputs: {} }))];
    const all = Object.fromEntries(names.map((name) => [name, branch(name)]));
    expect(await made.value(bundle([parallel(all)]))).toEqual(Object.fromEntries(names.map((name) => [name, 1])));
    expect(made.calls.toSorted()).toEqual(names.toSorted());
  });
});

describe("a loop", () => {
  test("starts no item after one has failed", async () => {
    const wait = async ({ value }: { value: number }) => {
      await sleep(2);
      if (value === 7) throw new Error("no");
      return value;
    };
    const made = await bench({ programs: { many: () => [...Array(100).keys()], wait } });
    const nodes = [program("many", { inputs: {} }), forEach([program("wait")], { max_concurrency: 4 })];
    const { status } = await made.run(bundle(nodes));
    const started = made.calls.length;
    await sleep(30);
    expect([status, made.calls.length]).toEqual(["failed", started]);
    expect(started).toBeLessThanOrEqual(1 + 7 + 4);
  });

  test("inside another ends alone", async () => {
    const made = await bench();
    const nodes = [start, forEach([program("list", { inputs: {} }), forEach([program("double")]), program("same")])];
    expect(await made.value(bundle(nodes))).toEqual([
      [6, 2, 4],
      [6, 2, 4],
      [6, 2, 4],
    ]);
  });

  test("in a loop has items that its events tell apart", async () => {
    const made = await bench();
    const nodes = [start, forEach([program("list", { inputs: {} }), forEach([program("double")])])];
    const { run } = await made.run(bundle(nodes));
    const started: string[] = [];
    made.engine.subscribe(run.id, -1, ({ kind, path }) => kind === "started" && started.push(path!));
    expect(new Set(started).size).toBe(1 + 3 + 9);
    expect(started).toContain("node_2[2]/node_4[0]/node_5");
  });

  test("of eight times as many items takes about eight times as long, not sixty-four", async () => {
    let count = 0;
    const made = await bench({ programs: { many: () => [...Array(count).keys()] }, settings: { budget: 10_000 } });
    const nodes = [
      program("many", { inputs: {} }),
      forEach([program("same")], { max_items: 9000, max_concurrency: 16 }),
    ];
    const spent = async (items: number): Promise<number> => {
      count = items;
      const before = process.cpuUsage();
      await made.value(bundle(nodes));
      const { user, system } = process.cpuUsage(before);
      return user + system;
    };
    await spent(1000); // warms up
    expect((await spent(8000)) / (await spent(1000))).toBeLessThan(30);
  });
});

test("an attempt begins when the one before has ended", async () => {
  let active = 0;
  let most = 0;
  const flaky = async () => {
    most = Math.max(most, ++active);
    await sleep(15);
    active -= 1;
    throw { ok: false, code: "crash", message: "gone" };
  };
  const made = await bench({ programs: { flaky } });
  const { status } = await made.run(bundle([program("flaky", { inputs: {}, retry: { max_attempts: 4 } })]));
  expect([status, made.calls.length, most]).toEqual(["failed", 4, 1]);
});
