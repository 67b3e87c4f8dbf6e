import { type Json, LIMITS } from "@espalier/contract";
import { isBinding } from "@espalier/jsx";
import { describeBinding, stringifiedBinding } from "@espalier/jsx/tree";
import type { Origin, Reporter } from "../diagnostics/reporter.ts";
import { describeValue, isPlainObject } from "./describe.ts";

/**
 * A copy of a literal, when it is JSON; otherwise what is in the way is reported, once, and the result is undefined.
 * An object's `undefined` properties are absent, as `JSON.stringify` has it; in a list `undefined` is an error.
 */
export function readLiteral(value: unknown, path: string, at: Origin, reporter: Reporter): Json | undefined {
  try {
    return copy(value, path, 0);
  } catch (error) {
    if (!(error instanceof NotALiteral)) throw error;
    error.reportTo(at, reporter);
    return undefined;
  }
}

/** Ends the copying at the first thing that is not JSON. */
class NotALiteral extends Error {
  readonly reportTo: (at: Origin, reporter: Reporter) => void;

  constructor(reportTo: (at: Origin, reporter: Reporter) => void) {
    super("not a literal");
    this.reportTo = reportTo;
  }
}

function notJson(path: string, value: unknown): NotALiteral {
  const what = describeValue(value);
  return new NotALiteral((at, reporter) => reporter.report(at, "invalid-literal", "notJson", { path, what }));
}

function copy(value: unknown, path: string, depth: number): Json {
  if (depth > LIMITS.schemaDepth) {
    const limit = LIMITS.schemaDepth;
    const root = path.slice(0, path.search(/[.[]|$/));
    throw new NotALiteral((at, reporter) => reporter.report(at, "invalid-literal", "deep", { path: root, limit }));
  }
  if (value === null || typeof value === "boolean") return value;
  if (typeof value === "string") return copyText(value, path);
  if (typeof value === "number" && Number.isFinite(value)) return value;
  if (isBinding(value)) {
    const binding = describeBinding(value);
    throw new NotALiteral((at, reporter) => reporter.report(at, "invalid-literal", "binding", { path, binding }));
  }
  if (Array.isArray(value)) return Array.from(value, (item, index) => copy(item, `${path}[${index}]`, depth + 1));
  if (isPlainObject(value)) return copyObject(value, path, depth);
  throw notJson(path, value);
}

const LONE_SURROGATE = /\p{Surrogate}/u;

function copyText(value: string, path: string): string {
  const binding = stringifiedBinding(value);
  if (binding !== undefined) {
    throw new NotALiteral((at, reporter) => reporter.report(at, "invalid-literal", "stringified", { path, binding }));
  }
  // A lone surrogate has no UTF-8 form, so it would not survive the way to the gateway.
  if (LONE_SURROGATE.test(value)) throw notJson(path, value);
  return value;
}

function copyObject(value: Readonly<Record<string, unknown>>, path: string, depth: number): Json {
  if (Object.hasOwn(value, "~espalier") || Object.getOwnPropertySymbols(value).length > 0) throw notJson(path, value);
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  return Object.fromEntries(entries.map(([key, item]) => [key, copy(item, `${path}.${key}`, depth + 1)]));
}
