import { createHash } from "node:crypto";

/** A stream of numbers that its seed alone decides. */
export interface Random {
  /** A whole number from `least` to `most`, both included. */
  readonly between: (least: number, most: number) => number;
  readonly pick: <T>(list: readonly T[]) => T;
}

/** Numbers from SHA-256 in counter mode: slow, but the same on every machine and for ever. */
export function createRandom(...seeds: readonly unknown[]): Random {
  const key = createHash("sha256").update(JSON.stringify(seeds)).digest("hex");
  let counter = 0;
  const fraction = (): number => createHash("sha256").update(`${key}:${counter++}`).digest().readUInt32BE(0) / 2 ** 32;
  const between = (least: number, most: number): number => least + Math.floor(fraction() * (most - least + 1));
  return { between, pick: (list) => list[between(0, list.length - 1)]! };
}
