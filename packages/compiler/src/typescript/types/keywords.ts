import type { Json } from "@espalier/contract";

/** What JSDoc says about a type, in terms of JSON Schema. */
export interface Keywords {
  /** For people and models to read: `description`, `title`, `examples`… */
  readonly annotations: Readonly<Record<string, Json>>;
  /** What narrows the values: `minimum`, `pattern`… */
  readonly constraints: Readonly<Record<string, Json>>;
  /** Whether numbers must be whole. */
  readonly integer: boolean;
  /** Whether objects have no further properties. */
  readonly closed: boolean;
}

/** A tag as TypeScript gives it. */
export interface Tag {
  readonly name: string;
  readonly text: string;
}

/** The keywords of a comment, and what is wrong in it. */
export interface ReadKeywords {
  readonly keywords: Keywords | undefined;
  readonly problems: readonly string[];
}

const NUMBERS = new Set(
  "minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength minItems maxItems minProperties maxProperties".split(
    " ",
  ),
);
const COUNTS = /^(?:min|max)(?:Length|Items|Properties)$/;
const TEXTS = new Set(["format", "pattern", "contentEncoding", "contentMediaType"]);
const FLAGS = new Set(["deprecated", "readOnly", "writeOnly"]);
/** Tags whose text may hold an `@` of its own. */
const FREE_TEXT = new Set(["pattern", "title", "default", "example"]);

/** Reads the tags that have a meaning in JSON Schema and leaves all others alone. */
export function readKeywords(description: string, tags: readonly Tag[]): ReadKeywords {
  const annotations: Record<string, Json> = description === "" ? {} : { description };
  const constraints: Record<string, Json> = {};
  const problems: string[] = [];
  let integer = false;
  let closed = false;
  for (const { name, text } of tags.flatMap(splitTag)) {
    if (NUMBERS.has(name)) {
      const value = readNumber(name, text);
      if (value === undefined) problems.push(`"${`@${name} ${text}`.trim()}" does not give ${numberWanted(name)}`);
      else constraints[name] = value;
    } else if (TEXTS.has(name)) {
      if (text === "") problems.push(`"@${name}" gives no text`);
      else if (name === "pattern" && !isPattern(text)) problems.push(`"@pattern ${text}" is not a regular expression`);
      else constraints[name] = text;
    } else if (name === "uniqueItems") constraints[name] = text !== "false";
    else if (FLAGS.has(name)) annotations[name] = text !== "false";
    else if (name === "title") annotations[name] = text;
    else if (name === "default") annotations[name] = jsonOrText(text);
    else if (name === "example") annotations["examples"] = [...examples(annotations), jsonOrText(text)];
    else if (name === "integer" || name === "int" || (name === "asType" && text === "integer")) integer = true;
    else if (name === "additionalProperties") closed = text === "false";
  }
  const isEmpty = !integer && !closed && isBare(annotations) && isBare(constraints);
  return { keywords: isEmpty ? undefined : { annotations, constraints, integer, closed }, problems };
}

/** Whether keywords change which values are allowed. */
export function narrows({ constraints, integer, closed }: Keywords): boolean {
  return integer || closed || !isBare(constraints);
}

/** Whether keywords say something to people and models. */
export function annotates({ annotations }: Keywords): boolean {
  return !isBare(annotations);
}

/** What two comments say together; where they disagree, `nearer` wins. */
export function mergeKeywords(nearer: Keywords | undefined, farther: Keywords | undefined): Keywords | undefined {
  if (nearer === undefined || farther === undefined) return nearer ?? farther;
  return {
    annotations: { ...farther.annotations, ...nearer.annotations },
    constraints: { ...farther.constraints, ...nearer.constraints },
    integer: nearer.integer || farther.integer,
    closed: nearer.closed || farther.closed,
  };
}

/** TypeScript takes `@minimum 1 @integer` on one line for a single tag. */
function splitTag(tag: Tag): Tag[] {
  if (FREE_TEXT.has(tag.name)) return [tag];
  const [first = "", ...rest] = tag.text.split(/(?:^|\s+)@(\w+)(?=\s|$)/);
  const tags = [{ name: tag.name, text: first.trim() }];
  for (let i = 0; i < rest.length; i += 2) tags.push({ name: rest[i] ?? "", text: (rest[i + 1] ?? "").trim() });
  return tags;
}

function readNumber(name: string, text: string): number | undefined {
  const value = Number(text.split(/\s/, 1)[0]);
  if (text === "" || !Number.isFinite(value)) return undefined;
  if (COUNTS.test(name) && !(Number.isInteger(value) && value >= 0)) return undefined;
  return name === "multipleOf" && value <= 0 ? undefined : value;
}

function numberWanted(name: string): string {
  if (COUNTS.test(name)) return "a whole number";
  return name === "multipleOf" ? "a number above zero" : "a number";
}

/** JSON Schema validators read patterns with the `u` flag. */
function isPattern(text: string): boolean {
  try {
    return new RegExp(text, "u") instanceof RegExp;
  } catch {
    return false;
  }
}

function jsonOrText(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
}

function examples(annotations: Readonly<Record<string, Json>>): readonly Json[] {
  return Array.isArray(annotations["examples"]) ? (annotations["examples"] as Json[]) : [];
}

function isBare(record: Readonly<Record<string, Json>>): boolean {
  return Object.keys(record).length === 0;
}
