import { describe, expect, test } from "@jest/globals";
import { readKeywords } from "./keywords.ts";

const tag = (name: string, text = ""): { name: string; text: string } => ({ name, text });

test("a comment without a meaning in JSON Schema gives nothing", () => {
  expect(readKeywords("", [tag("see", "elsewhere"), tag("constructor"), tag("__proto__", "1")])).toEqual({
    keywords: undefined,
    problems: [],
  });
});

test("descriptions and examples are annotations, the rest constrains", () => {
  const tags = [
    tag("example", "1"),
    tag("example", "not JSON"),
    tag("default", '{"a":[1]}'),
    tag("deprecated"),
    tag("title", "A @title"),
    tag("minimum", "-1.5"),
  ];
  expect(readKeywords("What it is.", [...tags, tag("uniqueItems"), tag("format", "email")])).toEqual({
    keywords: {
      annotations: {
        description: "What it is.",
        examples: [1, "not JSON"],
        default: { a: [1] },
        deprecated: true,
        title: "A @title",
      },
      constraints: { minimum: -1.5, uniqueItems: true, format: "email" },
      integer: false,
      closed: false,
    },
    problems: [],
  });
});

test("several tags on one line are several tags", () => {
  expect(readKeywords("", [tag("minimum", "1 @maximum 9 @integer @additionalProperties false")]).keywords).toEqual({
    annotations: {},
    constraints: { minimum: 1, maximum: 9 },
    integer: true,
    closed: true,
  });
});

test("a pattern may hold an @", () => {
  expect(readKeywords("", [tag("pattern", "^\\S+ @work$")]).keywords?.constraints).toEqual({ pattern: "^\\S+ @work$" });
});

describe("what cannot be read is said", () => {
  test.each([
    [tag("minimum", "ten"), '"@minimum ten" does not give a number'],
    [tag("minimum"), '"@minimum" does not give a number'],
    [tag("maximum", "Infinity"), '"@maximum Infinity" does not give a number'],
    [tag("minLength", "1.5"), '"@minLength 1.5" does not give a whole number'],
    [tag("maxItems", "-1"), '"@maxItems -1" does not give a whole number'],
    [tag("multipleOf", "0"), '"@multipleOf 0" does not give a number above zero'],
    [tag("pattern", "("), '"@pattern (" is not a regular expression'],
    [tag("format"), '"@format" gives no text'],
  ])("%j", (wrong, problem) => {
    expect(readKeywords("", [wrong])).toEqual({ keywords: undefined, problems: [problem] });
  });
});
