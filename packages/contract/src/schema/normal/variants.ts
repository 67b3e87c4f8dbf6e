import { canonicalJson } from "../../canonical.ts";
import type { Json, JsonSchema, Subschema } from "../../json.ts";
import { children } from "../keywords.ts";
import { resolveReference } from "../reference.ts";
import { assertions, ruling } from "./assertions.ts";
import { withLiterals } from "./literals.ts";
import { mergeVariants } from "./merge.ts";
import { areDisjoint } from "./disjoint.ts";

/** How many levels are looked through for a schema that allows everything. */
const MOST_LEVELS = 50;

/** Keywords without effect when their schema allows everything. */
const ALLOWING = ["additionalProperties", "items", "propertyNames", "unevaluatedItems", "unevaluatedProperties"];

/**
 * Takes the schemas of one document apart into variants: schemas that are no unions at their top, each with one type
 * at most, only keywords that can reject a value, and no `$ref`. A schema allows what one of its variants allows.
 */
export class Variants {
  readonly #root: JsonSchema;
  /** Whether the document looks at what other keywords have seen: then those count that reject nothing themselves. */
  readonly #looksBack: boolean;
  /** Whether the members of a `oneOf` exclude each other; false while that is being found out. */
  readonly #exclusive = new Map<JsonSchema, boolean>();
  /** Whether a schema allows everything; false while that is being found out. */
  readonly #everything = new Map<JsonSchema, boolean>();
  #depth = 0;

  constructor(root: JsonSchema) {
    this.#root = root;
    this.#looksBack = looksBack(root);
  }

  /** The variants of a schema, merged. None when nothing is allowed; one empty schema when everything is. */
  of(schema: Subschema): JsonSchema[] {
    const variants = this.#apart(schema, new Set());
    return this.#looksBack ? variants : mergeVariants(variants);
  }

  /** `seen` holds what this union already has: a part of it a second time adds nothing. */
  #apart(schema: Subschema, seen: Set<JsonSchema>): JsonSchema[] {
    if (typeof schema === "boolean") return schema ? [{}] : [];
    if (seen.has(schema)) return [];
    seen.add(schema);
    const own = this.#conjunction(withLiterals(this.#effective(schema)));
    const { anyOf, oneOf, allOf, $ref, not, type } = own;
    if (Array.isArray(type)) return type.flatMap((each) => this.#apart({ ...own, type: each }, seen));
    if (Object.keys(own).length !== 1) return [own];
    if ($ref !== undefined) return this.#apart(resolveReference(this.#root, $ref) ?? true, seen);
    if (anyOf !== undefined) return anyOf.flatMap((member) => this.#apart(member, seen));
    if (oneOf !== undefined && this.#isExclusive(schema, oneOf)) return oneOf.flatMap((one) => this.#apart(one, seen));
    if (allOf?.length === 1) return this.#apart(allOf[0] ?? true, seen);
    return not === true || isEmptyObject(not) ? [] : [own];
  }

  #assertions(schema: JsonSchema): JsonSchema {
    return this.#looksBack ? ruling(schema) : assertions(schema);
  }

  /** The assertions, without those whose schemas turn out to allow everything. */
  #effective(schema: JsonSchema): JsonSchema {
    const own = this.#assertions(schema);
    if (this.#looksBack) return own;
    const idle = ALLOWING.filter((keyword) => keyword in own && this.#allowsAll(own[keyword] as Subschema));
    return idle.length === 0 ? own : Object.fromEntries(Object.entries(own).filter(([key]) => !idle.includes(key)));
  }

  #allowsAll(schema: Subschema): boolean {
    if (typeof schema === "boolean") return schema;
    const known = this.#everything.get(schema);
    if (known !== undefined) return known;
    if (this.#depth >= MOST_LEVELS) return false;
    this.#everything.set(schema, false);
    this.#depth += 1;
    const [first] = this.of(schema);
    this.#depth -= 1;
    const everything = first !== undefined && Object.keys(first).length === 0;
    this.#everything.set(schema, everything);
    return everything;
  }

  /** A `$ref` or `allOf` with keywords beside it: all of them as members of one `allOf`. */
  #conjunction(schema: JsonSchema): JsonSchema {
    const { $ref, allOf = [], ...rest } = schema;
    const referred = $ref === undefined ? [] : [{ $ref }];
    const alone = Object.keys(rest).length === 0 && allOf.length === 0;
    if (alone || referred.length + allOf.length === 0) return schema;
    // These look at what the keywords beside them have seen, so they cannot be moved.
    const depends = "unevaluatedItems" in rest || "unevaluatedProperties" in rest;
    if (depends) return { ...rest, allOf: [...allOf, ...referred] };
    const members = [...referred, ...allOf, rest].flatMap((member) => this.#members(member, new Set()));
    return members.length === 0 ? {} : { allOf: members };
  }

  /** The members of a conjunction, those of a conjunction inside it included, without those that say nothing. */
  #members(schema: Subschema, seen: Set<JsonSchema>): Subschema[] {
    if (typeof schema === "boolean") return schema ? [] : [false];
    if (seen.has(schema)) return [];
    seen.add(schema);
    const own = this.#assertions(schema);
    const keywords = Object.keys(own);
    if (keywords.length === 0) return [];
    if (keywords.length > 1) return [schema];
    if (own.allOf !== undefined) return own.allOf.flatMap((member) => this.#members(member, seen));
    const target = own.$ref === undefined ? undefined : resolveReference(this.#root, own.$ref);
    return target === undefined ? [schema] : this.#members(target, seen);
  }

  #isExclusive(schema: JsonSchema, members: readonly Subschema[]): boolean {
    const known = this.#exclusive.get(schema);
    if (known !== undefined) return known;
    this.#exclusive.set(schema, false);
    const exclusive = areDisjoint(
      members.map((member) => this.of(member)),
      (part) => this.#literals(part),
    );
    this.#exclusive.set(schema, exclusive);
    return exclusive;
  }

  /** The texts of the values that a schema lists, seen through plain references; undefined when it lists none. */
  #literals(schema: Subschema): ReadonlySet<string> | undefined {
    let current = schema;
    for (const seen = new Set<Subschema>(); typeof current === "object" && !seen.has(current);) {
      seen.add(current);
      const own = withLiterals(assertions(current));
      if (own.enum !== undefined) return new Set(own.enum.map((value: Json) => canonicalJson(value)));
      if (own.$ref === undefined) return undefined;
      current = resolveReference(this.#root, own.$ref) ?? true;
    }
    return undefined;
  }
}

function isEmptyObject(schema: Subschema | undefined): boolean {
  return typeof schema === "object" && Object.keys(assertions(schema)).length === 0;
}

const LOOKING_BACK = ["unevaluatedItems", "unevaluatedProperties"];

/** Whether a keyword of a document depends on what others have seen. */
function looksBack(root: JsonSchema): boolean {
  const found = new Set<JsonSchema>([root]);
  for (const schema of found) {
    if (LOOKING_BACK.some((keyword) => keyword in schema)) return true;
    for (const child of children(schema)) if (typeof child.schema === "object") found.add(child.schema);
  }
  return false;
}
