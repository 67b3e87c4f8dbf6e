import type { SyntaxNode } from "@lezer/common";
import type { Source } from "../source.ts";
import { slashesOf } from "../parameters.ts";
import { commaGroups, identifier } from "../tree.ts";
import type { Mistake, Rule } from "./rule.ts";

/** Parameters have different names; those with defaults come last; nothing follows `**`. */
export const parameterRule: Rule = (source, node) => {
  const state: State = { names: new Set(), star: undefined, ended: false, hasDefault: false };
  for (const group of commaGroups(node)) {
    const mistake = check(source, state, group);
    if (mistake) return mistake;
  }
  const slash = checkSlash(source, node);
  if (slash) return slash;
  return state.star === undefined ? undefined : { offset: state.star, message: `Named parameters have to follow "*".` };
};

/** One `/`, with a parameter before it and no star. */
function checkSlash(source: Source, list: SyntaxNode): Mistake | undefined {
  const [slash, second] = slashesOf(source, list);
  if (slash === undefined) return undefined;
  if (second !== undefined) return { offset: second, message: `There can be only one "/".` };
  const [first] = list.getChildren("VariableName");
  if (!first || first.from > slash) return { offset: slash, message: `A parameter has to come before "/".` };
  const star = list.getChild("*") ?? list.getChild("**");
  return star && star.from < slash ? { offset: slash, message: `"/" comes before "*".` } : undefined;
}

interface State {
  readonly names: Set<string>;
  /** A star alone that still waits for a parameter. */
  star: number | undefined;
  ended: boolean;
  /** Whether a parameter with a default came before; undefined after a star, where it does not matter. */
  hasDefault: boolean | undefined;
}

function check(source: Source, state: State, group: readonly SyntaxNode[]): Mistake | undefined {
  const [first] = group;
  const name = group.find((node) => node.name === "VariableName");
  if (!first || first.type.isError) return undefined;
  if (state.ended) return { offset: first.from, message: `No parameter can follow "**".` };
  if (first.name === "*") {
    if (state.hasDefault === undefined) return { offset: first.from, message: `There can be only one "*".` };
    state.hasDefault = undefined;
    state.star = name ? undefined : first.from;
  } else if (first.name === "**") {
    if (state.star !== undefined) return { offset: state.star, message: `Named parameters have to follow "*".` };
    state.ended = true;
  } else state.star = undefined;
  return (name && checkName(source, state, name)) ?? checkDefault(state, first, group);
}

function checkName(source: Source, { names }: State, name: SyntaxNode): Mistake | undefined {
  const text = identifier(source, name);
  if (names.has(text)) return { offset: name.from, message: `There are two parameters ${JSON.stringify(text)}.` };
  names.add(text);
  return undefined;
}

function checkDefault(state: State, first: SyntaxNode, group: readonly SyntaxNode[]): Mistake | undefined {
  if (state.hasDefault === undefined || first.name !== "VariableName") return undefined;
  const hasDefault = group.some((node) => node.name === "AssignOp");
  if (state.hasDefault && !hasDefault) {
    return { offset: first.from, message: "A parameter without a default cannot follow one that has a default." };
  }
  state.hasDefault = hasDefault;
  return undefined;
}
