import { isBinding } from "@espalier/jsx";
import type { ElementItem, Item } from "@espalier/jsx/tree";

/** Items in one line: `sequence(script if(then:script otherwise:script))`. */
export function outline(items: readonly Item[]): string {
  return items.map(one).join(" ");
}

function one(item: Item): string {
  if (item.type === "failure") return `!${item.reason}`;
  if (item.type === "element") return element(item);
  const { value } = item;
  if (isBinding(value)) return `{${[value.source, ...value.path].join(".")}}`;
  return typeof value === "string" ? JSON.stringify(value) : String(value);
}

function element({ kind, props, children, exits, branches }: ElementItem): string {
  const name = kind === "branch" ? `:${String(props["name"])}` : "";
  const groups = [
    ...(exits === undefined ? [] : [`then:${outline(exits.then)}`, `otherwise:${outline(exits.otherwise)}`]),
    ...(branches ?? []).map((branch) => `${branch.name}:${outline(branch.items)}`),
    ...(children.length === 0 ? [] : [outline(children)]),
  ];
  return `${kind}${name}${groups.length === 0 ? "" : `(${groups.join(" ")})`}`;
}
