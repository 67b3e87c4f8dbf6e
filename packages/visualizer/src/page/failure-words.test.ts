import { describe, expect, test } from "@jest/globals";
import {
  AuthenticationError,
  ConnectionError,
  GatewayError,
  NotFoundError,
  RateLimitError,
  UnavailableError,
} from "@espalier/client";
import { asksForKey, failureWords, keyReason } from "./failure-words.ts";

const details = (status: number) => ({ status, code: "x" });

describe("failureWords", () => {
  test.each([
    [
      new ConnectionError("connect ECONNREFUSED", details(0)),
      "The gateway does not answer",
      "It may be stopped, or the network is down.",
      true,
    ],
    [new UnavailableError("shutting down", details(503)), "The gateway is not ready", "Shutting down.", true],
    [new RateLimitError("too many", details(429)), "The gateway asks to slow down", "Too many.", true],
    [new NotFoundError("there is no run", details(404)), "Not found", "There is no run.", false],
    [new AuthenticationError("needs read", details(403)), "This API key may not see that", "Needs read.", false],
    [new GatewayError("it broke!", details(500)), "The gateway refused", "It broke!", false],
    [new TypeError("x is undefined"), "The page itself failed", "x is undefined. Reload it.", false],
    ["odd", "The page itself failed", "odd. Reload it.", false],
  ])("case %#", (error, title, detail, passing) => {
    expect(failureWords(error)).toEqual({ title, detail, passing });
  });
});

test("only 401 asks for a key", () => {
  expect(asksForKey(new AuthenticationError("no key", details(401)))).toBe(true);
  expect(asksForKey(new AuthenticationError("not allowed", details(403)))).toBe(false);
  expect(asksForKey(new Error("401"))).toBe(false);
});

test.each([
  ["missing_api_key", "Its workflows and runs are shown to those who have one."],
  ["invalid_api_key", "Not one of this gateway."],
])("a key is asked for because of %s", (code, reason) => {
  expect(keyReason(new AuthenticationError("not one of this gateway", { status: 401, code }))).toBe(reason);
});
