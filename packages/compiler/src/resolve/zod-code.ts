/**
 * What a zod schema does that no JSON Schema says. `changes`: it puts another value in the place of what it reads.
 * `checks`: it refuses values by code of its own. `notJson`: what it describes exists only inside JavaScript; its name.
 */
export type ZodCode = { readonly kind: "changes" | "checks" } | { readonly kind: "notJson"; readonly name: string };

/** A schema of more parts than this is larger than a bundle can hold. */
const MOST_PARTS = 20_000;

/**
 * Finds code in a zod schema, which zod passes over when it writes the schema as JSON Schema. Reading a schema can run
 * code of the author's (a lazy part), and throw.
 */
export function zodCode(schema: unknown): ZodCode[] {
  const found: ZodCode[] = [];
  const parts = new Set<object>(objectsIn([schema]));
  for (const part of parts) {
    if (parts.size > MOST_PARTS) break;
    const { _zod: zod } = part as { readonly _zod?: Internals };
    if (zod === undefined) objectsIn(Object.values(part)).forEach((inner) => parts.add(inner));
    else {
      found.push(...codeOf(zod.def));
      const lazy = zod.def["type"] === "lazy" ? [zod.innerType] : [];
      objectsIn([...Object.values(zod.def), ...lazy]).forEach((inner) => parts.add(inner));
    }
  }
  return found;
}

interface Internals {
  readonly def: Readonly<Record<string, unknown>>;
  readonly innerType?: unknown;
}

/** Schemas, and what groups them. A regular expression or a date is neither. */
function objectsIn(values: readonly unknown[]): object[] {
  return values.filter((value): value is object => {
    if (typeof value !== "object" || value === null) return false;
    return "_zod" in value || Array.isArray(value) || Object.prototype.toString.call(value) === "[object Object]";
  });
}

function codeOf({ type, check }: Internals["def"]): ZodCode[] {
  if (type === "file" || type === "promise") return [{ kind: "notJson", name: type }];
  if (type === "transform" || type === "catch" || check === "overwrite") return [{ kind: "changes" }];
  return check === "custom" ? [{ kind: "checks" }] : [];
}
