import { expect, test } from "@jest/globals";
import type { Clock } from "./engine/index.ts";
import { startRetention } from "./retention.ts";
import { StoreError } from "./store/index.ts";

const HOUR = 3_600_000;
const NOW = 1_000_000_000_000;

/** A clock that a test moves, with the timers that wait for it. */
function manualClock(): Clock & { pass(ms: number): Promise<void>; waiting(): number } {
  let now = NOW;
  const timers = new Map<() => void, number>();
  return {
    now: () => now,
    at(time, run) {
      timers.set(run, time);
      return () => void timers.delete(run);
    },
    async pass(ms) {
      now += ms;
      for (const [run, time] of timers) {
        if (time > now) continue;
        timers.delete(run);
        run();
      }
      await settled();
    },
    waiting: () => timers.size,
  };
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function start(answers: (boolean | Error)[], days: number | null = 30) {
  const clock = manualClock();
  const asked: [before: number, now: number][] = [];
  const fatal: Error[] = [];
  const store = {
    async prune(before: number, now: number) {
      asked.push([before, now]);
      const answer = answers.shift() ?? false;
      if (answer instanceof Error) throw answer;
      return answer;
    },
  };
  const running = startRetention({ store, clock, retention: { days }, onFatal: (error) => fatal.push(error) });
  return { clock, asked, fatal, running };
}

test("prunes at the start and every hour, as many pages as there are", async () => {
  const { clock, asked, running } = start([true, true, false, false]);
  await settled();
  expect(asked).toEqual(Array(3).fill([NOW - 30 * 24 * HOUR, NOW]));
  await clock.pass(HOUR - 1);
  expect(asked).toHaveLength(3);
  await clock.pass(1);
  expect(asked.slice(3)).toEqual([[NOW + HOUR - 30 * 24 * HOUR, NOW + HOUR]]);
  await running.close();
  await clock.pass(5 * HOUR);
  expect(asked).toHaveLength(4);
  expect(clock.waiting()).toBe(0);
});

test("runs that are kept for ever are never before the time; keys expire all the same", async () => {
  const { asked } = start([], null);
  await settled();
  expect(asked).toEqual([[0, NOW]]);
});

test("a full disk is tried again an hour later; anything else is fatal", async () => {
  const { clock, asked, fatal } = start([new StoreError("SQLITE_FULL", "full"), new StoreError("SQLITE_IOERR", "bad")]);
  await settled();
  expect(fatal).toEqual([]);
  await clock.pass(HOUR);
  expect(asked).toHaveLength(2);
  expect(fatal.map(({ message }) => message)).toEqual(["SQLITE_IOERR: bad"]);
});

test("closing waits for the page under way and asks for no other", async () => {
  const { asked, running } = start([true, true, true]);
  await running.close();
  expect(asked).toHaveLength(1);
});
