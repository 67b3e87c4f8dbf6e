import type { SyntaxNode, Tree } from "@lezer/common";
import type { Finding } from "../finding.ts";
import { branchesOf } from "./conditions.ts";
import type { Source } from "./source.ts";
import { identifier } from "./tree.ts";

/** Builtins that fail in a gateway whatever they are called with, and what to do instead. */
const MISSING: ReadonlyMap<string, string> = new Map([
  ["open", "Take what is in the file as a parameter."],
  ["input", "Take it as a parameter."],
  ["breakpoint", "Leave it out, or print what you want to see."],
  ["exit", "Return early, or raise an exception."],
  ["quit", "Return early, or raise an exception."],
  ["help", "Leave it out."],
]);

interface Call {
  readonly name: string;
  readonly offset: number;
  /** The function at the top level that it stands in; undefined for what runs when the file is loaded. */
  readonly owner: string | undefined;
}

/** Calls of builtins that a gateway does not have. */
export interface MissingBuiltins {
  /** Those that run when the file is loaded. */
  readonly onLoad: readonly Finding[];
  /** Those in a function, and in the functions of the file that it names. */
  reachedFrom(name: string): readonly Finding[];
}

/**
 * Finds calls of builtins that a gateway does not have. A name that the file uses otherwise than in a call may be a
 * variable of its own, and a call in a `try` may be meant to fail; neither is told.
 */
export function findMissingBuiltins(source: Source, tree: Tree): MissingBuiltins {
  const walk = new Walk(source);
  walk.visit(tree);
  const certain = walk.calls.filter(({ name }) => !walk.ambiguous.has(name));
  const describe = (call: Call): Finding => missing(call, source);
  return {
    onLoad: certain.filter(({ owner }) => owner === undefined).map(describe),
    reachedFrom(name) {
      const reached = new Set([name]);
      for (const each of reached) for (const mentioned of walk.mentions.get(each) ?? []) reached.add(mentioned);
      return certain.filter(({ owner }) => owner !== undefined && reached.has(owner)).map(describe);
    },
  };
}

function missing({ name, offset }: Call, source: Source): Finding {
  return {
    code: "forbidden-global",
    message: `A program cannot call ${name}(): it computes its result from its parameters only.`,
    hint: MISSING.get(name),
    place: source.placeAt(offset),
  };
}

/** Bodies whose code runs only when something is called that cannot be followed. */
const UNFOLLOWED = new Set(["ClassDefinition", "LambdaExpression", "TryStatement"]);

class Walk {
  readonly calls: Call[] = [];
  readonly ambiguous = new Set<string>();
  readonly mentions = new Map<string, Set<string>>();
  readonly #source: Source;
  readonly #skipped = new Set<number>();
  #owner: { readonly name: string; readonly from: number } | undefined;
  #unfollowed = 0;

  constructor(source: Source) {
    this.#source = source;
  }

  visit(tree: Tree): void {
    tree.iterate({
      enter: ({ name, node }) => {
        if (name === "Body" && this.#skipped.has(node.from)) return false;
        if (name === "IfStatement")
          for (const body of branchesOf(this.#source, node).skipped) this.#skipped.add(body.from);
        if (UNFOLLOWED.has(name)) this.#unfollowed += 1;
        if (name === "FunctionDefinition") this.#enter(node);
        if (name === "VariableName") this.#meet(node);
        return true;
      },
      leave: ({ name, from }) => {
        if (UNFOLLOWED.has(name)) this.#unfollowed -= 1;
        if (name === "FunctionDefinition" && this.#owner?.from === from) this.#owner = undefined;
      },
    });
  }

  #enter(definition: SyntaxNode): void {
    const name = definition.getChild("VariableName");
    if (this.#owner || this.#unfollowed > 0 || !name) return;
    this.#owner = { name: identifier(this.#source, name), from: definition.from };
  }

  #meet(node: SyntaxNode): void {
    const name = identifier(this.#source, node);
    if (this.#owner) {
      const mentioned = this.mentions.get(this.#owner.name) ?? new Set();
      this.mentions.set(this.#owner.name, mentioned.add(name));
    }
    if (!MISSING.has(name)) return;
    const { parent } = node;
    const isCalled = parent?.name === "CallExpression" && parent.from === node.from;
    if (!isCalled) this.ambiguous.add(name);
    else if (this.#unfollowed === 0) this.calls.push({ name, offset: node.from, owner: this.#owner?.name });
  }
}
