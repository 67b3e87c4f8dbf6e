import type { Json } from "@espalier/contract";
import type { Run } from "./run.ts";

const STEPS_PER_VALUE = 12;

/**
 * JSON text with sorted keys: the same for equal values and for no others. It recurses; depth is bounded before. The
 * steps of the run, where there is one, pay for it.
 */
export function canonicalText(value: Json, run?: Run): string {
  run?.burn(STEPS_PER_VALUE);
  if (typeof value === "string") return quoted(value, run);
  // The text of -0 is 0, to which it is equal.
  if (typeof value !== "object" || value === null) return String(value);
  let text = "";
  if (Array.isArray(value)) {
    for (const item of value as readonly Json[]) text += `${text === "" ? "" : ","}${canonicalText(item, run)}`;
    return `[${text}]`;
  }
  const names = Object.keys(value);
  run?.burn(names.length * STEPS_PER_VALUE);
  for (const name of names.sort())
    text += `${text === "" ? "" : ","}${quoted(name, run)}:${canonicalText((value as Record<string, Json>)[name]!, run)}`;
  return `{${text}}`;
}

function quoted(text: string, run: Run | undefined): string {
  run?.burn(text.length >> 3);
  return JSON.stringify(text);
}
