import type { JsonSchema, JsonType, Subschema } from "../../json.ts";
import { isWithin, typeOf } from "./literals.ts";

type Literals = (schema: Subschema) => ReadonlySet<string> | undefined;

/** What tells the values of one variant from those of others. */
interface Traits {
  readonly types: readonly JsonType[] | undefined;
  readonly values: ReadonlySet<string> | undefined;
  /** Required fields that list their values. */
  readonly tags: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Whether no value can match two of the schemas, each given as its variants: by type, by value or by a tag. */
export function areDisjoint(members: readonly (readonly JsonSchema[])[], literals: Literals): boolean {
  const traits = members.map((variants) => variants.map((variant) => traitsOf(variant, literals)));
  return traits.every((mine, index) =>
    traits.slice(index + 1).every((others) => mine.every((one) => others.every((other) => exclude(one, other)))),
  );
}

function traitsOf(variant: JsonSchema, literals: Literals): Traits {
  const tags = new Map<string, ReadonlySet<string>>();
  const { properties = {}, required = [], type } = variant;
  for (const name of type === "object" ? required : []) {
    const schema = Object.hasOwn(properties, name) ? properties[name] : undefined;
    const values = schema === undefined ? undefined : literals(schema);
    if (values !== undefined) tags.set(name, values);
  }
  const types = typeof type === "string" ? [type as JsonType] : variant.enum?.map(typeOf);
  return { types, values: literals(variant), tags };
}

function exclude(one: Traits, other: Traits): boolean {
  if (one.types !== undefined && other.types !== undefined && noneShared(one.types, other.types)) return true;
  if (one.values !== undefined && other.values !== undefined && areApart(one.values, other.values)) return true;
  return [...one.tags].some(([name, values]) => {
    const others = other.tags.get(name);
    return others !== undefined && areApart(values, others);
  });
}

function noneShared(types: readonly JsonType[], others: readonly JsonType[]): boolean {
  return types.every((type) => others.every((other) => !isWithin(type, other) && !isWithin(other, type)));
}

function areApart(values: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  for (const value of values) if (others.has(value)) return false;
  return true;
}
