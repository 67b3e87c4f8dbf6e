import type { BundleV2, JsonSchema, Node, Program } from "@espalier/contract";

const ANY: JsonSchema = {};
const MAX_DEPTH = 4;

/** A random bundle of every node kind, four composites deep at most. Its programs are never run. */
export function randomBundle(random: () => number): BundleV2 {
  let count = 0;
  const below = (limit: number): number => Math.floor(random() * limit);
  const list = (depth: number): Node[] => Array.from({ length: 1 + below(3) }, () => node(depth));

  function node(depth: number): Node {
    const id = `node_${++count}`;
    switch (depth >= MAX_DEPTH ? 0 : below(7)) {
      case 3:
        return { id, type: "sequence", nodes: list(depth + 1), output_schema: ANY };
      case 4:
        return { id, type: "parallel", branches: branches(depth), max_concurrency: 1 + below(4), output_schema: ANY };
      case 5: {
        const items = { source: "previous" } as const;
        const limits = { max_items: 1 + below(5), max_concurrency: 1 + below(4) };
        return { id, type: "for_each", items, nodes: list(depth + 1), ...limits, output_schema: ANY };
      }
      case 6:
        return {
          id,
          type: "if",
          condition: program(),
          then: list(depth + 1),
          otherwise: list(depth + 1),
          output_schema: ANY,
        };
      default:
        return leaf(id);
    }
  }

  function branches(depth: number): { name: string; nodes: Node[] }[] {
    return Array.from({ length: 1 + below(4) }, (_, index) => ({ name: `b${index}`, nodes: list(depth + 1) }));
  }

  function leaf(id: string): Node {
    const retry = {
      max_attempts: 1 + below(3),
      initial_backoff_seconds: 1,
      backoff_multiplier: 2,
      max_backoff_seconds: 30,
    };
    const common = { id, timeout_seconds: 20, retry, output_schema: ANY };
    if (random() < 0.5) return { ...common, type: "python", program: program(), inputs: {} };
    return { ...common, type: "chat_completion", model: "m", messages: [{ binding: { source: "messages" } }] };
  }

  return { contract_version: 2, name: "random", nodes: list(0), output_schema: ANY };
}

function program(): Program & { language: "python" } {
  return { language: "python", source: "", entrypoint: "f", parameters: [], returns: ANY };
}
