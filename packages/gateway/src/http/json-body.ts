import type { FastifyInstance } from "fastify";
import { isDeeperThan, MAX_JSON_DEPTH } from "../validation/index.ts";
import { invalidRequest } from "./http-error.ts";

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

/** Throws the 400 for JSON that could harm whoever walks it: too deep, or with a key `__proto__`. Iterative. */
export function refuseHostile(body: unknown): void {
  if (isDeeperThan(body))
    throw invalidRequest(`the body nests deeper than ${MAX_JSON_DEPTH} levels`, undefined, "json_too_deep");
  const open: unknown[] = [body];
  while (open.length > 0) {
    const at = open.pop();
    if (typeof at !== "object" || at === null) continue;
    if (Object.hasOwn(at, "__proto__"))
      throw invalidRequest("a key of the body cannot be `__proto__`", undefined, "forbidden_key");
    open.push(...Object.values(at));
  }
}
