import { createElement, ForEach, If, Input, Parallel, Script, Sequence, Workflow } from "@espalier/jsx";
import { expand, type ElementItem } from "@espalier/jsx/tree";
import { expect, test } from "@jest/globals";
import { buildWorkflow } from "../build/workflow.ts";
import { createReporter } from "../diagnostics/reporter.ts";
import type { CheckContext } from "./check.ts";
import { expansionLimit } from "./expansion-limit.ts";

const step = createElement(Script as never, {});
const loop = (maxItems: number, children: unknown) =>
  createElement(ForEach as never, { items: Input.messages, maxItems, children } as never);
const many = (count: number) => Array.from({ length: count }, () => step);

/** What the check says about the nodes; elements without places keep the sentences short. */
function said(children: unknown): (string | undefined)[] {
  const [item] = expand(createElement(Workflow as never, { name: "w", children } as never)) as [ElementItem];
  const tree = buildWorkflow(item, createReporter({ docsBase: "", maxDiagnostics: 1 }));
  const reporter = createReporter({ docsBase: "", maxDiagnostics: 1 });
  expansionLimit({ reporter, root: "/" } as CheckContext).workflow?.(tree);
  return reporter.diagnostics().flatMap(({ message, hint }) => [message, hint]);
}

test.each([
  ["leaves", many(10_000)],
  ["a loop", loop(9_999, step)],
  ["a loop of a sequence", loop(3_333, createElement(Sequence as never, { children: many(2) } as never))],
  ["the longer exit of an If", createElement(If as never, { then: many(9_999), otherwise: many(9_999) } as never)],
])("%s of 10,000 executions fits", (_, children) => {
  expect(said(children)).toEqual([]);
});

test("one leaf more does not, and no limit of a loop helps", () => {
  const hint = "Split it into several workflows.";
  expect(said(many(10_001))).toEqual(["The workflow may run 10,001 nodes, more than 10,000.", hint]);
});

test("the product and the limit that fits are named", () => {
  expect(said(loop(10_000, step))).toEqual([
    "The workflow may run 10,001 nodes, more than 10,000: 10,000 × 1 at <ForEach>.",
    "With maxItems={9999} on the <ForEach> it fits.",
  ]);
  expect(said(loop(100, loop(100, many(2))))).toEqual([
    "The workflow may run 20,101 nodes, more than 10,000: 100 × 100 × 2 at <ForEach>.",
    "With maxItems={49} on the inner <ForEach> it fits.",
  ]);
});

test.each([
  ["one loop", (n: number) => loop(n, step), 10_000],
  ["one loop of three", (n: number) => loop(n, many(3)), 5000],
  ["the inner of two", (n: number) => loop(100, loop(n, many(2))), 100],
  ["the inner of two beside others", (n: number) => [...many(17), loop(37, [step, loop(n, many(3))])], 200],
  ["the outer of two, where the inner cannot help", (n: number) => loop(n, loop(2, step)), 20_000],
])("the hint's maxItems is the largest that fits: %s", (_, tree, items) => {
  const hint = said(tree(items))[1];
  const fits = Number(/maxItems=\{(\d+)\}/.exec(hint ?? "")?.[1]);
  expect(said(tree(fits))).toEqual([]);
  expect(said(tree(fits + 1))[0]).toContain("more than 10,000");
});

test("10,000 executions pass and 10,001 do not, with the product that did it", () => {
  expect(said([loop(99, loop(99, step)), ...many(99)])).toEqual([]);
  expect(said([loop(99, loop(99, step)), ...many(100)])[0]).toBe(
    "The workflow may run 10,001 nodes, more than 10,000: 99 × 99 × 1 at <ForEach>.",
  );
});

test("where the inner loop cannot help, the outer one is named, and where neither can, both", () => {
  expect(said(loop(20_000, loop(2, step)))).toEqual([
    expect.stringContaining("20,000 × 2 × 1"),
    "With maxItems={3333} on the outer <ForEach> it fits.",
  ]);
  expect(said([...many(9_999), loop(100, loop(100, step))])).toEqual([
    expect.stringContaining("100 × 100 × 1"),
    "Lower `maxItems` of every loop, or split the workflow.",
  ]);
});

test("the heaviest way through branches is shown", () => {
  const branches = { light: loop(10, step), heavy: loop(200, loop(60, step)) };
  expect(said(createElement(Parallel as never, { branches } as never))[0]).toContain("200 × 60 × 1");
});

test("figures beyond counting do not trouble it", () => {
  const deep = Array.from({ length: 30 }).reduce((inner: unknown) => loop(Number.MAX_SAFE_INTEGER, inner), step);
  expect(said(deep)[0]).toContain("∞ nodes");
});
