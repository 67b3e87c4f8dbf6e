import { expect, test } from "@jest/globals";
import { HttpError } from "./http-error.ts";
import { createRateLimiter, rateLimited, type Place } from "./rate-limiter.ts";

const never = new Promise<never>(() => undefined);

function told(entered: Place | HttpError) {
  return entered instanceof HttpError ? [entered.status, entered.code, entered.message, entered.headers] : "a place";
}

function kept(entered: Place | HttpError, end: Promise<unknown> = never): void {
  if (entered instanceof HttpError) throw entered;
  entered.keep(end);
}

test("in any minute no more are taken than the limit, and the wait is exact", () => {
  let now = 0;
  const limiter = createRateLimiter({ keyRequestsPerMinute: 2 }, () => now);
  kept(limiter.enter(1, "request"));
  now = 10_000;
  kept(limiter.enter(1, "request"));
  now = 30_500;
  const wait = (seconds: string) => [
    429,
    "rate_limit_exceeded",
    "this key takes 2 requests a minute",
    { "retry-after": seconds },
  ];
  expect(told(limiter.enter(1, "request"))).toEqual(wait("30"));
  now = 59_999;
  expect(told(limiter.enter(1, "request"))).toEqual(wait("1"));
  now = 60_000;
  kept(limiter.enter(1, "request"));
  expect(told(limiter.enter(1, "request"))).toEqual(wait("10"));
});

test("a key over its limit takes nothing from the others, nor from the gateway", () => {
  const limiter = createRateLimiter({ keyRequestsPerMinute: 1, requestsPerMinute: 2 }, () => 0);
  kept(limiter.enter(1, "request"));
  for (let tries = 0; tries < 5; tries++) expect(limiter.enter(1, "request")).toBeInstanceOf(HttpError);
  kept(limiter.enter(2, "request"));
  expect(told(limiter.enter(3, "request"))).toEqual([
    429,
    "rate_limit_exceeded",
    "this gateway takes 2 requests a minute",
    { "retry-after": "60" },
  ]);
});

test("a place counts while it is not decided, and not once it is given back", () => {
  const limiter = createRateLimiter({ requestsPerMinute: 1, concurrentRuns: 1 }, () => 0);
  const first = limiter.enter(1, "run") as Place;
  expect(told(limiter.enter(2, "run"))).toEqual([
    429,
    "rate_limit_exceeded",
    "this gateway takes 1 requests a minute",
    { "retry-after": "1" },
  ]);
  first.giveBack();
  kept(limiter.enter(2, "run"));
});

test("runs count until they end, however, and those from before a start too", async () => {
  const limiter = createRateLimiter({ keyConcurrentRuns: 2 }, () => 0);
  let fail: (error: Error) => void = () => undefined;
  limiter.resume(1, new Promise((_resolve, reject) => (fail = reject)));
  kept(limiter.enter(1, "run"));
  expect(told(limiter.enter(1, "run"))).toEqual([
    429,
    "rate_limit_exceeded",
    "this key has 2 runs at the same time, and no more",
    { "retry-after": "5" },
  ]);
  expect(told(limiter.enter(1, "request"))).toBe("a place");
  expect(told(limiter.enter(2, "run"))).toBe("a place");
  fail(new Error("it was lost"));
  await Promise.resolve();
  await Promise.resolve();
  expect(told(limiter.enter(1, "run"))).toBe("a place");
});

test("a wait that clients would not keep is not to be tried again", () => {
  expect(rateLimited("x", 60_000).headers).toEqual({ "retry-after": "60" });
  expect(rateLimited("x", 60_001).headers).toEqual({ "retry-after": "61", "x-should-retry": "false" });
});
