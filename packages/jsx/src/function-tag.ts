import { BRAND, isObject } from "./brand.ts";

/** Where a top-level function was written. The Babel preset leaves it on the function. Line and column start at 1. */
export interface FunctionTag {
  readonly kind: "function";
  /** Absolute file name. */
  readonly file: string;
  /** The name that the function is bound to in its module. */
  readonly name: string;
  /** The place of that name. */
  readonly line: number;
  readonly column: number;
}

/** The tag of a function, `undefined` for anything that is not a top-level function of a file compiled with the preset. */
export function functionTag(value: unknown): FunctionTag | undefined {
  if (typeof value !== "function" || !Object.hasOwn(value, BRAND)) return undefined;
  const tag: unknown = (value as { readonly [BRAND]?: unknown })[BRAND];
  return isFunctionTag(tag) ? tag : undefined;
}

function isFunctionTag(tag: unknown): tag is FunctionTag {
  if (!isObject(tag) || tag["kind"] !== "function") return false;
  const { file, name, line, column } = tag;
  return [file, name].every((part) => typeof part === "string") && [line, column].every(Number.isInteger);
}
