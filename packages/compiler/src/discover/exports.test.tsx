import { createElement, Input, ChatCompletion, Workflow } from "@espalier/jsx";
import { expect, test } from "@jest/globals";
import { exportedWorkflows } from "./exports.ts";

const step = <ChatCompletion model="m">{Input.messages}</ChatCompletion>;
const flow = (name: string) => <Workflow name={name}>{step}</Workflow>;

function names(exports: Record<string, unknown>): unknown[] {
  return exportedWorkflows(exports).workflows.map((item) => item.props["name"]);
}

function wrong(exports: Record<string, unknown>): string[] {
  return exportedWorkflows(exports).wrong.map((item) => (item.type === "failure" ? item.reason : item.type));
}

function Flow() {
  return flow("by-component");
}

test("elements, arrays and components without props count, the default export first", () => {
  expect(names({ b: flow("b"), a: [flow("a1"), [flow("a2")]], default: flow("d"), Flow })).toEqual([
    "d",
    "a1",
    "a2",
    "b",
    "by-component",
  ]);
  expect(names({ default: Flow })).toEqual(["by-component"]);
  expect(names({ default: <Flow /> })).toEqual(["by-component"]);
});

test("one workflow exported under two names is one", () => {
  const one = flow("one");
  expect(names({ default: one, one })).toEqual(["one"]);
});

test("helpers, programs, nodes, other components and values are left alone", () => {
  const called: string[] = [];
  const exports = {
    default: flow("d"),
    helper: () => called.push("helper"),
    isLarge: (value: number) => called.push(`isLarge ${value}`) > 0,
    Step: () => step,
    Broken: ({ model }: { model: string }) => <ChatCompletion model={model.trim()}>{Input.messages}</ChatCompletion>,
    Contract: Object.assign(() => called.push("Contract"), { "~standard": { vendor: "a library" } }),
    Workflow,
    step,
    limit: 3,
    nothing: undefined,
  };
  expect(names(exports)).toEqual(["d"]);
  expect(wrong(exports)).toEqual([]);
  expect(called).toEqual([]);
});

test("a component that fails is reported when there is no workflow beside it", () => {
  const Broken = (): never => {
    throw new Error("boom");
  };
  expect(wrong({ Broken })).toEqual(["threw"]);
  expect(wrong({ Broken, default: flow("d") })).toEqual([]);
  expect(wrong({ default: flow("d"), other: createElement(Broken, {}) })).toEqual(["threw"]);
});

test("what stands beside a workflow in one array was meant to be one", () => {
  expect(names({ default: [flow("a"), step, 3] })).toEqual(["a"]);
  expect(wrong({ default: [flow("a"), step, 3] })).toEqual(["element", "value"]);
});
