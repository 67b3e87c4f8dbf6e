import { createHash } from "node:crypto";
import canonicalizeModule from "canonicalize";

// The package's declarations name a `default` export; as CommonJS its module itself is the function.
const canonicalize = canonicalizeModule as unknown as (value: unknown) => string | undefined;

/**
 * The canonical text of a JSON value (RFC 8785): no spaces, keys sorted, numbers as ECMAScript prints them.
 * Equal values give equal text. Throws a TypeError for what is not JSON; a value of more than a few thousand levels
 * overflows the stack, which `checkBundle` rules out.
 */
export function canonicalJson(value: unknown): string {
  const text = canonicalize(value);
  if (text === undefined) throw new TypeError("Only JSON has a canonical form.");
  return text;
}

/** `sha256:` and the hexadecimal SHA-256 of the canonical text. */
export function digest(value: unknown): string {
  return digestOfText(canonicalJson(value));
}

/** As {@link digest}, of a value whose canonical text is known. */
export function digestOfText(canonical: string): string {
  return `sha256:${createHash("sha256").update(canonical, "utf8").digest("hex")}`;
}
