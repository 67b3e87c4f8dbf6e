import { expect, test } from "@jest/globals";
import { placeInJson } from "./place-in-json.ts";

const TEXT = '{\n  "models": {\n    "a/b": { "baseURL": "x" }\n  }\n}\n';

test.each([
  ["", "1:1"],
  ["/models", "2:3"],
  ["/models/a~1b", "3:5"],
  ["/models/a~1b/baseURL", "3:14"],
  ["/models/c", undefined],
])("%s stands at %s", async (pointer, place) => {
  expect(await placeInJson(TEXT, pointer)).toBe(place);
});
