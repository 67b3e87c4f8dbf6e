import type { Place } from "@espalier/jsx";
import type ts from "typescript";
import type { Finding } from "../../finding.ts";
import type { Checked } from "../typescript.ts";
import type { ReadKeywords } from "./keywords.ts";
import { ANYTHING, type Definition, type Shape } from "./shape.ts";

/** Where a type was met. */
export interface At {
  /** What the author calls it: `invoice.lines[].due`. */
  readonly path: string;
  /** The nearest place in the author's own files. */
  readonly place: Place;
  /** How it is written there, when that is known. */
  readonly node: ts.TypeNode | undefined;
}

/** Why a type has no schema. */
export interface Refusal {
  /** What it is, to go after the quoted path: `is a "Date", which JSON has no form for`. */
  readonly message: string;
  readonly hint: string;
}

/** More problems of one type than this help nobody. */
const MOST_FINDINGS = 20;
/** A schema of more different types than this is larger than a bundle can hold, or of a type that never ends. */
const MOST_DEFINITIONS = 2_000;
/** How many types may stand inside one another. */
const DEEPEST = 400;
/** How many versions of one generic type may stand inside one another. */
const DEEPEST_OF_ONE = 100;

const SAME_ARGUMENTS = "A generic type that contains itself must pass the same type arguments on";
const ENDLESS: Refusal = {
  message: "has a type that never ends",
  hint: `${SAME_ARGUMENTS}; write out how deep it goes.`,
};
const TOO_LARGE: Refusal = {
  message: `has a type that is made of more than ${MOST_DEFINITIONS.toLocaleString("en")} types`,
  hint: `Write a smaller type with what is used of it. ${SAME_ARGUMENTS}.`,
};

/** The state of reading one type. */
export class Reader implements Checked {
  readonly ts: Checked["ts"];
  readonly program: ts.Program;
  readonly checker: ts.TypeChecker;
  readonly #definitions = new Map<ts.Type, Map<ts.TypeNode | undefined, Definition>>();
  #defined = 0;
  readonly #findings: Finding[] = [];
  readonly #open: (ts.Symbol | undefined)[] = [];
  #endless = false;
  /** Whether the values are made by a program, as opposed to being given to one. */
  readonly isResult: boolean;

  constructor({ ts, program, checker }: Checked, isResult: boolean) {
    this.isResult = isResult;
    this.ts = ts;
    this.program = program;
    this.checker = checker;
  }

  /** The problems found so far, one for each place. */
  get findings(): readonly Finding[] {
    return this.#findings;
  }

  /** The earlier reading of a type, if there is one. The same type written in another way has a reading of its own. */
  definition(type: ts.Type, node: ts.TypeNode | undefined): Definition | undefined {
    return this.#definitions.get(type)?.get(node);
  }

  /** Keeps the reading of a type, as soon as it begins. */
  define(type: ts.Type, node: ts.TypeNode | undefined, definition: Definition): void {
    const readings = this.#definitions.get(type) ?? new Map<ts.TypeNode | undefined, Definition>();
    this.#definitions.set(type, readings.set(node, definition));
    this.#defined += 1;
  }

  /** Records why there is no schema and gives a shape to go on with. */
  refuse({ path, place }: At, { message, hint }: Refusal): Shape {
    const known = this.#findings.some((finding) => finding.place !== undefined && isSamePlace(finding.place, place));
    if (!known && this.#findings.length < MOST_FINDINGS) {
      this.#findings.push({ code: "unserializable-type", message: `"${path}" ${message}.`, hint, place });
    }
    return ANYTHING;
  }

  /** Records what is wrong in a comment and gives the keywords that are right in it. */
  keywords({ keywords, problems }: ReadKeywords, at: At): ReadKeywords["keywords"] {
    for (const problem of problems) {
      this.refuse(at, {
        message: `has a JSDoc tag that cannot be read: ${problem}`,
        hint: "Correct the tag or remove it.",
      });
    }
    return keywords;
  }

  /** Runs `read` one level deeper, unless the type goes on for ever. */
  inside(type: ts.Type, at: At, read: () => Shape): Shape {
    if (this.#endless) return ANYTHING;
    const symbol = type.aliasSymbol ?? (this.checker.isArrayType(type) ? undefined : type.getSymbol());
    const same = symbol === undefined ? 0 : this.#open.filter((open) => open === symbol).length;
    const isEndless = same >= DEEPEST_OF_ONE || this.#open.length >= DEEPEST;
    if (isEndless || this.#defined > MOST_DEFINITIONS) {
      this.#endless = true;
      this.#findings.length = 0;
      return this.refuse({ ...at, path: rootOf(at.path) }, isEndless ? ENDLESS : TOO_LARGE);
    }
    this.#open.push(symbol);
    const shape = read();
    this.#open.pop();
    return shape;
  }
}

function isSamePlace(a: Place, b: Place): boolean {
  return a.file === b.file && a.line === b.line && a.column === b.column;
}

/** What a path starts with. The path of a type that never ends says nothing. */
function rootOf(path: string): string {
  return /^[^.[]*/.exec(path)?.[0] ?? path;
}
