import type { Refusal } from "./reader.ts";

const BASE64 = 'Write "string" and encode the bytes as Base64.';
const LIST = "Write an array type.";
const DATA = "Write an interface with the data in it.";

/** What to write instead of a built-in type. */
const REMEDIES: ReadonlyMap<string, string> = new Map([
  ["Date", 'Write "string" with "@format date-time" in its JSDoc.'],
  ["Map", 'Write "Record<string, …>".'],
  ["ReadonlyMap", 'Write "Record<string, …>".'],
  ["Set", LIST],
  ["ReadonlySet", LIST],
  ["Iterable", LIST],
  ["ArrayLike", LIST],
  ["Iterator", LIST],
  ["Symbol", 'Write "string".'],
  ["BigInt", 'Write "number" or "string".'],
  ["Generator", LIST],
  ["Promise", "Write the type that it resolves to; programs are synchronous."],
  ["PromiseLike", "Write the type that it resolves to; programs are synchronous."],
  ["RegExp", 'Write "string" and build the regular expression inside the program.'],
  ["URL", 'Write "string" with "@format uri" in its JSDoc.'],
  ["String", 'Write "string".'],
  ["Number", 'Write "number".'],
  ["Boolean", 'Write "boolean".'],
  ["Object", 'Write "unknown", or an interface with the data in it.'],
  ["Function", "Pass the data that the function would give."],
  ["Buffer", BASE64],
  ["ArrayBuffer", BASE64],
  ["SharedArrayBuffer", BASE64],
  ["DataView", BASE64],
]);

/** Refuses a type of JavaScript, the DOM or Node. */
export function builtIn(name: string): Refusal {
  const remedy = REMEDIES.get(name) ?? remedyOfKind(name);
  return { message: `is ${withArticle(name)}, which does not survive JSON`, hint: remedy };
}

function remedyOfKind(name: string): string {
  if (name.endsWith("Error")) return "Write an object such as { message: string }.";
  return /^(?:Big)?(?:Ui|I)nt\d+(?:Clamped)?Array$|^Float\d+Array$/.test(name) ? BASE64 : DATA;
}

/** Refuses an instance of a class. */
export function classInstance(name: string): Refusal {
  return { message: `is an instance of the class "${name}", which does not survive JSON`, hint: DATA };
}

export const ANY: Refusal = {
  message: 'is "any", which says nothing about the value',
  hint: 'Write its type, or "unknown" for any JSON value.',
};

export const UNRESOLVED: Refusal = {
  message: "has a type that cannot be found",
  hint: "Check the name and the import of the type.",
};

export const BIGINT: Refusal = {
  message: 'is a "bigint", which JSON has no form for',
  hint: 'Write "number" or "string".',
};

export const SYMBOL: Refusal = { message: 'is a "symbol", which JSON has no form for', hint: 'Write "string".' };

export const FUNCTION: Refusal = {
  message: "is a function, which JSON has no form for",
  hint: "Leave it out, or pass the data that it would give.",
};

export const METHOD: Refusal = {
  message: "is a method, which JSON has no form for",
  hint: "Leave it out, or describe the data in a type of its own.",
};

export const SYMBOL_KEYS: Refusal = {
  message: "has only members that are named by symbols, which JSON drops",
  hint: "Name them by strings.",
};

export const UNDEFINED: Refusal = {
  message: 'can be "undefined", which JSON has no form for',
  hint: 'Write "null" instead, or make the property optional.',
};

export const ONLY_UNDEFINED: Refusal = {
  message: 'is "undefined", which JSON has no form for',
  hint: 'Leave the parameter out, or write "null".',
};

export const SETTER: Refusal = {
  message: "can only be set, so there is nothing to read",
  hint: "Write it as a property.",
};

export const NO_VALUE: Refusal = {
  message: "is a type that no JSON value has",
  hint: "Write the type of the answer, or leave the response model out for text.",
};

export const NEVER: Refusal = { message: 'is "never": there is no such value', hint: "Write the type of its values." };

export const PROTO: Refusal = {
  message: "is a property name that JavaScript gives a meaning of its own",
  hint: "Choose another name.",
};

export const NOT_FINITE: Refusal = { message: "is a number that JSON has no form for", hint: "Write a finite number." };

export const AFTER_REST: Refusal = {
  message: "has elements after a rest element, which JSON Schema cannot say",
  hint: "Put the rest element last, or write an object.",
};

export const LIST_INTERFACE: Refusal = { message: "extends a list type, methods included", hint: 'Write "T[]".' };

/** Refuses a type parameter that nothing is known about. */
export function unbound(name: string): Refusal {
  return { message: `depends on the type parameter "${name}"`, hint: "Write a type without type parameters." };
}

/** Refuses what TypeScript itself has not worked out. */
export function unfinished(text: string): Refusal {
  return { message: `has the type "${text}", which depends on a type parameter`, hint: "Write the type out." };
}

function withArticle(name: string): string {
  return `${/^[AEIO]/.test(name) ? "an" : "a"} "${name}"`;
}
