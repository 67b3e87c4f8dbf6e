import { ChatCompletion, createElement, ForEach, If, Input, Parallel, Sequence, Workflow } from "@espalier/jsx";
import { expect, test } from "@jest/globals";
import { compile } from "../compile.ts";

const leaf = createElement(ChatCompletion as never, { model: "m", children: Input.messages } as never);
const WRAPPERS: Readonly<Record<string, (inner: unknown) => unknown>> = {
  Sequence: (inner) => createElement(Sequence as never, { children: inner } as never),
  ForEach: (inner) => createElement(ForEach as never, { items: Input.messages, maxItems: 1, children: inner } as never),
  Parallel: (inner) => createElement(Parallel as never, { branches: { a: inner } } as never),
};

async function nested(wrapper: string, levels: number, inner: unknown = leaf) {
  const children = Array.from({ length: levels }).reduce((node: unknown) => WRAPPERS[wrapper]!(node), inner);
  const { bundle, diagnostics } = await compile(createElement(Workflow as never, { name: "w", children } as never));
  return { isCompiled: bundle !== undefined, told: diagnostics.map(({ code, message }) => `${code}: ${message}`) };
}

test.each(Object.keys(WRAPPERS))("a node may stand inside 16 of <%s>, and not inside 17", async (wrapper) => {
  expect(await nested(wrapper, 16)).toEqual({ isCompiled: true, told: [] });
  const told = ["nesting-limit: <ChatCompletion> stands inside more than 16 composites."];
  expect(await nested(wrapper, 17)).toEqual({ isCompiled: false, told });
});

test("the outermost node that is too deep is named, once", async () => {
  const told = ["nesting-limit: <Sequence> stands inside more than 16 composites."];
  expect((await nested("Sequence", 20)).told).toEqual(told);
});

test("the condition of an <If> is no level, and its exits are", async () => {
  const choice = createElement(If as never, { then: leaf, otherwise: leaf } as never);
  const codes = async (levels: number) =>
    (await nested("Sequence", levels, choice)).told.map((text) => text.split(":")[0]);
  expect(await codes(15)).toEqual(["invalid-prop"]);
  expect(await codes(16)).toContain("nesting-limit");
});
