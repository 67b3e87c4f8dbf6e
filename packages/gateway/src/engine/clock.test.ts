import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { createClock } from "./clock.ts";

beforeEach(() => void jest.useFakeTimers({ now: 1_000_000 }));
afterEach(() => void jest.useRealTimers());

test("time starts at the later of the wall clock and the newest stored time", () => {
  expect(createClock(0).now()).toBe(1_000_000);
  expect(createClock(5_000_000).now()).toBe(5_000_000);
});

test("a step of the wall clock moves nothing", () => {
  const clock = createClock(0);
  jest.setSystemTime(10);
  jest.advanceTimersByTime(250);
  expect(clock.now()).toBe(1_000_250);
});

test("a timer fires once, never early, and can be cancelled", () => {
  const clock = createClock(0);
  const fired: string[] = [];
  clock.at(1_000_100, () => fired.push("first"));
  const cancel = clock.at(1_000_100, () => fired.push("cancelled"));
  clock.at(3, () => fired.push("past"));
  cancel();
  expect(fired).toEqual([]);
  jest.advanceTimersByTime(99);
  expect(fired).toEqual(["past"]);
  jest.advanceTimersByTime(1000);
  expect(fired).toEqual(["past", "first"]);
});

test("a timer beyond Node's longest one waits its full time", () => {
  const clock = createClock(0);
  const days = 40 * 24 * 60 * 60 * 1000;
  let fired = false;
  clock.at(1_000_000 + days, () => (fired = true));
  jest.advanceTimersByTime(days - 1);
  expect(fired).toBe(false);
  jest.advanceTimersByTime(1);
  expect(fired).toBe(true);
});
