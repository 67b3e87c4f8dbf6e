import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { parseJson } from "./parse-json.ts";

const WRONG: [text: string, message: string][] = [
  ["", "f.json:1:1 - this is not JSON: value expected"],
  ["{\n  a: 1\n}", "f.json:2:3 - this is not JSON: invalid symbol"],
  ['{ "a": 1, }', "f.json:1:11 - this is not JSON: property name expected"],
  ['{ "a" 1 }', "f.json:1:7 - this is not JSON: colon expected"],
  ["[1,\n2", "f.json:2:2 - this is not JSON: close bracket expected"],
  ["[1] // one", "f.json:1:5 - this is not JSON: invalid comment token"],
  ["[1] 2", "f.json:1:5 - this is not JSON: end of file expected"],
  [`${"[".repeat(100_000)}`, "f.json:1:1 - this is not JSON: it cannot be parsed"],
];

test.each(WRONG)("%.20j", async (text, message) => {
  await expect(parseJson(text, "f.json")).rejects.toMatchObject({ message, exitCode: 2 });
});

test("JSON is read, and whatever is not has a place in the text", async () => {
  await fc.assert(
    fc.asyncProperty(fc.jsonValue(), async (value) => {
      const text = JSON.stringify(value);
      expect(await parseJson(text, "f")).toEqual(JSON.parse(text));
    }),
  );
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: fc.constantFrom(...'[]{}":,1a \n') }), async (text) => {
      const outcome = await parseJson(text, "f").then(
        () => undefined,
        (error: Error) => error.message,
      );
      if (outcome === undefined) return;
      const [, line, column] = /^f:(\d+):(\d+) - this is not JSON: /.exec(outcome)!;
      expect(text.split("\n")[Number(line) - 1]!.length).toBeGreaterThanOrEqual(Number(column) - 1);
    }),
  );
});
