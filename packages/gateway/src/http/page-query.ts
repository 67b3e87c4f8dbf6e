import { invalidRequest } from "./http-error.ts";

/** `limit` and `after` of a list's query. */
export function readPage(query: unknown, most: number): { limit?: number; after?: string } {
  const { limit, after } = query as { limit?: unknown; after?: unknown };
  const page: { limit?: number; after?: string } = {};
  if (limit !== undefined) {
    const value = Number(limit);
    if (!Number.isInteger(value) || value < 1 || value > most)
      throw invalidRequest(`limit must be a whole number from 1 to ${most}`, "limit");
    page.limit = value;
  }
  if (after !== undefined) {
    if (typeof after !== "string" || after === "") throw invalidRequest("after must be the `next` of a page", "after");
    page.after = after;
  }
  return page;
}
