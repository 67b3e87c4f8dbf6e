import type { JsonSchema, Subschema } from "../json.ts";

/** A combination of more parts than this is given up; no schema that a person wrote comes near. */
const MOST_PARTS = 1000;

/**
 * Schemas of one document that hold together: all of them, or one of them. Combinations inside combinations are
 * taken in flat and equal parts once, because definitions that share parts would multiply without end.
 */
export interface Combination {
  readonly how: "allOf" | "anyOf";
  /** Each part with the number of schemas of the document in it. */
  readonly parts: ReadonlyMap<Subschema, number>;
}

/** A combination of one schema. */
export function just(schema: Subschema): Combination {
  return { how: "allOf", parts: new Map([[schema, 1]]) };
}

/** All, or one, of the given combinations; undefined when there are too many parts. */
export function combine(how: Combination["how"], members: readonly Combination[]): Combination | undefined {
  const parts = new Map<Subschema, number>();
  for (const member of members) {
    const flat = member.how === how || member.parts.size === 1;
    if (flat) for (const [part, size] of member.parts) parts.set(part, size);
    else parts.set(toSchema(member), sizeOf(member.parts));
  }
  return sizeOf(parts) > MOST_PARTS ? undefined : { how, parts };
}

/** The combination as one schema. */
export function toSchema({ how, parts }: Combination): Subschema {
  const schemas = [...parts.keys()];
  const [first] = schemas;
  if (schemas.length === 1 && first !== undefined) return first;
  const combined: JsonSchema = how === "allOf" ? { allOf: schemas } : { anyOf: schemas };
  return combined;
}

function sizeOf(parts: Combination["parts"]): number {
  let size = 0;
  for (const count of parts.values()) size += count;
  return size;
}
