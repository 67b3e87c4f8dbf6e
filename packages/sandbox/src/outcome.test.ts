import { expect, test } from "@jest/globals";
import { failure, keepPlaces } from "./outcome.ts";

test("frames that are not in the source are dropped", () => {
  const frames = [0, 1, 3, 4, -1, 2 ** 40].map((line) => ({ function: "f", line }));
  const kept = keepPlaces(failure("exception", "m", frames, "log"), "a\nb\nc");
  expect(kept).toEqual(failure("exception", "m", [frames[1]!, frames[2]!], "log"));
});
