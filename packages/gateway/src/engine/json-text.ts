import type { Json } from "@espalier/contract";
import { LeafError } from "./leaf-error.ts";

/** How deep a value may nest. Deeper ones could overflow the stack of whoever walks them. */
export const MAX_JSON_DEPTH = 200;

/** Parses the text of a leaf's output. Throws `LeafError` with the code given. */
export function parseOutput(text: string, code: string, retryable: boolean): Json {
  if (exceedsDepth(text, MAX_JSON_DEPTH)) {
    throw new LeafError(code, `The result nests deeper than ${MAX_JSON_DEPTH} levels.`, retryable);
  }
  try {
    return JSON.parse(text) as Json;
  } catch (error) {
    throw new LeafError(code, `The result is not JSON: ${(error as Error).message}.`, retryable);
  }
}

/** Whether JSON text nests deeper than `limit`, found without recursion and without parsing. */
export function exceedsDepth(text: string, limit: number): boolean {
  let depth = 0;
  let inString = false;
  for (let at = 0; at < text.length; at++) {
    const char = text.charCodeAt(at);
    if (inString) {
      if (char === BACKSLASH) at += 1;
      else if (char === QUOTE) inString = false;
    } else if (char === QUOTE) inString = true;
    else if (char === OPEN_BRACE || char === OPEN_BRACKET) {
      depth += 1;
      if (depth > limit) return true;
    } else if (char === CLOSE_BRACE || char === CLOSE_BRACKET) depth -= 1;
  }
  return false;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
