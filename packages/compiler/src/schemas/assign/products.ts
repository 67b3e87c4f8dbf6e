import { type Json, type JsonSchema, resolveReference } from "@espalier/contract";
import { type Conjunction, Exhausted, meaningful, type Part, type Session } from "./session.ts";
import { ALL_TYPES, type ShapeType, typesOf, typeOfValue, valuesOf } from "./types.ts";

/** One alternative of a schema, with every union, reference and condition in place resolved. */
export interface Product {
  /** Schemas of which only the keywords count that say something about one alternative. */
  readonly atoms: readonly Atom[];
  /** What must not hold beside them. */
  readonly nots: readonly Part[];
  /** Whether something else narrows it, so that nothing is certain to be allowed. */
  readonly opaque: boolean;
}

/** A schema object and its document. */
export interface Atom {
  readonly schema: JsonSchema;
  readonly root: JsonSchema;
}

/** An alternative of one JSON type, numbers and integers being one. */
export interface Variant extends Product {
  readonly type: ShapeType;
  /** The values that come into question when they are listed; other keywords may forbid some of them. */
  readonly values: readonly Json[] | undefined;
}

const ANYTHING: Product = { atoms: [], nots: [], opaque: false };
const MOST_PRODUCTS = 2_000;
const MOST_REFERENCES = 200;

/** The alternatives of schemas that hold together, one JSON type each. Values of none of them are not allowed. */
export function variantsOf(parts: Conjunction, session: Session): readonly Variant[] {
  const memo = session.memo<readonly Variant[]>("variants");
  const own = meaningful(parts);
  const key = session.key(own);
  let variants = memo.get(key);
  if (variants === undefined) {
    variants = expandAll(own, session, 0).flatMap(split);
    memo.set(key, variants);
  }
  return variants;
}

/** A product as one variant for each JSON type that it allows. */
export function split(product: Product): Variant[] {
  const values = listedValues(product);
  return sharedTypes(product).flatMap((type): Variant[] => {
    const own = (values ?? impliedValues(type))?.filter((value) => typeOfValue(value) === type);
    return own?.length === 0 ? [] : [{ ...product, type, values: own }];
  });
}

function impliedValues(type: ShapeType): readonly Json[] | undefined {
  if (type === "boolean") return [false, true];
  return type === "null" ? [null] : undefined;
}

function listedValues({ atoms }: Product): readonly Json[] | undefined {
  let best: readonly Json[] | undefined;
  for (const { schema } of atoms) {
    const values = valuesOf(schema);
    if (values !== undefined && (best === undefined || values.length < best.length)) best = values;
  }
  return best;
}

function sharedTypes({ atoms }: Product): readonly ShapeType[] {
  return atoms.reduce((types: readonly ShapeType[], { schema }) => {
    const own = typesOf(schema);
    return own === undefined ? types : types.filter((type) => own.includes(type));
  }, ALL_TYPES);
}

function expandAll(parts: Conjunction, session: Session, depth: number): Product[] {
  let products = [ANYTHING];
  for (const part of parts) products = combine(products, expand(part, session, depth), session);
  return products;
}

function expand({ schema, root }: Part, session: Session, depth: number): Product[] {
  if (typeof schema === "boolean") return schema ? [ANYTHING] : [];
  if (depth > MOST_REFERENCES) throw new Exhausted();
  const inside = (inner: Part["schema"]): Part => ({ schema: inner, root });
  const each = (inner: Part["schema"]): Product[] => expand(inside(inner), session, depth + 1);
  let products: Product[] = [
    {
      atoms: [{ schema, root }],
      nots: schema.not === undefined ? [] : [inside(schema.not)],
      opaque: schema["$dynamicRef"] !== undefined,
    },
  ];
  const narrow = (alternatives: Product[]): void => {
    products = combine(products, alternatives, session);
  };
  if (schema.$ref !== undefined) {
    const target = resolveReference(root, schema.$ref);
    narrow(target === undefined ? [{ ...ANYTHING, opaque: true }] : each(target));
  }
  for (const inner of schema.allOf ?? []) narrow(each(inner));
  if (schema.anyOf !== undefined) narrow(schema.anyOf.flatMap(each));
  if (schema.oneOf !== undefined) narrow(exactlyOne(schema.oneOf.map(inside), each));
  if (schema["if"] !== undefined) narrow(conditional(schema, inside, each, session));
  return products;
}

function exactlyOne(alternatives: readonly Part[], each: (schema: Part["schema"]) => Product[]): Product[] {
  return alternatives.flatMap((alternative) => {
    const others = alternatives.filter((other) => other !== alternative);
    return each(alternative.schema).map((product) => ({ ...product, nots: [...product.nots, ...others] }));
  });
}

function conditional(
  schema: JsonSchema,
  inside: (schema: Part["schema"]) => Part,
  each: (schema: Part["schema"]) => Product[],
  session: Session,
): Product[] {
  const { if: condition, then = true, else: otherwise = true } = schema as Record<string, Part["schema"]>;
  if (condition === undefined) return [ANYTHING];
  const unmet = each(otherwise).map((product) => ({ ...product, nots: [...product.nots, inside(condition)] }));
  return [...combine(each(condition), each(then), session), ...unmet];
}

function combine(left: readonly Product[], right: readonly Product[], session: Session): Product[] {
  if (left.length * right.length > MOST_PRODUCTS * 10) throw new Exhausted();
  session.spend(left.length * right.length);
  const both = left.flatMap((a) => right.map((b) => merge(a, b)));
  const possible = both.filter((product) => sharedTypes(product).length > 0);
  if (possible.length > MOST_PRODUCTS) throw new Exhausted();
  return possible;
}

function merge(a: Product, b: Product): Product {
  if (a === ANYTHING) return b;
  if (b === ANYTHING) return a;
  return { atoms: [...a.atoms, ...b.atoms], nots: [...a.nots, ...b.nots], opaque: a.opaque || b.opaque };
}
