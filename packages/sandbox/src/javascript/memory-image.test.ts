import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { restoreImage, takeImage } from "./memory-image.ts";

const PAGES = 2;
const byte = fc.tuple(fc.nat({ max: PAGES * 65_536 - 1 }), fc.integer({ min: 1, max: 255 }));
const writes = fc.array(byte, { maxLength: 40 });

function write(memory: WebAssembly.Memory, bytes: readonly (readonly [number, number])[]): void {
  const view = new Uint8Array(memory.buffer);
  for (const [offset, value] of bytes) view[offset] = value;
}

test("whatever was written since, every byte is what it was, also of a memory that has grown", () => {
  fc.assert(
    fc.property(writes, writes, fc.boolean(), (before, after, grows) => {
      const memory = new WebAssembly.Memory({ initial: PAGES, maximum: PAGES + 1 });
      write(memory, before);
      const expected = Buffer.from(memory.buffer.slice(0));
      const image = takeImage(memory);
      write(memory, after);
      if (grows) {
        memory.grow(1);
        new Uint8Array(memory.buffer).fill(7, PAGES * 65_536);
      }
      restoreImage(memory, image);
      const now = Buffer.from(memory.buffer);
      expect(now.subarray(0, expected.length).equals(expected)).toBe(true);
      expect(now.subarray(expected.length).every((value) => value === 0)).toBe(true);
    }),
    { numRuns: 50 },
  );
});

test("an image on top of another holds what differs, pages that became zero too", () => {
  fc.assert(
    fc.property(writes, writes, writes, fc.nat({ max: 31 }), (before, between, after, cleared) => {
      const memory = new WebAssembly.Memory({ initial: PAGES });
      const bytes = Buffer.from(memory.buffer);
      write(memory, before);
      const base = takeImage(memory);
      write(memory, between);
      bytes.fill(0, cleared * 4096, (cleared + 1) * 4096);
      const expected = Buffer.from(bytes);
      const image = takeImage(memory, base);
      expect(image.size).toBeLessThanOrEqual((new Set(between.map(([at]) => at >> 12)).size + 1) * 4096);
      write(memory, after);
      restoreImage(memory, image);
      expect(bytes.equals(expected)).toBe(true);
    }),
    { numRuns: 50 },
  );
});

test("an image holds only the pages that something is in", () => {
  const memory = new WebAssembly.Memory({ initial: PAGES });
  expect(takeImage(memory)).toEqual({ runs: [], size: 0 });
  write(memory, [
    [0, 1],
    [4095, 1],
    [4096, 1],
    [131_071, 1],
  ]);
  const image = takeImage(memory);
  expect(image.size).toBe(3 * 4096);
  expect(image.runs.map(({ offset, bytes }) => [offset, bytes.length])).toEqual([
    [0, 2 * 4096],
    [126_976, 4096],
  ]);
});
