import {
  canonicalJson,
  isJsonObject,
  type Json,
  type JsonSchema,
  resolveReference,
  type Subschema,
} from "@espalier/contract";
import { matches, numberOf } from "./members.ts";
import { Exhausted, type Part, Session } from "./session.ts";
import { typeOfValue, valuesOf } from "./types.ts";

/** `undefined` is: it cannot be told. */
type Answer = boolean | undefined;

const DEEPEST = 300;

/**
 * Whether a value is valid for a schema; undefined when it cannot be told (a format, say). The steps count in the session
 * that it is a part of; where it is none, too many of them are something that cannot be told.
 */
export function accepts(value: Json, part: Part, session?: Session): Answer {
  if (session !== undefined) return decide(value, part, session, 0);
  try {
    return decide(value, part, new Session(), 0);
  } catch (error) {
    if (error instanceof Exhausted) return undefined;
    throw error;
  }
}

function decide(value: Json, { schema, root }: Part, session: Session, depth: number): Answer {
  session.spend();
  if (typeof schema === "boolean") return schema;
  if (depth > DEEPEST) return undefined;
  const inner = (part: Subschema, of: Json = value): Answer => decide(of, { schema: part, root }, session, depth + 1);
  return all([
    () => ofType(value, schema),
    () => ofValues(value, schema),
    () => inPlace(schema, root, inner),
    () => ofKind(value, schema, inner),
    () => (UNTOLD.some((keyword) => schema[keyword] !== undefined) ? undefined : true),
  ]);
}

const UNTOLD = ["unevaluatedItems", "unevaluatedProperties", "$dynamicRef"];

type Inner = (part: Subschema, value?: Json) => Answer;

function all(questions: readonly (() => Answer)[]): Answer {
  let answer: Answer = true;
  for (const question of questions) {
    const next = question();
    if (next === false) return false;
    answer = answer === true ? next : answer;
  }
  return answer;
}

function negated(answer: Answer): Answer {
  return answer === undefined ? undefined : !answer;
}

function some(questions: readonly (() => Answer)[]): Answer {
  return negated(all(questions.map((question) => () => negated(question()))));
}

function ofType(value: Json, { type }: JsonSchema): boolean {
  if (type === undefined) return true;
  const types: readonly string[] = [type].flat();
  return types.includes(typeOfValue(value)) || (types.includes("integer") && Number.isInteger(value));
}

function ofValues(value: Json, schema: JsonSchema): boolean {
  if (schema.enum === undefined && schema.const === undefined) return true;
  const text = canonicalJson(value);
  const lists = [schema.enum, schema.const === undefined ? undefined : valuesOf(schema)];
  return lists.every((list) => list === undefined || list.some((item) => canonicalJson(item) === text));
}

function inPlace(schema: JsonSchema, root: JsonSchema, inner: Inner): Answer {
  const { $ref, allOf = [], anyOf, oneOf, not } = schema;
  return all([
    () => ($ref === undefined ? true : referred(root, $ref, inner)),
    ...allOf.map((part) => () => inner(part)),
    () => (anyOf === undefined ? true : some(anyOf.map((part) => () => inner(part)))),
    () => (oneOf === undefined ? true : exactlyOne(oneOf.map((part) => inner(part)))),
    () => (not === undefined ? true : negated(inner(not))),
    () => conditional(schema, inner),
  ]);
}

function referred(root: JsonSchema, reference: string, inner: Inner): Answer {
  const target = resolveReference(root, reference);
  return target === undefined ? undefined : inner(target);
}

function exactlyOne(answers: readonly Answer[]): Answer {
  const certain = answers.filter((answer) => answer === true).length;
  if (certain > 1) return false;
  return answers.includes(undefined) ? undefined : certain === 1;
}

function conditional(schema: JsonSchema, inner: Inner): Answer {
  const { if: condition, then = true, else: otherwise = true } = schema as Record<string, Subschema>;
  if (condition === undefined) return true;
  const met = inner(condition);
  return some([() => all([() => met, () => inner(then)]), () => all([() => negated(met), () => inner(otherwise)])]);
}

function ofKind(value: Json, schema: JsonSchema, inner: Inner): Answer {
  if (typeof value === "string") return ofText(value, schema);
  if (typeof value === "number") return ofNumber(value, schema);
  if (Array.isArray(value)) return ofList(value, schema, inner);
  return isJsonObject(value) ? ofObject(value, schema, inner) : true;
}

function ofText(value: string, schema: JsonSchema): Answer {
  const length = Array.from(value).length;
  if (length < (schema.minLength ?? 0) || length > (schema.maxLength ?? Infinity)) return false;
  const matching = schema.pattern === undefined ? true : matches(schema.pattern, value);
  return matching === true && schema.format !== undefined ? undefined : matching;
}

function ofNumber(value: number, schema: JsonSchema): Answer {
  const limit = (keyword: string, otherwise: number): number => numberOf(schema, keyword) ?? otherwise;
  if (value < limit("minimum", -Infinity) || value > limit("maximum", Infinity)) return false;
  if (value <= limit("exclusiveMinimum", -Infinity) || value >= limit("exclusiveMaximum", Infinity)) return false;
  const step = numberOf(schema, "multipleOf");
  if (step === undefined || value === 0) return true;
  // Fractions are not exact.
  return Number.isInteger(step) && Number.isSafeInteger(value) ? value % step === 0 : undefined;
}

function ofList(value: readonly Json[], schema: JsonSchema, inner: Inner): Answer {
  const { prefixItems = [], items = true } = schema;
  if (value.length < (schema.minItems ?? 0) || value.length > (schema.maxItems ?? Infinity)) return false;
  const unique =
    schema["uniqueItems"] !== true || new Set(value.map((item) => canonicalJson(item))).size === value.length;
  if (!unique) return false;
  return all([
    () => (schema["contains"] === undefined ? true : ofContained(value, schema, inner)),
    ...value.map((item, index) => () => inner(prefixItems[index] ?? items, item)),
  ]);
}

function ofContained(value: readonly Json[], schema: JsonSchema, inner: Inner): Answer {
  const answers = value.map((item) => inner(schema["contains"] as Subschema, item));
  const certain = answers.filter((answer) => answer === true).length;
  const possible = answers.filter((answer) => answer !== false).length;
  const [least, most] = [numberOf(schema, "minContains") ?? 1, numberOf(schema, "maxContains") ?? Infinity];
  if (possible < least || certain > most) return false;
  return certain >= least && possible <= most ? true : undefined;
}

/** What a keyword says of those properties that an object has. */
function dependents(value: object, schema: JsonSchema, keyword: string): readonly Json[] {
  const byName = schema[keyword];
  if (!isJsonObject(byName)) return [];
  return Object.entries(byName).flatMap(([name, wanted]) => (Object.hasOwn(value, name) ? [wanted] : []));
}

function ofObject(value: { readonly [key: string]: Json }, schema: JsonSchema, inner: Inner): Answer {
  const names = Object.keys(value);
  if (names.length < (numberOf(schema, "minProperties") ?? 0)) return false;
  if (names.length > (numberOf(schema, "maxProperties") ?? Infinity)) return false;
  if (!(schema.required ?? []).every((name) => Object.hasOwn(value, name))) return false;
  return all([
    ...dependents(value, schema, "dependentRequired").map(
      (wanted) => () => (wanted as readonly string[]).every((name) => Object.hasOwn(value, name)),
    ),
    ...dependents(value, schema, "dependentSchemas").map((part) => () => inner(part as Subschema)),
    ...names.map((name) => () => ofProperty(name, value[name] ?? null, schema, inner)),
  ]);
}

function ofProperty(name: string, value: Json, schema: JsonSchema, inner: Inner): Answer {
  const { properties = {}, patternProperties = {}, additionalProperties = true, propertyNames = true } = schema;
  const declared = Object.hasOwn(properties, name) ? [properties[name] ?? true] : [];
  const patterns = Object.entries(patternProperties).map(([pattern, part]) => [matches(pattern, name), part] as const);
  if (patterns.some(([matching]) => matching === undefined)) return undefined;
  const applying = [...declared, ...patterns.filter(([matching]) => matching === true).map(([, part]) => part)];
  const parts = applying.length > 0 ? applying : [additionalProperties];
  return all([() => inner(propertyNames, name), ...parts.map((part) => () => inner(part, value))]);
}
