import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { createHeartbeat } from "./heartbeat.ts";

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

test("beats for everybody who has joined and not left, with one timer for all, and none for nobody", () => {
  const heartbeat = createHeartbeat(15_000);
  const beats = Array.from({ length: 1000 }, () => 0);
  const leave = beats.map((_, index) => heartbeat.join(() => (beats[index]! += 1)));
  expect(jest.getTimerCount()).toBe(1);
  jest.advanceTimersByTime(30_000);
  expect(new Set(beats)).toEqual(new Set([2]));
  for (const each of leave.slice(1)) each();
  jest.advanceTimersByTime(15_000);
  expect(beats.slice(0, 3)).toEqual([3, 2, 2]);
  leave[0]!();
  leave[0]!();
  expect(jest.getTimerCount()).toBe(0);
  const again = heartbeat.join(() => (beats[1]! += 1));
  jest.advanceTimersByTime(15_000);
  expect(beats.slice(0, 3)).toEqual([3, 3, 2]);
  again();
  expect(jest.getTimerCount()).toBe(0);
});
