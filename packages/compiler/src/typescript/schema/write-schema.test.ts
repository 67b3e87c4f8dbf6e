import { canonicalJson, type JsonSchema } from "@espalier/contract";
import { describe, expect, test } from "@jest/globals";
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { documented } from "../types/documented.ts";
import { NOTHING, type Definition, type PropertyShape, type Shape } from "../types/shape.ts";
import { writeSchema } from "./write-schema.ts";

const ajv = new Ajv2020({ strictRequired: true });
const STRING: Shape = { kind: "leaf", schema: { type: "string" } };
const NULL: Shape = { kind: "literal", value: null };

/** A type, its parts given by the number of another type. */
interface Type {
  readonly name: string | undefined;
  readonly parts: readonly Part[];
}

interface Part {
  readonly name: string;
  readonly target: number;
  readonly form: "object" | "list" | "nullable" | "documented" | "string";
}

const part: fc.Arbitrary<Part> = fc.record({
  name: fc.constantFrom("a", "b", "c", "__proto__"),
  target: fc.nat({ max: 5 }),
  form: fc.constantFrom("object", "list", "nullable", "documented", "string"),
});
const type: fc.Arbitrary<Type> = fc.record({
  name: fc.constantFrom("Node", "Tree", "Node_2", undefined),
  parts: fc.uniqueArray(part, { selector: ({ name }) => name, maxLength: 3 }),
});
const types = fc.array(type, { minLength: 6, maxLength: 6 });

/** The first type, everything in it in the given order or in the opposite one. */
function shapeOf(graph: readonly Type[], reversed: boolean): Shape {
  const definitions = graph.map(({ name }) => ({ name, isNamedObject: name !== undefined, shape: NOTHING as Shape }));
  const inOrder = <T>(items: readonly T[]): readonly T[] => (reversed ? items.toReversed() : items);
  graph.forEach(({ parts }, index) => {
    const definition = definitions[index];
    if (definition === undefined) return;
    const properties = inOrder(parts).map(({ name, target, form }): PropertyShape => {
      const to = definitions[target];
      return { name, required: form === "list", shape: to === undefined ? STRING : partShape(to, form, inOrder) };
    });
    definition.shape = { kind: "object", properties, additional: undefined, patterns: [] };
  });
  const [root] = definitions;
  return root === undefined ? NOTHING : { kind: "reference", definition: root };
}

function partShape(
  definition: Definition,
  form: Part["form"],
  inOrder: <T>(items: readonly T[]) => readonly T[],
): Shape {
  const reference: Shape = { kind: "reference", definition };
  switch (form) {
    case "string":
      return STRING;
    case "object":
      return reference;
    case "list":
      return { kind: "list", items: reference };
    case "nullable":
      return { kind: "union", members: inOrder([NULL, reference, STRING]) };
    case "documented":
      return documented(reference, {
        annotations: { description: "about it" },
        constraints: {},
        integer: false,
        closed: true,
      });
  }
}

function written(shape: Shape): JsonSchema {
  const result = writeSchema(shape, false);
  if (!("schema" in result)) throw new Error(result.exceeds);
  return result.schema;
}

describe("whatever the types", () => {
  test("the order of reading changes nothing", () => {
    fc.assert(
      fc.property(types, (graph) => {
        expect(canonicalJson(written(shapeOf(graph, true)))).toBe(canonicalJson(written(shapeOf(graph, false))));
      }),
    );
  });

  test("every reference has its definition, and every definition its reference", () => {
    fc.assert(
      fc.property(types, (graph) => {
        const schema = written(shapeOf(graph, false));
        const referred = canonicalJson(schema).matchAll(/"\$ref":"#\/\$defs\/(\w+)"/g);
        expect([...new Set([...referred].map(([, name]) => name))].toSorted()).toEqual(
          Object.keys(schema.$defs ?? {}).toSorted(),
        );
      }),
    );
  });

  test("the schema is one", () => {
    fc.assert(
      fc.property(types, (graph) => {
        // Ajv itself cannot take a property of this name.
        const harmless = graph.map(({ name, parts }) => ({
          name,
          parts: parts.filter((one) => one.name !== "__proto__"),
        }));
        expect(() => ajv.compile(written(shapeOf(harmless, false)))).not.toThrow();
      }),
      { numRuns: 30 },
    );
  });
});

test("a schema deeper than a gateway takes is refused", () => {
  let shape: Shape = STRING;
  for (let level = 0; level < 250; level += 1) shape = { kind: "list", items: shape };
  expect(writeSchema(shape, false)).toEqual({ exceeds: "depth" });
});

test("a schema larger than a gateway takes is refused, however large it would be", () => {
  let shape: Shape = STRING;
  for (let level = 0; level < 60; level += 1) {
    const properties = ["a", "b"].map((name): PropertyShape => ({ name, required: true, shape }));
    const body: Shape = { kind: "object", properties, additional: undefined, patterns: [] };
    shape = { kind: "reference", definition: { name: undefined, isNamedObject: false, shape: body } };
  }
  expect(writeSchema(shape, false)).toEqual({ exceeds: "size" });
});
