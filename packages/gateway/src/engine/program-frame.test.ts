import { expect, test } from "@jest/globals";
import { frameText, readFrames } from "./program-frame.ts";

test("keeps what is a frame, in its order", () => {
  const frames = [
    { function: "inner", line: 3, column: 7 },
    { function: "f", line: 9 },
  ];
  expect(readFrames(frames)).toEqual(frames);
  expect(readFrames([null, "f", { function: "f" }, { line: 1 }, frames[1]])).toEqual([frames[1]]);
  for (const none of [undefined, null, {}, "in f"]) expect(readFrames(none)).toEqual([]);
});

test("says a place in words, and whose lines it counts", () => {
  expect(frameText({ function: "rate", line: 24 }, "python")).toBe("in rate, line 24");
  expect(frameText({ function: "<program>", line: 2 }, "python")).toBe("at the top level, line 2");
  expect(frameText({ function: "rate", line: 4, column: 9 }, "javascript")).toBe(
    "in rate, line 4 of the bundled program",
  );
});
