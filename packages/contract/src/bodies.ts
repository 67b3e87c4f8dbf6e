import type { Node } from "./generated/v2.ts";

/** A list of nodes inside a composite. */
export interface Body {
  /** The JSON Pointer from the composite to the list, such as `/branches/0/nodes`. */
  readonly pointer: string;
  readonly nodes: readonly Node[];
}

/** The lists of nodes directly inside a node, in preorder; none for a leaf. */
export function bodiesOf(node: Node): Body[] {
  switch (node.type) {
    case "sequence":
    case "for_each":
      return [{ pointer: "/nodes", nodes: node.nodes }];
    case "parallel":
      return node.branches.map(({ nodes }, index) => ({ pointer: `/branches/${index}/nodes`, nodes }));
    case "if":
      return [
        { pointer: "/then", nodes: node.then },
        { pointer: "/otherwise", nodes: node.otherwise },
      ];
    default:
      return [];
  }
}
