import { blockOf, blockStart, type Block, type PlanNode } from "@espalier/runner";
import { LeafError } from "./leaf-error.ts";
import type { RunValues } from "./run-values.ts";

/** What results are composed of. */
type Results = Pick<RunValues, "answers" | "counts" | "output">;

/**
 * The result of a completed node as JSON text. Containers are composed of their leaves' texts: branches in authoring
 * order, items in input order. Throws `LeafError` (`result_too_large`) beyond `maxBytes`.
 */
export function resultOf(values: Results, node: PlanNode, occ: number, maxBytes: number): string {
  if (node.kind === "leaf") return values.output(occ);
  const parts: string[] = [];
  let bytes = 0;
  writeNode(values, node, occ, (text) => {
    bytes += Buffer.byteLength(text);
    if (bytes > maxBytes) throw tooLarge(node, maxBytes);
    parts.push(text);
    return true;
  });
  return parts.join("");
}

/** The first `length` characters of it. No more leaves are read than that takes. */
export function beginningOf(values: Results, node: PlanNode, occ: number, length: number): string {
  let beginning = "";
  writeNode(values, node, occ, (text) => {
    beginning += text;
    return beginning.length < length;
  });
  return beginning.slice(0, length);
}

/** The result of the whole run. */
export function runOutput(values: RunValues, maxBytes: number): string {
  const last = values.plan.root.nodes.at(-1)!;
  return resultOf(values, last, 1 + last.offset, maxBytes);
}

/** Takes the next piece, and says whether it takes another. */
type Write = (text: string) => boolean;

function writeNode(values: Results, node: PlanNode, occ: number, write: Write): boolean {
  const inner = (index: number): boolean => {
    return writeBlock(values, blockOf(node, index), blockStart(node, occ, index), write);
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

function writeBlock(values: Results, block: Block, base: number, write: Write): boolean {
  const last = block.nodes.at(-1)!;
  return writeNode(values, last, base + last.offset, write);
}

function writeObject(node: PlanNode, inner: (index: number) => boolean, write: Write): boolean {
  for (const [index, { name }] of node.blocks.entries()) {
    if (!write(`${index === 0 ? "{" : ","}${JSON.stringify(name)}:`) || !inner(index)) return false;
  }
  return write("}");
}

function writeList(count: number, inner: (index: number) => boolean, write: Write): boolean {
  if (!write("[")) return false;
  for (let index = 0; index < count; index++) {
    if ((index > 0 && !write(",")) || !inner(index)) return false;
  }
  return write("]");
}

function known<T>(values: { get(occ: number): T | undefined }, occ: number): T {
  const value = values.get(occ);
  if (value === undefined) throw new RangeError(`nothing is known of occurrence ${occ}`);
  return value;
}

function tooLarge({ id }: PlanNode, maxBytes: number): LeafError {
  return new LeafError("result_too_large", `The result of ${id} is larger than ${maxBytes} bytes.`);
}
