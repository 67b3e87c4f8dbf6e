import type { SyntaxNode } from "@lezer/common";
import type { Source } from "../source.ts";

/** Something that the parser lets pass and Python does not. */
export interface Mistake {
  readonly offset: number;
  readonly message: string;
  readonly hint?: string | undefined;
}

/** Looks at one node, of a kind that the rule is registered for. */
export type Rule = (source: Source, node: SyntaxNode) => Mistake | undefined;
