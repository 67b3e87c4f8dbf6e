import { invalidRequest } from "./http-error.ts";

/** One parameter of a query. Undefined when it is absent; 400 when it is given more than once. */
export function readText(query: unknown, name: string): string | undefined {
  const value = Object.hasOwn(query as object, name) ? (query as Record<string, unknown>)[name] : undefined;
  if (value === undefined || typeof value === "string") return value;
  throw invalidRequest(`${name} can be given only once`, name);
}

/** A parameter that is one of a few words. */
export function readWord<Word extends string>(query: unknown, name: string, words: readonly Word[]): Word | undefined {
  const value = readText(query, name);
  if (value === undefined || (words as readonly string[]).includes(value)) return value as Word | undefined;
  throw invalidRequest(`${name} must be one of ${words.join(", ")}`, name);
}

/** A whole number that is at least `least` and at most `most`. */
export function readWhole(query: unknown, name: string, least: number, most: number): number | undefined {
  const value = readText(query, name);
  if (value === undefined) return undefined;
  const number = /^-?\d{1,15}$/.test(value) ? Number(value) : NaN;
  if (number >= least && number <= most) return number;
  throw invalidRequest(`${name} must be a whole number from ${least} to ${most}`, name);
}

/** `limit` and `after` of a list. */
export function readPage(query: unknown, most: number): { limit?: number; after?: string } {
  const limit = readWhole(query, "limit", 1, most);
  const after = readText(query, "after");
  if (after !== undefined && !/^\d{1,15}$/.test(after))
    throw invalidRequest("after must be the `next` of a page", "after");
  return { ...(limit !== undefined && { limit }), ...(after !== undefined && { after }) };
}
