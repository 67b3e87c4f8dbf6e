/** Every way in which a call can fail. Only `crash` says nothing about the program itself and is worth another attempt. */
export const SANDBOX_CODES = [
  "timeout",
  "memory",
  "recursion",
  "exception",
  "syntax",
  "forbidden_import",
  "bad_result",
  "result_too_large",
  "input_too_large",
  "never_settled",
  "crash",
  "cancelled",
  "unavailable",
] as const;

/** See {@link SANDBOX_CODES}. */
export type SandboxCode = (typeof SANDBOX_CODES)[number];

/** A place in the author's program: 1-based line and column of `source`. Code at the top level has the function name `<program>`. */
export interface Frame {
  readonly function: string;
  readonly line: number;
  readonly column?: number;
}

/** The program returned. `value` is valid JSON text as `JSON.stringify` writes it, so equal results are equal texts. */
export interface Success {
  readonly ok: true;
  readonly value: string;
  readonly log: string;
}

/** The program did not return a result. `frames` are the author's only, innermost first, at most 20. */
export interface Failure {
  readonly ok: false;
  readonly code: SandboxCode;
  readonly message: string;
  readonly frames: readonly Frame[];
  readonly log: string;
}

/** What became of one call. */
export type Outcome = Success | Failure;

/** Whether programs of a language can run here, and if not, why. `unconfined`: they run without a sandbox, and why. */
export type Availability =
  { readonly available: true; readonly unconfined?: string } | { readonly available: false; readonly reason: string };

/** Frames of the author's that a failure keeps. */
export const MAX_FRAMES = 20;

/** Characters of an error message that a failure keeps. */
export const MAX_MESSAGE = 2000;

/** Makes a failure. */
export function failure(code: SandboxCode, message: string, frames: readonly Frame[] = [], log = ""): Failure {
  return { ok: false, code, message: message.slice(0, MAX_MESSAGE), frames: frames.slice(0, MAX_FRAMES), log };
}

/** The outcome of a call whose signal fired. */
export function cancelled(): Failure {
  return failure("cancelled", "The call was cancelled.");
}

/** Drops frames that are not in the source: a program can give its functions and files any name, which may read as a place. */
export function keepPlaces(outcome: Outcome, source: string): Outcome {
  if (outcome.ok || outcome.frames.length === 0) return outcome;
  const lines = source.split("\n").length;
  return { ...outcome, frames: outcome.frames.filter(({ line }) => line >= 1 && line <= lines) };
}
