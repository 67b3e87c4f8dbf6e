import { BRAND, isObject } from "../brand.ts";
import type { ElementData, Kind } from "../element.ts";
import type { Context } from "./context.ts";
import type { BranchItems, ElementItem, Item } from "./item.ts";

/** Values inside an element that are still to be expanded, and the list they go to. */
export interface Group {
  readonly values: readonly unknown[];
  readonly items: Item[];
}

/** The item of an element of ours, its inside still empty, and what is to be expanded into it, in order. */
export function elementItem(
  { props: written }: ElementData,
  kind: Kind,
  { place, stack }: Context,
): { readonly item: ElementItem; readonly groups: readonly Group[] } {
  const { children: inside, key: _key, ...props } = written;
  const groups: Group[] = [];
  const group = (value: unknown): Item[] => {
    const items: Item[] = [];
    groups.push({ values: [value], items });
    return items;
  };
  const item: ElementItem = {
    type: "element",
    kind,
    props,
    children: group(inside),
    hasChildren: inside !== undefined,
    place,
    stack,
    // oxlint-disable-next-line unicorn/no-thenable -- a list of items, and no function
    ...(kind === "if" && { exits: { then: group(props["then"]), otherwise: group(props["otherwise"]) } }),
    ...(kind === "parallel" && isRecord(props["branches"]) && { branches: branchesOf(props["branches"], group) }),
  };
  return { item, groups };
}

function branchesOf(branches: Readonly<Record<string, unknown>>, group: (value: unknown) => Item[]): BranchItems[] {
  return Object.keys(branches).map((name) => ({ name, items: group(branches[name]) }));
}

/** An object that can hold branches: no array, no function, nothing of ours. */
function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return isObject(value) && typeof value === "object" && !Array.isArray(value) && !Object.hasOwn(value, BRAND);
}
