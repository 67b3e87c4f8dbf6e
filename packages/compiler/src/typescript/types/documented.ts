import { annotates, narrows, type Keywords } from "./keywords.ts";
import type { Definition, Shape } from "./shape.ts";

/** A shape with keywords, or just the shape when there are none. */
export function documented(shape: Shape, keywords: Keywords | undefined): Shape {
  if (keywords === undefined) return shape;
  const inner = narrows(keywords) ? narrowed(shape, { ...keywords, annotations: {} }) : shape;
  if (!annotates(keywords)) return inner;
  const { annotations } = keywords;
  return {
    kind: "documented",
    shape: inner,
    keywords: { annotations, constraints: {}, integer: false, closed: false },
  };
}

/**
 * Keywords that narrow go to the members of a union, each taking what is meant for its type, and through references:
 * beside a `$ref`, `additionalProperties: false` would forbid everything.
 */
function narrowed(shape: Shape, keywords: Keywords): Shape {
  switch (shape.kind) {
    case "literal":
      return shape;
    case "union":
      return { kind: "union", members: shape.members.map((member) => narrowed(member, keywords)) };
    case "documented":
      return { ...shape, shape: narrowed(shape.shape, keywords) };
    case "reference":
      return { kind: "reference", definition: narrowedDefinition(shape.definition, keywords) };
    default:
      return { kind: "documented", shape, keywords };
  }
}

/** The type may not have been read to its end yet, so its shape is taken when it is written. */
function narrowedDefinition(definition: Definition, keywords: Keywords): Definition {
  let shape: Shape | undefined;
  return {
    name: definition.name,
    isNamedObject: definition.isNamedObject,
    get shape() {
      return (shape ??= narrowed(definition.shape, keywords));
    },
  };
}
