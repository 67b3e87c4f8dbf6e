import type { Place } from "../place.ts";
import type { FailureItem, FailureReason, Frame } from "./item.ts";

/** Where an expansion is. */
export interface Context {
  readonly place: Place | undefined;
  readonly stack: readonly Frame[];
  /** Components, arrays, fragments and elements around. */
  readonly depth: number;
}

export const OUTSIDE: Context = { place: undefined, stack: [], depth: 0 };

/** The failure item for something that cannot be expanded here. */
export function failure(context: Context, reason: FailureReason, message: string): FailureItem {
  return { type: "failure", reason, message, place: context.place, stack: context.stack };
}

/** The failure item for something that an author's code threw. */
export function thrown(context: Context, what: string, error: unknown): FailureItem {
  return { ...failure(context, "threw", `${what} threw: ${messageOf(error)}`), error };
}

/** The message of whatever was thrown. Never throws itself. */
function messageOf(error: unknown): string {
  try {
    return error instanceof Error || hasMessage(error) ? String(error.message) : String(error);
  } catch {
    return "something that cannot be printed";
  }
}

function hasMessage(error: unknown): error is { readonly message: unknown } {
  // Errors of another realm are no instances of our Error.
  return typeof error === "object" && error !== null && "message" in error;
}
