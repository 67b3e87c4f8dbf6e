import type { QuickJSHandle } from "quickjs-emscripten-core";
import { formatPath } from "../json-path.ts";
import type { Limits } from "../limits.ts";
import { failure, type Failure, type Frame } from "../outcome.ts";
import type { GuestFailure } from "./guest.ts";
import type { Machine } from "./machine.ts";
import { parseStack } from "./stack.ts";

// A script that does not compile has one frame without a function name; a SyntaxError thrown by running code has names.
const COMPILE_ERROR_STACK = /^\s*at program\.js:\d+/;

/** Says what a value that was thrown inside QuickJS means. */
export function explainThrown(machine: Machine, thrown: QuickJSHandle, limits: Limits): Failure {
  const timedOut = machine.interrupted;
  machine.extendTime();
  const described = askGuest(machine, thrown);
  if (timedOut) {
    return failure(
      "timeout",
      `The program ran longer than ${limits.cpuSeconds} s.`,
      parseStack(described?.stack ?? ""),
    );
  }
  if (described === undefined || isMemoryNull(machine, thrown, limits)) return outOfMemory(limits);
  return explainGuest(described, limits);
}

/** Says what a failure that our code inside QuickJS described means. */
export function explainGuest(described: GuestFailure, limits: Limits): Failure {
  const { code, message, path, stack = "", classes = [] } = described;
  if (code === "memory") return outOfMemory(limits, stack);
  if (code === "exception" && message.startsWith("SyntaxError") && COMPILE_ERROR_STACK.test(stack)) {
    return failure("syntax", message, parseStack(stack));
  }
  const place = path === undefined ? "" : ` at ${formatPath(path)}.`;
  return failure(code, message + place, withoutConstructors(parseStack(stack), classes));
}

/** The frames from where an error was made: what its classes do to make it is of no interest. */
function withoutConstructors(frames: readonly Frame[], classes: readonly string[]): readonly Frame[] {
  const first = frames.findIndex((frame) => !classes.includes(frame.function));
  return first < 0 ? frames : frames.slice(first);
}

/** Says what an exception of the WebAssembly instance, not of the program in it, means. */
export function explainHostError(error: unknown, limits: Limits): Failure {
  // The stack of the thread can run out inside a native function of QuickJS before QuickJS's own counter does.
  if (error instanceof RangeError) return failure("recursion", "The program used up the stack.");
  if (error instanceof WebAssembly.RuntimeError) return outOfMemory(limits);
  return failure("crash", `The JavaScript engine failed: ${error instanceof Error ? error.message : String(error)}`);
}

/** Reads what the guest wrote. It is our own text, but the program could have damaged the guest. */
export function parseGuestFailure(text: string): GuestFailure {
  return JSON.parse(text) as GuestFailure;
}

/** Undefined when the guest itself cannot run, which is so when there is no memory left for it. */
function askGuest(machine: Machine, thrown: QuickJSHandle): GuestFailure | undefined {
  try {
    return parseGuestFailure(machine.context.getString(machine.callGuest("failure", thrown)));
  } catch {
    // A getter of the author's that never ends is no more than an odd thing to throw.
    if (machine.interrupted)
      return { code: "exception", message: "The program threw something that cannot be described." };
    machine.sound = false;
    return undefined;
  }
}

/** QuickJS throws a bare null when there is no memory left to make the error itself. */
function isMemoryNull(machine: Machine, thrown: QuickJSHandle, limits: Limits): boolean {
  return machine.context.eq(thrown, machine.context.null) && machine.memoryBytes > limits.memoryBytes / 2;
}

function outOfMemory(limits: Limits, stack = ""): Failure {
  const limit = Math.round(limits.memoryBytes / (1024 * 1024));
  return failure("memory", `The program needed more than ${limit} MB of memory.`, parseStack(stack));
}
