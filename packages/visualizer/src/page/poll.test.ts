import { expect, test } from "@jest/globals";
import { nextLook, poll } from "./poll.ts";

/** A clock that the test moves on, and the delays that were asked for. */
function fakeLater() {
  const waiting = new Map<number, () => void>();
  const delays: number[] = [];
  const later = (callback: () => void, milliseconds: number) => {
    const id = delays.push(milliseconds);
    waiting.set(id, callback);
    return () => void waiting.delete(id);
  };
  const ring = () => {
    const callbacks = [...waiting.values()];
    waiting.clear();
    for (const callback of callbacks) callback();
  };
  return { later, delays, ring, waiting };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

test("runs at once, then after each delay, until there is none", async () => {
  const { later, delays, ring } = fakeLater();
  const answers = [10, 20, undefined];
  let runs = 0;
  poll(async () => answers[runs++], { signal: new AbortController().signal, later });
  for (let turn = 0; turn < 5; turn++) {
    await settle();
    ring();
  }
  expect(runs).toBe(3);
  expect(delays).toEqual([10, 20]);
});

test("asked for a run while one goes on, it runs once more after it, not beside it", async () => {
  const { later, delays } = fakeLater();
  let open = 0;
  let most = 0;
  let runs = 0;
  const ask = poll(
    async () => {
      most = Math.max(most, ++open);
      await settle();
      open--;
      return ++runs;
    },
    { signal: new AbortController().signal, later },
  );
  ask();
  ask();
  await settle();
  await settle();
  await settle();
  expect({ runs, most, delays }).toEqual({ runs: 2, most: 1, delays: [2] });
});

test("asked for a run between two, it does not wait, and the old wait is off", async () => {
  const { later, waiting } = fakeLater();
  let runs = 0;
  const ask = poll(async () => ++runs, { signal: new AbortController().signal, later });
  await settle();
  ask();
  await settle();
  expect(runs).toBe(2);
  expect(waiting.size).toBe(1);
});

test("an abort ends it", async () => {
  const { later, waiting, ring } = fakeLater();
  const stop = new AbortController();
  let runs = 0;
  const ask = poll(async () => ++runs, { signal: stop.signal, later });
  await settle();
  stop.abort();
  expect(waiting.size).toBe(0);
  ring();
  ask();
  await settle();
  expect(runs).toBe(1);
});

test.each([
  [0, 1500],
  [1000, 5000],
  [60_000, 30_000],
])("after a look of %p ms the next comes in %p", (took, wait) => {
  expect(nextLook(took)).toBe(wait);
});
