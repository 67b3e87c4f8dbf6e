import type { Keyword } from "../check.ts";
import { formatNamed } from "../formats.ts";
import type { Run } from "../run.ts";
import { briefPattern, briefText, counted } from "../words.ts";

export const length: Keyword = (schema) => {
  const { minLength: least = 0, maxLength: most = Infinity } = schema;
  if (least === 0 && most === Infinity) return undefined;
  const atLeast = `have at least ${counted(least, "character")}`;
  const atMost = `have at most ${counted(most, "character")}`;
  return (value, run) => {
    if (typeof value !== "string") return true;
    if (least > 0 && isShorter(value, least, run)) return run.fail(atLeast, value);
    return isShorter(value, most + 1, run) || run.fail(atMost, value);
  };
};

/** In code points, which are one or two units: mostly the number of units alone says it. */
function isShorter(text: string, than: number, run: Run): boolean {
  if (text.length < than) return true;
  if (text.length >= 2 * than) return false;
  run.burn(text.length >> 1);
  let pairs = 0;
  for (let index = 1; index < text.length; index++)
    if (isBetween(text.charCodeAt(index), 0xdc00, 0xdfff) && isBetween(text.charCodeAt(index - 1), 0xd800, 0xdbff))
      pairs += 1;
  return text.length - pairs < than;
}

function isBetween(value: number, least: number, most: number): boolean {
  return value >= least && value <= most;
}

export const pattern: Keyword = ({ pattern: source }, compiler) => {
  if (source === undefined) return undefined;
  const compiled = compiler.pattern(source);
  const wanted = `match the pattern ${briefPattern(source)}`;
  return (value, run) => typeof value !== "string" || compiled.test(value, run) || run.fail(wanted, value);
};

export const format: Keyword = ({ format: name }) => {
  const known = name === undefined ? undefined : formatNamed(name);
  if (known === undefined) return undefined;
  const wanted = `be of the format ${briefText(name!)}`;
  return (value, run) => typeof value !== known.type || known.test(value, run) || run.fail(wanted, value);
};
