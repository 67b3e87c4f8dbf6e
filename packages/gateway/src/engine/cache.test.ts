import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { createCache } from "./cache.ts";

test("what was used longest ago gives way", () => {
  const cache = createCache<string, number>(10);
  cache.set("a", 1, 4);
  cache.set("b", 2, 4);
  expect(cache.get("a")).toBe(1);
  cache.set("c", 3, 4);
  expect(["a", "b", "c"].map((key) => cache.get(key))).toEqual([1, undefined, 3]);
});

test("a key that is set again counts once", () => {
  const cache = createCache<string, number>(10);
  for (let value = 0; value < 5; value++) cache.set("a", value, 4);
  cache.set("b", 9, 6);
  expect([cache.get("a"), cache.get("b")]).toEqual([4, 9]);
});

test("the newest stays although it is too large, and everything else goes", () => {
  const cache = createCache<string, number>(10);
  cache.set("a", 1, 4);
  cache.set("b", 2, 40);
  expect([cache.get("a"), cache.get("b")]).toEqual([undefined, 2]);
  cache.set("c", 3, 1);
  expect([cache.get("b"), cache.get("c")]).toEqual([undefined, 3]);
});

test("it keeps what a plain list of the last used would keep", () => {
  const operation = fc.record({ set: fc.boolean(), key: fc.nat(8), size: fc.nat(5) });
  fc.assert(
    fc.property(fc.array(operation, { maxLength: 100 }), (operations) => {
      const cache = createCache<number, number>(10);
      let used: { key: number; size: number }[] = []; // the oldest first
      for (const { set, key, size } of operations) {
        const before = used.find((each) => each.key === key);
        if (!set) expect(cache.get(key)).toBe(before?.size);
        if (!set && before === undefined) continue;
        if (set) cache.set(key, size, size);
        used = [...used.filter((each) => each !== before), set ? { key, size } : before!];
        while (used.length > 1 && used.reduce((sum, each) => sum + each.size, 0) > 10) used.shift();
      }
      for (let key = 0; key <= 8; key++) expect(cache.get(key)).toBe(used.find((each) => each.key === key)?.size);
    }),
  );
});
