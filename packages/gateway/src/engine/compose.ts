import { blockStart, type Block, type PlanNode } from "@espalier/runner";
import { LeafError } from "./leaf-error.ts";
import type { RunValues } from "./run-values.ts";

/**
 * The result of a completed node as JSON text. Containers are composed of their leaves' texts: branches in authoring
 * order, items in input order. Throws `LeafError` (`result_too_large`) beyond `maxBytes`.
 */
export function resultOf(values: RunValues, node: PlanNode, occ: number, maxBytes: number): string {
  if (node.kind === "leaf") return values.output(occ);
  const parts: string[] = [];
  let bytes = 0;
  writeNode(values, node, occ, (text) => {
    bytes += Buffer.byteLength(text);
    if (bytes > maxBytes) throw tooLarge(node, maxBytes);
    parts.push(text);
  });
  return parts.join("");
}

/** The result of the whole run. */
export function runOutput(values: RunValues, maxBytes: number): string {
  const last = values.plan.root.nodes.at(-1)!;
  return resultOf(values, last, 1 + last.offset, maxBytes);
}

type Write = (text: string) => void;

function writeNode(values: RunValues, node: PlanNode, occ: number, write: Write): void {
  const inner = (index: number): void => {
    const block = node.blocks[node.kind === "for_each" ? 0 : index]!;
    writeBlock(values, block, blockStart(node, occ, index), write);
  };
  switch (node.kind) {
    case "leaf":
      return write(values.output(occ));
    case "sequence":
      return inner(0);
    case "if":
      return inner(known(values.answers, occ) ? 0 : 1);
    case "parallel":
      return writeObject(node, inner, write);
    case "for_each":
      return writeList(known(values.counts, occ), inner, write);
  }
}

function writeBlock(values: RunValues, block: Block, base: number, write: Write): void {
  const last = block.nodes.at(-1)!;
  writeNode(values, last, base + last.offset, write);
}

function writeObject(node: PlanNode, inner: (index: number) => void, write: Write): void {
  for (const [index, { name }] of node.blocks.entries()) {
    write(`${index === 0 ? "{" : ","}${JSON.stringify(name)}:`);
    inner(index);
  }
  write("}");
}

function writeList(count: number, inner: (index: number) => void, write: Write): void {
  write("[");
  for (let index = 0; index < count; index++) {
    if (index > 0) write(",");
    inner(index);
  }
  write("]");
}

function known<T>(values: ReadonlyMap<number, T>, occ: number): T {
  const value = values.get(occ);
  if (value === undefined) throw new RangeError(`nothing is known of occurrence ${occ}`);
  return value;
}

function tooLarge({ id }: PlanNode, maxBytes: number): LeafError {
  return new LeafError("result_too_large", `The result of ${id} is larger than ${maxBytes} bytes.`);
}
