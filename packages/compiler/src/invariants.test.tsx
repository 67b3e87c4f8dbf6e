import { checkBundle, type JsonSchema } from "@espalier/contract";
import {
  ChatCompletion,
  createElement,
  type Element,
  Input,
  ForEach,
  If,
  Parallel,
  Script,
  Sequence,
  System,
  User,
  Workflow,
} from "@espalier/jsx";
import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { compileWith } from "./compile.ts";
import type { Resolved } from "./finding.ts";
import type { Sources } from "./resolve/sources.ts";
import type { Signature } from "./signature.ts";

const string: JsonSchema = { type: "string" };
const list: JsonSchema = { type: "array", items: string };
const object: JsonSchema = {
  type: "object",
  properties: { list, text: string, maybe: string },
  required: ["list", "text"],
};
const parameter = (name: string, schema: JsonSchema, required = true) => ({ name, schema, required });

const SIGNATURES: Readonly<Record<string, Signature>> = {
  none: { parameters: [], returns: object },
  text: { parameters: [parameter("text", string)], returns: object },
  pass: { parameters: [parameter("value", object)], returns: object },
  two: { parameters: [parameter("a", string), parameter("b", list)], returns: list },
  defaults: { parameters: [parameter("a", string, false), parameter("b", list, false)], returns: string },
  test: { parameters: [parameter("value", object)], returns: { type: "boolean" } },
};

/** A function as the preset leaves it. */
function program(name: string): () => void {
  const tag = { kind: "function", file: "/project/rules.ts", name, line: 1, column: 1 };
  return Object.defineProperty(() => undefined, "~espalier", { value: tag });
}

const found = <T,>(value: T | undefined): Resolved<T> =>
  value === undefined
    ? { ok: false, findings: [{ code: "untyped-return", message: "No type." }] }
    : { ok: true, value, findings: [] };

const sources: Sources = {
  signature: (tag) => found(SIGNATURES[tag.name]),
  modelSchema: () => found(object),
  bundle: async (tags) =>
    new Map(
      tags.map((tag) => [
        tag,
        found({
          source: `var ${tag.name} = () => 1;`,
          entrypoint: tag.name,
          map: { version: 3 as const, sources: [], names: [], mappings: "" },
        }),
      ]),
    ),
  python: () => undefined,
  bindingConditions: () => [],
};

const bindings = fc.constantFrom<unknown>(
  Input.messages,
  Input.messages,
  Input.messages,
  Input.messages,
  Input.messages,
  Input.messages,
  Input.previous,
  Input.item,
  Input.previous.field("list"),
  Input.item.field("text"),
  Input.previous.field("nope"),
);
const rarely = <T,>(usual: fc.Arbitrary<T>, odd: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 40, arbitrary: usual }, { weight: 1, arbitrary: odd });
const odd = fc.oneof(
  fc.constantFrom<unknown>(undefined, null, true, NaN, -1, "", "text", [], {}, () => 1, Symbol("s"), 10n, new Date(0)),
  fc.anything({ withBigInt: true, withDate: true, withMap: true, withNullPrototype: true, withSparseArray: true }),
);
const limit = rarely(fc.integer({ min: 1, max: 5 }), odd);
const make = (component: unknown, props: object): Element => createElement(component as never, props as never);

const { nodes } = fc.letrec<{ node: unknown; nodes: unknown }>((tie) => ({
  nodes: rarely(fc.array(tie("node"), { minLength: 1, maxLength: 3 }), odd),
  node: fc.oneof(
    { depthSize: "small", maxDepth: 6 },
    rarely(
      fc
        .record({
          run: rarely(
            fc
              .constantFrom("none", "none", "none", "none", "none", "pass", "defaults", "text", "two", "broken")
              .map(program),
            odd,
          ),
          inputs: fc.oneof(
            { weight: 12, arbitrary: fc.constant(undefined) },
            rarely(fc.dictionary(fc.constantFrom("text", "value", "a", "b"), rarely(bindings, odd)), odd),
          ),
          name: rarely(fc.constantFrom(undefined, "step"), odd),
          timeoutSeconds: rarely(fc.constantFrom(undefined, 1.5), odd),
        })
        .map((props) => make(Script, props)),
      odd,
    ),
    fc
      .record({
        model: rarely(fc.constant("m"), odd),
        children: fc.array(
          rarely(
            fc.oneof(
              fc.constant(Input.messages),
              fc
                .array(rarely(fc.oneof(bindings, fc.constant("text ")), odd), { minLength: 1 })
                .map((children) => make(User, { children })),
              fc.constant(make(System, { children: "x" })),
            ),
            odd,
          ),
          { minLength: 1 },
        ),
        retry: rarely(fc.constantFrom(undefined, { maxAttempts: 2 }), odd),
        stop: rarely(fc.constantFrom(undefined, "END"), odd),
      })
      .map((props) => make(ChatCompletion, props)),
    tie("nodes").map((children) => make(Sequence, { children })),
    fc
      .record({ items: rarely(bindings, odd), maxItems: limit, children: tie("nodes") })
      .map((props) => make(ForEach, props)),
    fc
      .record({
        branches: rarely(fc.dictionary(fc.constantFrom("a", "b", "c"), tie("nodes"), { minKeys: 1 }), odd),
        maxConcurrency: limit,
      })
      .map((props) => make(Parallel, props)),
    fc
      .record({
        alike: fc.boolean(),
        condition: rarely(fc.constantFrom("test", "test", "test", "pass").map(program), odd),
        then: tie("nodes"),
        otherwise: tie("nodes"),
      })
      .map(({ alike, ...props }) => make(If, alike ? { ...props, otherwise: props.then } : props)),
  ),
}));

test("whatever is written, compiling ends with a bundle that the contract takes or with errors", async () => {
  let bundles = 0;
  await fc.assert(
    fc.asyncProperty(nodes, rarely(fc.constant("w"), odd), async (children, name) => {
      const first = make(Script, { run: program("none") });
      const value = make(Workflow, { name, children: [first, children] });
      const { bundle, diagnostics } = await compileWith(value, sources);
      const errors = diagnostics.filter((diagnostic) => diagnostic.severity === "error");
      expect(diagnostics.filter((diagnostic) => diagnostic.code === "internal")).toEqual([]);
      expect(bundle === undefined).toBe(errors.length > 0);
      if (bundle === undefined) return;
      bundles++;
      expect(checkBundle(bundle)).toEqual([]);
    }),
    { numRuns: Number(process.env["RUNS"] ?? 150) },
  );
  // A test in which everything is refused would prove nothing about bundles.
  expect(bundles).toBeGreaterThan(5);
}, 60_000);
