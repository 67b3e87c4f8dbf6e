import type { Json } from "@espalier/contract";
import { canonicalText } from "../canonical-text.ts";
import { isList, type Keyword } from "../check.ts";
import { counted } from "../words.ts";

export const itemCount: Keyword = ({ minItems: least = 0, maxItems: most = Infinity }) => {
  if (least === 0 && most === Infinity) return undefined;
  const atLeast = `have at least ${counted(least, "item")}`;
  const atMost = `have at most ${counted(most, "item")}`;
  return (value, run) => {
    if (!isList(value)) return true;
    if (value.length < least) return run.fail(atLeast, value);
    return value.length <= most || run.fail(atMost, value);
  };
};

/** `prefixItems` and `items`. */
export const items: Keyword = ({ prefixItems = [], items: rest }, compiler) => {
  if (prefixItems.length === 0 && rest === undefined) return undefined;
  const first = prefixItems.map(compiler.schema);
  const others = rest === undefined ? undefined : compiler.schema(rest);
  const covered = others === undefined ? first.length : Infinity;
  return (value, run, evaluated) => {
    if (!isList(value)) return true;
    const count = Math.min(covered, value.length);
    run.burn(count);
    for (let index = 0; index < count; index++) {
      const check = index < first.length ? first[index]! : others!;
      if (!check(value[index]!, run, undefined)) return run.inside(index);
    }
    evaluated?.addFirstItems(covered);
    return true;
  };
};

export const uniqueItems: Keyword = ({ uniqueItems: wanted }) => {
  if (wanted !== true) return undefined;
  return (value, run) => {
    if (!isList(value)) return true;
    const seen = new Set<Json>();
    for (const item of value) {
      run.burn(STEPS_PER_ITEM);
      // A mark that no other text has: the string "[1]" is not the list [1].
      const known = typeof item === "object" && item !== null ? canonicalText(item, run) : marked(item);
      if (seen.has(known)) return run.fail("have no two equal items", value);
      seen.add(known);
    }
    return true;
  };
};

function marked(item: Json): Json {
  return typeof item === "string" ? `"${item}` : item;
}

const STEPS_PER_ITEM = 12;

/** `contains` with its `minContains` and `maxContains`. */
export const contains: Keyword = (schema, compiler) => {
  const { contains: inner, minContains = 1, maxContains = Infinity } = schema;
  if (typeof inner !== "object" && typeof inner !== "boolean") return undefined;
  const check = compiler.schema(inner as never);
  const [least, most] = [Number(minContains), Number(maxContains)];
  const atLeast = `contain at least ${counted(least, "item")} of a certain kind`;
  const atMost = `contain at most ${counted(most, "item")} of a certain kind`;
  return (value, run, evaluated) => {
    if (!isList(value)) return true;
    let found = 0;
    run.burn(value.length);
    for (const [index, item] of value.entries()) {
      if (!check(item, run, undefined)) continue;
      found += 1;
      evaluated?.addItem(index);
      if (found > most) return run.fail(atMost, value);
    }
    return found >= least || run.fail(atLeast, value);
  };
};

export const unevaluatedItems: Keyword = ({ unevaluatedItems: inner }, compiler) => {
  if (inner === undefined) return undefined;
  const check = compiler.schema(inner as never);
  return (value, run, evaluated) => {
    if (!isList(value)) return true;
    run.burn(value.length);
    for (const [index, item] of value.entries())
      if (!evaluated!.hasItem(index) && !check(item, run, undefined)) return run.inside(index);
    evaluated!.addFirstItems(Infinity);
    return true;
  };
};
