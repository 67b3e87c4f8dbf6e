import type { PlanNode } from "@espalier/runner";
import type { OccurrenceLog } from "./occurrence-log.ts";

/** Branches, exits or items by their index, from `first` to before `end`. */
export interface Entered {
  readonly first: number;
  readonly end: number;
}

/** What an execution of a container goes through. Undefined: a leaf, or a container that does not know it yet. */
export function enteredBy(node: PlanNode, own: OccurrenceLog | undefined): Entered | undefined {
  switch (node.kind) {
    case "leaf":
      return undefined;
    case "for_each":
      return own?.count === undefined ? undefined : { first: 0, end: own.count };
    case "if": {
      if (own?.answer === undefined) return undefined;
      const taken = own.answer ? 0 : 1;
      return { first: taken, end: taken + 1 };
    }
    case "sequence":
    case "parallel":
      return { first: 0, end: node.blocks.length };
  }
}
