import type { SyntaxNode, Tree } from "@lezer/common";
import { bridgeDecorator } from "./decorator.ts";
import type { Edit } from "./edit.ts";
import { bridgeBackslashes, bridgeFormat } from "./format.ts";
import { bridgeLoop } from "./loop.ts";
import { bridgeClause, bridgeEmptyPattern, bridgeSubject } from "./match.ts";
import { bridgeNumber } from "./number.ts";
import { bridgeSlash, bridgeTypeParameters } from "./parameters.ts";
import { bridgeWith } from "./with.ts";

/**
 * Edits over forms that Python has and the grammar lacks, of which it knows a similar one. Each is as long as what it
 * replaces.
 */
export function bridges(text: string, tree: Tree): Edit[] {
  const edits: Edit[] = [];
  const visited = new Set<number>();
  tree.iterate({
    enter(reference) {
      // Python 3 has no print statement: it is a name like any other.
      if (reference.name === "PrintStatement") edits.push({ from: reference.from, replacement: "prinT" });
      const bridge = ALWAYS.get(reference.name);
      if (bridge) edits.push(...bridge(text, reference.node));
      if (!reference.type.isError) return;
      const owner = ownerOf(reference.node);
      const repair = owner && ON_ERROR.get(owner.name);
      if (!repair || visited.has(owner.from)) return;
      visited.add(owner.from);
      edits.push(...repair(text, owner));
    },
  });
  return edits;
}

type Bridge = (text: string, node: SyntaxNode) => Edit[];

/** What the grammar reads otherwise than Python without noticing. */
const ALWAYS: ReadonlyMap<string, Bridge> = new Map([
  ["PatternArgList", bridgeEmptyPattern],
  ["SequencePattern", bridgeEmptyPattern],
  ["MappingPattern", bridgeEmptyPattern],
  ["MemberExpression", bridgeNumber],
  ["FormatString", bridgeBackslashes],
]);

/** What the grammar stumbles over, by what the error stands in. */
const ON_ERROR: ReadonlyMap<string, Bridge> = new Map([
  ["WithStatement", bridgeWith],
  ["ForStatement", bridgeLoop],
  ["MatchStatement", bridgeSubject],
  ["MatchClause", bridgeClause],
  ["DecoratedStatement", bridgeDecorator],
  ["TypeParamList", bridgeTypeParameters],
  ["LambdaExpression", bridgeSlash],
  ["FormatReplacement", bridgeFormat],
]);

/** The nearest thing around an error that there is a bridge for, up to the block that it stands in. */
function ownerOf(error: SyntaxNode): SyntaxNode | undefined {
  for (let node = error.parent; node; node = node.parent) {
    if (ON_ERROR.has(node.name)) return node;
    if (node.name === "Body" || node.name === "MatchBody") return undefined;
  }
  return undefined;
}
