import { LIST_KEYWORDS, MAP_KEYWORDS, SCHEMA_KEYWORDS } from "./keywords.ts";

/** The only dialect; a schema need not name it. */
const DIALECT = "https://json-schema.org/draft/2020-12/schema";
const TYPES = ["null", "boolean", "integer", "number", "string", "array", "object"];

type Test = (value: unknown) => boolean;

/** What a keyword's value must be, in words, and whether a value is that. */
interface Rule {
  readonly words: string;
  readonly holds: Test;
}

const isString: Test = (value) => typeof value === "string";
const isNumber: Test = (value) => typeof value === "number";
const isObject: Test = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const isSchema: Test = (value) => typeof value === "boolean" || isObject(value);
const isStrings: Test = (value) =>
  Array.isArray(value) && value.every(isString) && new Set(value).size === value.length;

const TEXT: Rule = { words: "a string", holds: isString };
const NUMBER: Rule = { words: "a number", holds: isNumber };
const COUNT: Rule = {
  words: "a whole number, not negative",
  holds: (value) => Number.isInteger(value) && Number(value) >= 0,
};
const FLAG: Rule = { words: "true or false", holds: (value) => typeof value === "boolean" };
const SCHEMA: Rule = { words: "a schema", holds: isSchema };
const SCHEMAS: Rule = {
  words: "a list of schemas, not empty",
  holds: (value) => Array.isArray(value) && value.length > 0 && value.every(isSchema),
};
const SCHEMA_MAP: Rule = {
  words: "an object of schemas",
  holds: (value) => isObject(value) && Object.values(value as object).every(isSchema),
};

const RULES: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  ...SCHEMA_KEYWORDS.map((keyword): [string, Rule] => [keyword, SCHEMA]),
  ...LIST_KEYWORDS.map((keyword): [string, Rule] => [keyword, SCHEMAS]),
  ...MAP_KEYWORDS.map((keyword): [string, Rule] => [keyword, SCHEMA_MAP]),
  ...["$comment", "$ref", "contentEncoding", "contentMediaType", "description", "format", "title"].map(
    (keyword): [string, Rule] => [keyword, TEXT],
  ),
  ...["exclusiveMaximum", "exclusiveMinimum", "maximum", "minimum"].map((keyword): [string, Rule] => [keyword, NUMBER]),
  ...["contains", "items", "length", "properties"].flatMap((what): [string, Rule][] => limits(what)),
  ...["deprecated", "readOnly", "uniqueItems", "writeOnly"].map((keyword): [string, Rule] => [keyword, FLAG]),
  ["$schema", { words: `"${DIALECT}"`, holds: (value) => value === DIALECT }],
  ["dependentRequired", { words: "an object of lists of names", holds: isNameLists }],
  ["enum", { words: "a list", holds: Array.isArray }],
  ["examples", { words: "a list", holds: Array.isArray }],
  ["multipleOf", { words: "a number above 0", holds: (value) => isNumber(value) && Number(value) > 0 }],
  ["pattern", { words: "a regular expression", holds: isPattern }],
  ["patternProperties", { words: "an object of schemas by regular expression", holds: isPatternMap }],
  ["required", { words: "a list of names, each once", holds: isStrings }],
  ["type", { words: "a JSON type or a list of them, each once", holds: isType }],
]);

/** What the keyword's value must be, when it is not that. Unknown keywords may have any value. */
export function problemOf(keyword: string, value: unknown): string | undefined {
  const rule = RULES.get(keyword);
  return rule === undefined || rule.holds(value) ? undefined : rule.words;
}

function limits(what: string): [string, Rule][] {
  const name = what.charAt(0).toUpperCase() + what.slice(1);
  return [
    [`min${name}`, COUNT],
    [`max${name}`, COUNT],
  ];
}

function isNameLists(value: unknown): boolean {
  return isObject(value) && Object.values(value as object).every(isStrings);
}

function isType(value: unknown): boolean {
  const types = Array.isArray(value) ? value : [value];
  return types.length > 0 && new Set(types).size === types.length && types.every((type) => TYPES.includes(type));
}

function isPattern(value: unknown): boolean {
  if (typeof value !== "string") return false;
  try {
    new RegExp(value, "u");
    return true;
  } catch {
    return false;
  }
}

function isPatternMap(value: unknown): boolean {
  return SCHEMA_MAP.holds(value) && Object.keys(value as object).every(isPattern);
}
