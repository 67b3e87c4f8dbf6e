import type { JsonSchema, Subschema } from "../json.ts";
import { resolveReference } from "./reference.ts";

/** How to read one property of a schema through `$ref`, `allOf` and unions. */
export interface Reader<T> {
  /** The answer of one schema's own keywords, looking at no in-place applicator. */
  own(schema: JsonSchema): T;
  /** The answer when all of these hold for the value. There is at least one. */
  all(parts: readonly T[]): T;
  /** The answer when one of these holds for the value. There is at least one. */
  any(parts: readonly T[]): T;
}

/**
 * Reads a schema through `$ref`, `allOf`, `anyOf` and `oneOf`; each part of the document is read once. A variant that
 * refers back to its own union allows nothing more than the other variants, and is passed over; undefined when
 * nothing else is there.
 */
export function foldSchema<T>(root: JsonSchema, schema: Subschema, reader: Reader<T>): T | undefined {
  const answers = new Map<JsonSchema, T | undefined>();

  function read(part: Subschema): T | undefined {
    if (part === true) return reader.own({});
    if (part === false) return reader.own({ not: {} });
    if (answers.has(part)) return answers.get(part);
    answers.set(part, undefined);
    const parts = [reader.own(part), ...applied(part)];
    const known = parts.filter((answer) => answer !== undefined);
    const answer = known.length === parts.length ? join(reader.all, known) : undefined;
    answers.set(part, answer);
    return answer;
  }

  function applied(part: JsonSchema): (T | undefined)[] {
    const target = part.$ref === undefined ? undefined : resolveReference(root, part.$ref);
    const parts = target === undefined ? [] : [read(target)];
    for (const member of part.allOf ?? []) parts.push(read(member));
    for (const variants of [part.anyOf, part.oneOf]) if (variants !== undefined) parts.push(union(variants));
    return parts;
  }

  function union(variants: readonly Subschema[]): T | undefined {
    return join(
      reader.any,
      variants.map(read).filter((answer) => answer !== undefined),
    );
  }

  return read(schema);
}

function join<T>(how: (parts: readonly T[]) => T, parts: readonly T[]): T | undefined {
  return parts.length > 1 ? how(parts) : parts[0];
}
