import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { EventEmitter } from "node:events";
import { PassThrough } from "node:stream";
import { printTable, progress, type Terminal } from "./terminal.ts";

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

function terminalOf(isTTY: boolean): Terminal & { printed(): string } {
  const stream = Object.assign(new PassThrough(), { isTTY });
  const printed = (): string => String(stream.read() ?? "");
  return {
    stdin: stream,
    stdout: stream,
    stderr: stream,
    env: { NO_COLOR: "1" },
    cwd: "/",
    signals: new EventEmitter(),
    printed,
  };
}

test("progress shows seconds on a terminal, and leaves nothing behind", () => {
  const terminal = terminalOf(true);
  const stop = progress(terminal, "running a");
  jest.advanceTimersByTime(2000);
  expect(terminal.printed()).toBe("\rrunning a 1 s\rrunning a 2 s");
  stop();
  expect(terminal.printed()).toBe("\r\u001b[K");
  jest.advanceTimersByTime(5000);
  expect(terminal.printed()).toBe("");
});

test("progress says nothing when it is over within a second, or where there is no terminal", () => {
  const quick = terminalOf(true);
  progress(quick, "running a")();
  expect(quick.printed()).toBe("");
  const pipe = terminalOf(false);
  progress(pipe, "running a");
  jest.advanceTimersByTime(5000);
  expect(pipe.printed()).toBe("");
});

test("a table has columns, and no spaces at the ends of its lines", () => {
  const terminal = terminalOf(false);
  printTable(terminal, [
    ["a", "long one", ""],
    ["bcd", "x", "y"],
  ]);
  expect(terminal.printed()).toBe("a    long one\nbcd  x         y\n");
});
