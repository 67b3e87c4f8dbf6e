import { bindingCodes } from "./codes/bindings.ts";
import { fileCodes } from "./codes/files.ts";
import { placementCodes } from "./codes/placement.ts";
import { programCodes } from "./codes/programs.ts";
import { propCodes } from "./codes/props.ts";

/**
 * Every code that a diagnostic can have, with its severity and its sentences.
 *
 * Each code has a page `docs/diagnostics/<code>.md` and a test; a test compares the three lists.
 */
export const CODES = { ...fileCodes, ...placementCodes, ...propCodes, ...bindingCodes, ...programCodes } as const;

/** The code of a diagnostic. */
export type Code = keyof typeof CODES;

/** The sentences of a code. */
export type MessageId<C extends Code> = keyof (typeof CODES)[C]["messages"] & string;

/** What a sentence needs to know. */
export type Params<C extends Code, M extends MessageId<C>> = (typeof CODES)[C]["messages"][M] extends (
  params: infer P,
) => unknown
  ? unknown extends P
    ? Record<string, never>
    : P
  : never;

/** Whether a text is a code of ours. */
export function isCode(text: string): text is Code {
  return Object.hasOwn(CODES, text);
}
