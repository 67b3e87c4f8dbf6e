import { expect, test } from "@jest/globals";
import { assign } from "./assign.ts";
import { rememberingAssign } from "./remembering.ts";

test("what is remembered of a pair is what was found, and of no other pair", () => {
  const compare = rememberingAssign();
  const schemas = () => [{ type: "string" }, { type: "number" }, {}, { type: "string", minLength: 1 }] as const;
  const first = schemas().map((source) => schemas().map((target) => compare(source, target)));
  expect(first).toEqual(schemas().map((source) => schemas().map((target) => assign(source, target))));
  const again = schemas().map((source) => schemas().map((target) => compare(source, target)));
  again.forEach((verdicts, row) => verdicts.forEach((verdict, column) => expect(verdict).toBe(first[row]?.[column])));
});
