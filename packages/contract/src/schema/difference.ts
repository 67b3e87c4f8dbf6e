import { canonicalJson } from "../canonical.ts";
import type { Json, JsonSchema } from "../json.ts";
import { classify } from "./normal/classes.ts";
import type { Classes } from "./normal/classes.ts";
import { describeNode, describeVariant, kindOf } from "./normal/describe.ts";
import { graphOf } from "./normal/graph.ts";
import type { SchemaNode, VariantNode } from "./normal/graph.ts";

/** What the two schemas are called in the sentence, such as `then` and `otherwise`. */
export type Sides = readonly [string, string];

/** How far down a difference is followed. */
const MOST_LEVELS = 20;

/**
 * One sentence that says where two schemas differ: the first difference on the way down. Empty when they are equal.
 */
export function schemaDifference(a: JsonSchema, b: JsonSchema, sides?: Sides): string {
  return schemaDifferences(a, b, sides, 1)[0] ?? "";
}

/** A sentence for each place where two schemas differ, at most `most` of them: there may be any number. Empty when they are equal. */
export function schemaDifferences(
  a: JsonSchema,
  b: JsonSchema,
  sides: Sides = ["the first", "the second"],
  most = 10,
): string[] {
  const [first, second] = [graphOf(a), graphOf(b)];
  const search = new Search(classify([first, second]), sides, most);
  search.schemas(first, second, "");
  if (search.found.length > 0) return search.found.map((found) => capital(`${found}.`));
  return search.classes.settled ? [] : ["The schemas are too entangled to be compared."];
}

/** Adds what differs to `found`, in the order of the way down. */
class Search {
  readonly classes: Classes;
  readonly found: string[] = [];
  readonly #sides: Sides;
  readonly #most: number;
  /** Pairs that are being compared, and those in which nothing was found. */
  readonly #seen = new Set<string>();
  #depth = 0;

  constructor(classes: Classes, sides: Sides, most: number) {
    this.classes = classes;
    this.#sides = sides;
    this.#most = most;
  }

  schemas(a: SchemaNode, b: SchemaNode, path: string): void {
    const pair = `${this.classes.of(a)} ${this.classes.of(b)}`;
    if (this.classes.of(a) === this.classes.of(b) || this.#seen.has(pair) || this.#isFull()) return;
    if (this.#depth >= MOST_LEVELS) return this.#say(path, "differs further inside");
    const before = this.found.length;
    this.#seen.add(pair);
    this.#depth += 1;
    this.#unions(a, b, path);
    this.#depth -= 1;
    // The same difference elsewhere is another one.
    if (this.found.length > before) this.#seen.delete(pair);
  }

  #isFull(): boolean {
    return this.found.length >= this.#most;
  }

  #unions(a: SchemaNode, b: SchemaNode, path: string): void {
    const onlyA = this.#without(a, b);
    const onlyB = this.#without(b, a);
    const [one] = onlyA;
    const [other] = onlyB;
    if (one !== undefined && other !== undefined && onlyA.length === 1 && onlyB.length === 1) {
      const before = this.found.length;
      this.#variants(one, other, path);
      if (this.found.length === before) this.#are(a, b, path);
      return;
    }
    if (one === undefined) return this.#alsoAllows(1, onlyB, path, a);
    if (other === undefined) return this.#alsoAllows(0, onlyA, path, b);
    return this.#are(a, b, path);
  }

  #variants(a: VariantNode, b: VariantNode, path: string): void {
    if (kindOf(a) !== kindOf(b)) {
      const [first, second] = [describeVariant(a), describeVariant(b)];
      return this.#say(path, `is ${first} in ${this.#sides[0]} and ${second} in ${this.#sides[1]}`);
    }
    const before = this.found.length;
    this.#fields(a, b, path);
    this.#closed(a, b, path);
    // What fields and closing say is also said by keywords; they have the word where there is nothing better.
    this.#values(a, b, path, this.found.length > before);
    this.#inside(a, b, path, this.found.length > before);
  }

  #fields(a: VariantNode, b: VariantNode, path: string): void {
    const [mine, others] = [fieldsOf(a), fieldsOf(b)];
    for (const name of new Set([...mine.keys(), ...others.keys()])) {
      const [one, other] = [mine.get(name), others.get(name)];
      const inner = path === "" ? name : `${path}.${name}`;
      if (one === undefined || other === undefined) {
        this.#say(inner, `is declared in ${this.#only(one !== undefined)}`);
      } else if (isRequired(a, name) !== isRequired(b, name)) {
        this.#say(inner, `is required in ${this.#only(isRequired(a, name))}`);
      }
    }
  }

  #closed(a: VariantNode, b: VariantNode, path: string): void {
    const [one, other] = [a, b].map((variant) => extraFields(variant));
    if (one === other) return;
    if (one !== "closed" && other !== "closed") return;
    this.#say(path, `is closed to undeclared fields in ${this.#only(one === "closed")}`);
  }

  #values(a: VariantNode, b: VariantNode, path: string, fieldsDiffer: boolean): void {
    for (const keyword of new Set([...Object.keys(a.values), ...Object.keys(b.values)])) {
      const [one, other] = [a.values[keyword], b.values[keyword]];
      if (canonicalJson(one ?? null) === canonicalJson(other ?? null)) continue;
      if (keyword === "required" && fieldsDiffer) continue;
      if (keyword === "enum") this.#listed(one, other, path);
      else this.#value(keyword, one, other, path);
    }
  }

  #value(keyword: string, a: Json | undefined, b: Json | undefined, path: string): void {
    if (a === undefined || b === undefined) {
      const value = canonicalJson(a ?? b);
      return this.#say(path, `has \`${keyword}\` ${value} in ${this.#only(a !== undefined)}`);
    }
    const [first, second] = [`${canonicalJson(a)} in ${this.#sides[0]}`, `${canonicalJson(b)} in ${this.#sides[1]}`];
    this.#say(path, `has \`${keyword}\` ${first} and ${second}`);
  }

  #listed(a: Json | undefined, b: Json | undefined, path: string): void {
    const [mine, others] = [a, b].map((values) =>
      Array.isArray(values) ? values.map((value: Json) => canonicalJson(value)) : [],
    );
    const onlyA = (mine ?? []).filter((text) => !others?.includes(text));
    const onlyB = (others ?? []).filter((text) => !mine?.includes(text));
    const first = onlyA.length === 0 ? undefined : `${onlyA.join(", ")} in ${this.#only(true)}`;
    const second = onlyB.length === 0 ? undefined : `${onlyB.join(", ")} in ${this.#only(false)}`;
    this.#say(path, `may be ${[first, second].filter((part) => part !== undefined).join(" and ")}`);
  }

  #inside(a: VariantNode, b: VariantNode, path: string, differs: boolean): void {
    const before = this.found.length;
    for (const edge of a.edges) {
      const other = edgeLike(edge, b);
      if (other !== undefined) this.schemas(edge.node, other.node, below(path, edge.keyword, edge.key));
      else if (!differs) this.#say(path, `has \`${edge.keyword}\` in ${this.#only(true)}`);
    }
    if (differs || this.found.length > before) return;
    const extra = b.edges.find((edge) => edgeLike(edge, a) === undefined);
    const [set] = [...a.sets, ...b.sets];
    if (extra !== undefined) this.#say(path, `has \`${extra.keyword}\` in ${this.#only(false)}`);
    else if (set !== undefined) this.#say(path, `differs in \`${set.keyword}\``);
  }

  #without(a: SchemaNode, b: SchemaNode): VariantNode[] {
    const known = new Set(b.variants.map((variant) => this.classes.of(variant)));
    return a.variants.filter((variant) => !known.has(this.classes.of(variant)));
  }

  #alsoAllows(side: 0 | 1, extra: readonly VariantNode[], path: string, without: SchemaNode): void {
    const more = extra.map(describeVariant).join(" | ");
    const also = without.variants.length === 0 ? "allows" : "also allows";
    this.#add(`${this.#sides[side]} ${also} ${more}${path === "" ? "" : ` at "${path}"`}`);
  }

  #are(a: SchemaNode, b: SchemaNode, path: string): void {
    this.#say(path, `is ${describeNode(a)} in ${this.#sides[0]} and ${describeNode(b)} in ${this.#sides[1]}`);
  }

  #only(first: boolean): string {
    return `${this.#sides[first ? 0 : 1]} only`;
  }

  #say(path: string, what: string): void {
    this.#add(`${path === "" ? "the value" : `"${path}"`} ${what}`);
  }

  #add(difference: string): void {
    if (!this.#isFull()) this.found.push(difference);
  }
}

type Edge = VariantNode["edges"][number];

function edgeLike({ key, keyword }: Edge, { edges }: VariantNode): Edge | undefined {
  return edges.find((edge) => edge.key === key && edge.keyword === keyword);
}

function fieldsOf({ edges }: VariantNode): Map<string, SchemaNode> {
  const fields = edges.filter(({ keyword }) => keyword === "properties");
  return new Map(fields.map(({ key, node }) => [key ?? "", node]));
}

function isRequired({ values }: VariantNode, name: string): boolean {
  const { required } = values;
  return Array.isArray(required) && required.includes(name);
}

function extraFields({ edges }: VariantNode): "closed" | "open" | "typed" {
  const extra = edges.find(({ keyword }) => keyword === "additionalProperties");
  if (extra === undefined) return "open";
  return extra.node.variants.length === 0 ? "closed" : "typed";
}

function below(path: string, keyword: string, key: string | undefined): string {
  if (keyword === "properties") return path === "" ? `${key}` : `${path}.${key}`;
  if (keyword === "items") return `${path}[]`;
  if (keyword === "prefixItems") return `${path}[${key}]`;
  return `${path}<${keyword}>`;
}

function capital(sentence: string): string {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}
