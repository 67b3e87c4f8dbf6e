import { depthOfText } from "./json-text.ts";
import type { Limits } from "./limits.ts";
import { failure, type Failure } from "./outcome.ts";
import type { Json, Program } from "./program.ts";

/** One call as workers get it: everything is checked and written as text. */
export interface Job {
  readonly source: string;
  readonly entrypoint: string;
  readonly parameters: readonly string[];
  /** JSON text of an object: the arguments by parameter name. */
  readonly argsText: string;
  readonly limits: Limits;
}

/** Writes the arguments that the program declares as JSON text, or says that they are too large. */
export function prepareJob(program: Program, args: Readonly<Record<string, Json>>, limits: Limits): Job | Failure {
  const argsText = writeArguments(program.parameters, args);
  if (argsText === undefined) return tooDeep(limits);
  const size = Buffer.byteLength(argsText);
  if (size > limits.inputBytes) {
    return failure(
      "input_too_large",
      `The input is ${size} bytes of JSON; a program takes at most ${limits.inputBytes}.`,
    );
  }
  // The object around the arguments is ours and does not count.
  if (depthOfText(argsText) > limits.depth + 1) return tooDeep(limits);
  const { source, entrypoint, parameters } = program;
  return { source, entrypoint, parameters, argsText, limits };
}

function tooDeep(limits: Limits): Failure {
  return failure("input_too_large", `The input is nested deeper than ${limits.depth} levels.`);
}

function writeArguments(parameters: readonly string[], args: Readonly<Record<string, Json>>): string | undefined {
  const members: string[] = [];
  try {
    for (const name of new Set(parameters)) {
      // Written as text and not copied into an object: a parameter may be called `__proto__`.
      const text = Object.hasOwn(args, name) ? JSON.stringify(args[name]) : undefined;
      if (text !== undefined) members.push(`${JSON.stringify(name)}:${text}`);
    }
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
  return `{${members.join(",")}}`;
}
