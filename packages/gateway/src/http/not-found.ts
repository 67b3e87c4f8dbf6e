import type { FastifyInstance } from "fastify";
import { HttpError } from "./http-error.ts";

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

/** 405 for a path that other methods have, 404 for any other. */
export function missing(app: FastifyInstance, method: string, path: string): HttpError {
  const allowed = METHODS.filter((one) => one !== method && app.findRoute({ url: path, method: one }) !== null);
  if (allowed.length === 0)
    return new HttpError(`there is nothing at ${method} ${path}`, { status: 404, code: "not_found" });
  return new HttpError(`${path} does not take ${method}, but ${allowed.join(", ")}`, {
    status: 405,
    code: "method_not_allowed",
    headers: { allow: allowed.join(", ") },
  });
}
