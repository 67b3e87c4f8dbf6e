import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import type { Execution, Status } from "../wire.ts";
import { STATUSES, countByNode, countsText, overallStatus } from "./counts.ts";
import { noteOf } from "./note.ts";
import { loadTrace } from "./trace-pages.ts";
import { barOf, depths, filterRows, placeOf } from "./tree.ts";

const row = (path: string, more: Partial<Execution> = {}): Execution => ({
  path,
  node: /node_\d+$/.exec(path)?.[0] ?? path,
  parent: path.includes("/") ? path.slice(0, path.lastIndexOf("/")).replace(/\[[^\]]*\]$/, "") : null,
  kind: "python",
  name: null,
  branch: null,
  item: null,
  status: "completed",
  started_at: 0,
  ended_at: 1,
  attempts: [],
  model: null,
  usage: null,
  output_preview: null,
  ...more,
});

describe("counts", () => {
  test("are kept by node, with the worst status first", () => {
    const rows = [
      row("node_1", { status: "failed" }),
      row("node_1[0]/node_2"),
      row("node_1[1]/node_2"),
      row("node_1[2]/node_2", { status: "failed" }),
      row("node_1[3]/node_2", { status: "running" }),
      row("node_1[3]/node_3", { status: "skipped" }),
    ];
    const counts = countByNode(rows);
    expect([...counts].map(([node, each]) => [node, overallStatus(each), countsText(each)])).toEqual([
      ["node_1", "failed", "1 failed"],
      ["node_2", "failed", "1 failed, 1 running, 2 completed"],
      ["node_3", "skipped", "1 skipped"],
    ]);
    expect(overallStatus(counts.get("node_4"))).toBeUndefined();
  });

  test("add up to the number of rows", () => {
    const rows = fc.array(
      fc.record({ node: fc.constantFrom("node_1", "__proto__", "constructor"), status: fc.constantFrom(...STATUSES) }),
    );
    fc.assert(
      fc.property(rows, (each) => {
        const counts = countByNode(each.map((one) => row("x", one)));
        const sum = [...counts.values()].flatMap((count) => Object.values(count)).reduce((a, b) => a + b, 0);
        expect(sum).toBe(each.length);
      }),
    );
  });
});

describe("tree", () => {
  test("depth follows the parents, and a row without one is at the top", () => {
    const rows = [
      row("node_1"),
      row("node_1[risk]/node_2"),
      row("node_1[risk]/node_2[0]/node_3"),
      row("node_9/node_10"),
    ];
    expect([...depths(rows).values()]).toEqual([0, 1, 2, 0]);
  });

  test("place in the parent", () => {
    expect(placeOf(row("a", { branch: "risk" }))).toBe("risk");
    expect(placeOf(row("a", { item: 0 }))).toBe("0");
    expect(placeOf(row("a"))).toBeUndefined();
  });

  test.each<[Status | undefined, string | undefined, string[]]>([
    [undefined, undefined, ["node_1", "node_2", "node_2"]],
    ["failed", undefined, ["node_2"]],
    [undefined, "node_2", ["node_2", "node_2"]],
    ["failed", "node_1", []],
  ])("filter by status %p and node %p", (status, node, found) => {
    const rows = [row("node_1"), row("node_2"), row("node_2", { status: "failed" })];
    expect(filterRows(rows, { status, node }).map((each) => each.node)).toEqual(found);
  });

  test.each([
    [0, 100, { start: 0, length: 1 }],
    [25, 50, { start: 0.25, length: 0.25 }],
    [50, null, { start: 0.5, length: 0.5 }],
    [-10, 500, { start: 0, length: 1 }],
    [null, null, undefined],
  ])("bar from %p to %p", (started_at, ended_at, bar) => {
    expect(barOf({ started_at, ended_at }, { start: 0, end: 100 })).toEqual(bar);
  });

  test("a run that took no time has bars without length, not NaN", () => {
    expect(barOf({ started_at: 5, ended_at: 5 }, { start: 5, end: 5 })).toEqual({ start: 0, length: 0 });
  });
});

describe("loadTrace", () => {
  const pages = [["a", "b"], ["c"], ["d"]];
  const source = () => {
    const asked: (string | undefined)[] = [];
    const read = async ({ after }: { after?: string }) => {
      asked.push(after);
      const index = Number(after ?? 0);
      const next = index + 1 < pages.length ? String(index + 1) : null;
      return { data: pages[index]!.map((path) => row(path)), has_more: next !== null, next };
    };
    return { asked, read };
  };

  test.each([
    [1, ["a", "b"], true, [undefined]],
    [2, ["a", "b", "c"], true, [undefined, "1"]],
    [3, ["a", "b", "c", "d"], false, [undefined, "1", "2"]],
    [Infinity, ["a", "b", "c", "d"], false, [undefined, "1", "2"]],
  ])("%p pages", async (wanted, paths, more, requests) => {
    const { asked, read } = source();
    const trace = await loadTrace(read, wanted);
    expect(trace.rows.map(({ path }) => path)).toEqual(paths);
    expect(trace.next !== null).toBe(more);
    expect(asked).toEqual(requests);
  });
  test("goes on from what is loaded", async () => {
    const { asked, read } = source();
    const first = await loadTrace(read, 1);
    const all = await loadTrace(read, Infinity, first);
    expect(all.rows.map(({ path }) => path)).toEqual(["a", "b", "c", "d"]);
    expect(await loadTrace(read, Infinity, all)).toEqual(all);
    expect(asked).toEqual([undefined, "1", "2"]);
  });
});

describe("noteOf", () => {
  const attempt = (number: number, code?: string) => ({
    attempt: number,
    started_at: 0,
    ended_at: 1,
    error: code === undefined ? null : { code, message: "no" },
  });
  test.each<[Partial<Execution>, string]>([
    [{}, ""],
    [{ attempts: [attempt(1)] }, ""],
    [{ attempts: [attempt(1, "a"), attempt(2, "b"), attempt(3)] }, "3 attempts · b: no"],
    [{ attempts: [attempt(1, "a")], error: { code: "timeout", message: "after 5 s" } }, "timeout: after 5 s"],
    [{ items: 0 }, "0 items"],
    [{ items: 1 }, "1 item"],
    [{ taken: "otherwise" }, "took otherwise"],
  ])("%j", (more, note) => {
    expect(noteOf(row("node_1", more))).toBe(note);
  });
});
