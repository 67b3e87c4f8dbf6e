import { createElement, Script, Workflow } from "@espalier/jsx";
import { expect, test } from "@jest/globals";
import { compileWith } from "../compile.ts";
import type { Sources } from "../resolve/sources.ts";
import { formatPretty } from "./pretty.ts";

// A part of the compiler that gives nonsense: the contract refuses what becomes of it, and nothing is given out.
const map = { version: 3, sources: [], names: [], mappings: "" };
const broken = {
  signature: () => ({ ok: true, value: { parameters: [], returns: { type: "string" } }, findings: [] }),
  bundle: async (tags: readonly object[]) =>
    new Map(tags.map((tag) => [tag, { ok: true, value: { source: "", entrypoint: "f", map }, findings: [] }])),
  python: () => undefined,
  bindingSlips: () => [],
} as unknown as Sources;

/** Everything that is printed about a workflow of one program. */
async function printed(sources: Sources): Promise<string> {
  const tag = { kind: "function", file: "/project/rules.ts", name: "f", line: 1, column: 1 };
  const run = Object.defineProperty(() => "", "~espalier", { value: tag });
  const children = createElement(Script as never, { run } as never);
  const workflow = createElement(Workflow as never, { name: "w", children } as never);
  const { bundle, diagnostics } = await compileWith(workflow, sources);
  expect(bundle).toBe(undefined);
  return formatPretty(diagnostics, { root: "/" });
}

test("what only the contract refuses is our mistake, and nothing is given out", async () => {
  expect(await printed(broken)).toBe(
    `error internal: The compiler made a bundle that the contract refuses (This must not be empty. At /nodes/0/program/source).
  hint: This is a mistake in Espalier, not in the workflow. Please report it.
  more: espalier explain internal`,
  );
});

test("a part of the compiler that throws is reported too, with where in it", async () => {
  const signature = (): never => {
    throw new TypeError("no such thing\nat all");
  };
  const text = await printed({ ...broken, signature });
  expect(text.replace(/\(at .*\)\./, "(at …).")).toBe(
    `error internal: The compiler failed: TypeError: no such thing (at …).
  hint: This is a mistake in Espalier, not in the workflow. Please report it.
  more: espalier explain internal`,
  );
  expect(text).toContain("internal.test");
});
