import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { Output } from "./output.ts";

const fence = Buffer.from("0123456789abcdef");

test("gives exactly what came before the fence, however the stream was cut", () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 100 }),
      fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1 }),
      (data, cuts) => {
        const stream = Buffer.concat([data, fence]);
        const output = new Output(100, fence);
        for (let start = 0, cut = 0; start < stream.length; cut++) {
          expect(output.fenced).toBe(false);
          const length = cuts[cut % cuts.length] ?? 1;
          output.push(stream.subarray(start, start + length));
          start += length;
        }
        expect(output.fenced).toBe(true);
        expect(output.bytes()).toEqual(Buffer.from(data));
        expect(output.overflowed).toBe(false);
      },
    ),
  );
});

test("finds the fence also behind more than it keeps", () => {
  const output = new Output(10, fence);
  output.push(Buffer.alloc(1000));
  expect([output.overflowed, output.fenced]).toEqual([true, false]);
  output.push(fence);
  expect(output.fenced).toBe(true);
});
