import { expect, test } from "@jest/globals";
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
