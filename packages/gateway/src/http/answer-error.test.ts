import { expect, test } from "@jest/globals";
import type { FastifyRequest } from "fastify";
import { EngineClosedError } from "../engine/index.ts";
import { StoreError } from "../store/index.ts";
import { asHttpError } from "./answer-error.ts";
import { errorBody, HttpError } from "./http-error.ts";

const request = { id: "req_1", method: "GET", url: "/v1/runs?key=secret" } as FastifyRequest;

function answer(error: unknown) {
  const reported: unknown[] = [];
  const shown = asHttpError(error, request, (each) => void reported.push(each));
  return { status: shown.status, headers: shown.headers, ...errorBody(shown).error, reported };
}

test.each([
  ["an error of ours", new TypeError("secret")],
  ["a text", "secret"],
  ["nothing", undefined],
  ["what claims to be the server's fault", Object.assign(new Error("secret"), { statusCode: 503 })],
])("%s is reported, and told without a word about it", (_name, error) => {
  expect(answer(error)).toEqual({
    status: 500,
    headers: { "x-should-retry": "false" },
    message: "the gateway failed on this request (req_1)",
    type: "server_error",
    param: null,
    code: "internal_error",
    reported: [error],
  });
});

test("a gateway that stops in the middle of a request says so", () => {
  expect(answer(new EngineClosedError("run_1"))).toMatchObject({
    status: 503,
    code: "shutting_down",
    headers: { "retry-after": "5" },
    reported: [],
  });
});

test("a disk that is full for now is no mistake of ours", () => {
  expect(answer(new StoreError("SQLITE_FULL", "secret"))).toMatchObject({
    status: 503,
    code: "unavailable",
    headers: { "retry-after": "5" },
    message: expect.not.stringContaining("secret"),
    reported: [],
  });
  expect(answer(new StoreError("SQLITE_IOERR", "secret"))).toMatchObject({ status: 500, code: "internal_error" });
});

test.each([
  [400, "invalid_request_error"],
  [401, "authentication_error"],
  [403, "permission_error"],
  [404, "not_found_error"],
  [422, "invalid_request_error"],
  [429, "rate_limit_error"],
  [499, "invalid_request_error"],
  [500, "server_error"],
  [503, "server_error"],
])("status %i is a %s", (status, type) => {
  const error = new HttpError("no", { status, code: "x" });
  expect(answer(error)).toMatchObject({ status, type, code: "x", param: null, headers: {}, reported: [] });
});
