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
export function schemaDifference(a: JsonSchema, b: JsonSchema, sides: Sides = ["the first", "the second"]): string {
  const [first, second] = [graphOf(a), graphOf(b)];
  const search = new Search(classify([first, second]), sides);
  const found = search.schemas(first, second, "");
  if (found !== undefined) return capital(`${found}.`);
  return search.classes.settled ? "" : "The schemas are too entangled to be compared.";
}

class Search {
  readonly classes: Classes;
  readonly #sides: Sides;
  readonly #seen = new Set<string>();
  #depth = 0;

  constructor(classes: Classes, sides: Sides) {
    this.classes = classes;
    this.#sides = sides;
  }

  schemas(a: SchemaNode, b: SchemaNode, path: string): string | undefined {
    const pair = `${this.classes.of(a)} ${this.classes.of(b)}`;
    if (this.classes.of(a) === this.classes.of(b) || this.#seen.has(pair)) return undefined;
    this.#seen.add(pair);
    if (this.#depth >= MOST_LEVELS) return this.#say(path, "differs further inside");
    this.#depth += 1;
    const found = this.#unions(a, b, path);
    this.#depth -= 1;
    return found;
  }

  #unions(a: SchemaNode, b: SchemaNode, path: string): string | undefined {
    const onlyA = this.#without(a, b);
    const onlyB = this.#without(b, a);
    const [one] = onlyA;
    const [other] = onlyB;
    if (one !== undefined && other !== undefined && onlyA.length === 1 && onlyB.length === 1) {
      return this.#variants(one, other, path) ?? this.#are(a, b, path);
    }
    if (one === undefined) return this.#alsoAllows(1, onlyB, path, a);
    if (other === undefined) return this.#alsoAllows(0, onlyA, path, b);
    return this.#are(a, b, path);
  }

  #variants(a: VariantNode, b: VariantNode, path: string): string | undefined {
    if (kindOf(a) !== kindOf(b)) {
      const [first, second] = [describeVariant(a), describeVariant(b)];
      return this.#say(path, `is ${first} in ${this.#sides[0]} and ${second} in ${this.#sides[1]}`);
    }
    return this.#fields(a, b, path) ?? this.#closed(a, b, path) ?? this.#values(a, b, path) ?? this.#inside(a, b, path);
  }

  #fields(a: VariantNode, b: VariantNode, path: string): string | undefined {
    const [mine, others] = [fieldsOf(a), fieldsOf(b)];
    for (const name of new Set([...mine.keys(), ...others.keys()])) {
      const [one, other] = [mine.get(name), others.get(name)];
      const inner = path === "" ? name : `${path}.${name}`;
      if (one === undefined || other === undefined)
        return this.#say(inner, `is declared in ${this.#only(one !== undefined)}`);
      if (isRequired(a, name) !== isRequired(b, name)) {
        return this.#say(inner, `is required in ${this.#only(isRequired(a, name))}`);
      }
    }
    return undefined;
  }

  #closed(a: VariantNode, b: VariantNode, path: string): string | undefined {
    const [one, other] = [a, b].map((variant) => extraFields(variant));
    if (one === other) return undefined;
    if (one !== "closed" && other !== "closed") return undefined;
    return this.#say(path, `is closed to undeclared fields in ${this.#only(one === "closed")}`);
  }

  #values(a: VariantNode, b: VariantNode, path: string): string | undefined {
    for (const keyword of new Set([...Object.keys(a.values), ...Object.keys(b.values)])) {
      const [one, other] = [a.values[keyword], b.values[keyword]];
      if (canonicalJson(one ?? null) === canonicalJson(other ?? null)) continue;
      if (keyword === "enum") return this.#listed(one, other, path);
      if (one === undefined || other === undefined) {
        const value = canonicalJson(one ?? other);
        return this.#say(path, `has \`${keyword}\` ${value} in ${this.#only(one !== undefined)}`);
      }
      const [first, second] = [
        `${canonicalJson(one)} in ${this.#sides[0]}`,
        `${canonicalJson(other)} in ${this.#sides[1]}`,
      ];
      return this.#say(path, `has \`${keyword}\` ${first} and ${second}`);
    }
    return undefined;
  }

  #listed(a: Json | undefined, b: Json | undefined, path: string): string {
    const [mine, others] = [a, b].map((values) =>
      Array.isArray(values) ? values.map((value: Json) => canonicalJson(value)) : [],
    );
    const onlyA = (mine ?? []).filter((text) => !others?.includes(text));
    const onlyB = (others ?? []).filter((text) => !mine?.includes(text));
    const first = onlyA.length === 0 ? undefined : `${onlyA.join(", ")} in ${this.#only(true)}`;
    const second = onlyB.length === 0 ? undefined : `${onlyB.join(", ")} in ${this.#only(false)}`;
    return this.#say(path, `may be ${[first, second].filter((part) => part !== undefined).join(" and ")}`);
  }

  #inside(a: VariantNode, b: VariantNode, path: string): string | undefined {
    for (const edge of a.edges) {
      const other = b.edges.find(({ key, keyword }) => key === edge.key && keyword === edge.keyword);
      if (other === undefined) return this.#say(path, `has \`${edge.keyword}\` in ${this.#only(true)}`);
      const found = this.schemas(edge.node, other.node, below(path, edge.keyword, edge.key));
      if (found !== undefined) return found;
    }
    const extra = b.edges.find(
      (edge) => !a.edges.some(({ key, keyword }) => key === edge.key && keyword === edge.keyword),
    );
    if (extra !== undefined) return this.#say(path, `has \`${extra.keyword}\` in ${this.#only(false)}`);
    const keywords = [...a.sets, ...b.sets].map((set) => `\`${set.keyword}\``);
    return keywords[0] === undefined ? undefined : this.#say(path, `differs in ${keywords[0]}`);
  }

  #without(a: SchemaNode, b: SchemaNode): VariantNode[] {
    const known = new Set(b.variants.map((variant) => this.classes.of(variant)));
    return a.variants.filter((variant) => !known.has(this.classes.of(variant)));
  }

  #alsoAllows(side: 0 | 1, extra: readonly VariantNode[], path: string, without: SchemaNode): string {
    const more = extra.map(describeVariant).join(" | ");
    const also = without.variants.length === 0 ? "allows" : "also allows";
    return `${this.#sides[side]} ${also} ${more}${path === "" ? "" : ` at "${path}"`}`;
  }

  #are(a: SchemaNode, b: SchemaNode, path: string): string {
    return this.#say(path, `is ${describeNode(a)} in ${this.#sides[0]} and ${describeNode(b)} in ${this.#sides[1]}`);
  }

  #only(first: boolean): string {
    return `${this.#sides[first ? 0 : 1]} only`;
  }

  #say(path: string, what: string): string {
    return `${path === "" ? "the value" : `"${path}"`} ${what}`;
  }
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
