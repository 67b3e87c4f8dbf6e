import type { FastifyInstance } from "fastify";
import { isDeeperThan, MAX_JSON_DEPTH } from "../validation/index.ts";
import { HttpError, invalidRequest } from "./http-error.ts";

/** Bodies are JSON and nothing else; an empty one counts as none. */
export function takeJsonOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", { parseAs: "string" }, async (_request: unknown, text: string) => {
    if (text.trim() === "") return undefined;
    try {
      return JSON.parse(text) as unknown;
    } catch (error) {
      throw invalidRequest(`the body is not JSON: ${(error as Error).message}`, undefined, "invalid_json");
    }
  });
}

/**
 * Throws the 400 for JSON that could harm whoever walks it or writes it again: too deep, with a key `__proto__`, or with
 * a number that is none; 413 for a list of more than `arrayItems`. Iterative.
 */
export function refuseHostile(body: unknown, arrayItems: number): void {
  if (isDeeperThan(body))
    throw invalidRequest(`the body nests deeper than ${MAX_JSON_DEPTH} levels`, undefined, "json_too_deep");
  const open: unknown[] = [body];
  while (open.length > 0) {
    const at = open.pop();
    if (at === Infinity || at === -Infinity) throw invalidRequest("a number of the body is too large, such as 1e999");
    if (typeof at !== "object" || at === null) continue;
    if (Object.hasOwn(at, "__proto__"))
      throw invalidRequest("a key of the body cannot be `__proto__`", undefined, "forbidden_key");
    if (Array.isArray(at) && at.length > arrayItems)
      throw new HttpError(`a list of the body has more than ${arrayItems} items`, {
        status: 413,
        code: "request_too_large",
      });
    for (const inner of Object.values(at)) open.push(inner); // spread, a long list would not fit on the stack
  }
}
