import { expect, test } from "@jest/globals";
import { authorPlace, frameName, innermostOwn, placeFrames } from "./program-places.ts";

// Line 1 of the program has nothing; line 2 is rules.ts:12:7 from its third column on.
const map = { version: 3, sources: ["rules.ts"], names: [], mappings: ";EAWM" } as const;
const python = { version: 3, sources: ["lib/rate.py"], names: [], mappings: "" } as const;

test("a line of a bundled program is one of the author's", () => {
  expect(authorPlace(map, { function: "f", line: 2, column: 9 })).toBe("rules.ts:12:7");
  for (const line of [1, 3]) expect(authorPlace(map, { function: "f", line, column: 9 })).toBeUndefined();
  expect(authorPlace(undefined, { function: "f", line: 2 })).toBeUndefined();
});

test("a line of a Python program is that of its file", () => {
  expect(authorPlace(python, { function: "rate", line: 24 })).toBe("lib/rate.py:24");
  expect(authorPlace({ ...python, sources: [] }, { function: "rate", line: 24 })).toBeUndefined();
});

test("the innermost frame of the author's own is not one of a package, nor one without a place", () => {
  const frames = [3, 2].map((line) => ({ function: "f", line, column: 3 }));
  expect(innermostOwn(placeFrames(map, frames))).toEqual({ frame: frames[1], place: "rules.ts:12:7" });
  const installed = { ...map, sources: ["node_modules/x/index.js"] };
  expect(innermostOwn(placeFrames(installed, frames))).toBeUndefined();
});

test("a frame has a name", () => {
  expect(frameName({ function: "rate", line: 1 })).toBe("in rate");
  expect(frameName({ function: "<program>", line: 1 })).toBe("at the top level");
});
