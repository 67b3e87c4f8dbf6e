import { canonicalJson, type JsonSchema, type Subschema } from "@espalier/contract";
import { Proofs } from "./proofs.ts";
import { isUnconstrained } from "../annotations.ts";

/** A schema and the document whose definitions its references name. */
export interface Part {
  readonly schema: Subschema;
  readonly root: JsonSchema;
}

/** Schemas that hold together. None of them: anything. */
export type Conjunction = readonly Part[];

/** Thrown when a comparison takes too many steps, and caught where it began. */
export class Exhausted extends Error {}

const MOST_STEPS = 200_000;
/** Deeper than any schema that a bundle may hold. */
const MOST_LEVELS = 300;

/** What is written under a keyword: one object for all that is written alike, since texts of large unions compare slowly. */
interface Saying {
  readonly hasReferences: boolean;
}

/** What one comparison remembers: the identity of schemas, results by key, and the steps that are left. */
export class Session {
  readonly #ids = new Map<JsonSchema, Map<Subschema, number>>();
  readonly #texts = new WeakMap<object, string>();
  readonly #sayings = new WeakMap<object, Saying>();
  readonly #sayingsByText = new Map<string, Saying>();
  readonly #memos = new Map<string, Map<string, unknown>>();
  readonly proofs = new Proofs(() => {
    // What was found apart because of a proof may rest on one that has just failed.
    if (this.leansOnProofs) for (const name of ["disjoint open", "disjoint declared"]) this.#memos.delete(name);
    this.leansOnProofs = false;
  });
  /** Whether something that is remembered rests on proofs. */
  leansOnProofs = false;
  #nextId = 0;
  #steps = MOST_STEPS;
  #depth = 0;

  /** The steps that were taken. */
  get spent(): number {
    return MOST_STEPS - this.#steps;
  }

  spend(steps: number = 1): void {
    this.#steps -= steps;
    if (this.#steps < 0) throw new Exhausted();
  }

  /** Runs what may lead to itself again inside, at most so many levels deep. */
  deeper<T>(run: () => T): T {
    if (this.#depth >= MOST_LEVELS) throw new Exhausted();
    this.#depth++;
    const result = run();
    this.#depth--;
    return result;
  }

  /** A key that is the same for the same schemas of the same documents, in any order. */
  key(parts: Conjunction): string {
    const ids = new Set(parts.map((part) => this.#id(part)));
    return [...ids].sort((a, b) => a - b).join("&");
  }

  #id({ schema, root }: Part): number {
    if (typeof schema === "boolean") return schema ? -1 : -2;
    let ids = this.#ids.get(root);
    if (ids === undefined) this.#ids.set(root, (ids = new Map()));
    let id = ids.get(schema);
    if (id === undefined) ids.set(schema, (id = this.#nextId++));
    return id;
  }

  memo<T>(name: string): Map<string, T> {
    let memo = this.#memos.get(name);
    if (memo === undefined) this.#memos.set(name, (memo = new Map()));
    return memo as Map<string, T>;
  }

  text(value: object): string {
    let text = this.#texts.get(value);
    if (text === undefined) this.#texts.set(value, (text = canonicalJson(value)));
    return text;
  }

  /** Whether one of several schemas has the same under a keyword as another one. */
  saysTheSame(atoms: readonly Part[], keyword: string, { schema, root }: Part): boolean {
    const wanted = this.#saying(schema, keyword);
    return atoms.some(
      (atom) =>
        this.#saying(atom.schema, keyword) === wanted &&
        (wanted?.hasReferences !== true || this.sameDocument(atom.root, root)),
    );
  }

  #saying(schema: Subschema, keyword: string): Saying | undefined {
    const value = typeof schema === "boolean" ? undefined : schema[keyword];
    if (typeof value !== "object" || value === null)
      return value === undefined ? undefined : this.#ofText(canonicalJson(value));
    let saying = this.#sayings.get(value);
    if (saying === undefined) this.#sayings.set(value, (saying = this.#ofText(this.text(value))));
    return saying;
  }

  #ofText(text: string): Saying {
    let saying = this.#sayingsByText.get(text);
    if (saying === undefined) {
      this.#sayingsByText.set(text, (saying = { hasReferences: text.includes('"$ref"') }));
    }
    return saying;
  }

  /** Whether references of the one document lead to the same as those of the other. */
  sameDocument(a: JsonSchema, b: JsonSchema): boolean {
    return a === b || this.text(a.$defs ?? {}) === this.text(b.$defs ?? {});
  }
}

/** The schemas of a conjunction that say something. */
export function meaningful(parts: Conjunction): Conjunction {
  return parts.filter(({ schema }) => schema !== true && (schema === false || !isUnconstrained(schema)));
}

/** A schema that stands for itself, with no document around it. */
export function alone(schema: JsonSchema): Part {
  return { schema, root: schema };
}

/** Whether schemas that hold together allow everything. */
export function isOpen(parts: Conjunction): boolean {
  return meaningful(parts).length === 0;
}
