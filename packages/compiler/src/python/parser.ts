import type { Tree } from "@lezer/common";
import { parser } from "@lezer/python";

/** Parses Python. Never fails: what cannot be read becomes error nodes. */
export function parsePython(text: string): Tree {
  return parser.parse(text);
}
