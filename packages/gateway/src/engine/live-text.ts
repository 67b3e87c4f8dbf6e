import type { PlanNode } from "@espalier/runner";

/** Text of a run's last leaf, while its model says it. */
export interface LiveText {
  /** What has been said so far. */
  readonly said: string;
  push(text: string): void;
  /** Calls back with what has been said so far, and then with each piece, until the answer is called. */
  subscribe(listener: (text: string) => void): () => void;
}

export function createLiveText(): LiveText {
  let said = "";
  const listeners = new Set<(text: string) => void>();
  return {
    get said() {
      return said;
    },
    push(text) {
      said += text;
      for (const listener of listeners) listener(text);
    },
    subscribe(listener) {
      if (said !== "") listener(said);
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/**
 * Whether what a leaf says is the result of its run, letter by letter: a model's text in the last place of the workflow,
 * of a sequence there, or of an exit there. Anything else may still be changed or refused.
 */
export function isResultText(leaf: PlanNode): boolean {
  const { definition } = leaf;
  if (definition.type !== "chat_completion" || definition.response_schema !== undefined) return false;
  for (let node = leaf; ;) {
    const { nodes, owner } = node.parent;
    if (node.position !== nodes.length - 1) return false;
    if (owner === undefined) return true;
    if (owner.kind !== "sequence" && owner.kind !== "if") return false;
    node = owner;
  }
}
