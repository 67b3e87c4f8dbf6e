import { createElement, functionTag, isElement } from "@espalier/jsx";
import type { ElementItem, Item } from "@espalier/jsx/tree";
import { findWorkflows, type Found } from "./items.ts";

/** What a file's exports hold. */
export interface FileWorkflows {
  readonly workflows: readonly ElementItem[];
  /** What stood among workflows, or failed where a workflow was clearly meant. */
  readonly wrong: readonly Item[];
}

/**
 * The workflows that a file exports. An export counts when it is
 *
 * - a `<Workflow>` element, an array that holds some, or an element of a component that gives some;
 * - a component that gives some when called without props: a function that is exported as `default` or under a
 *   capitalised name. No other function is called, since it may be a program or a helper.
 *
 * Everything else, such as a node or a component for other files, is left alone. A component that fails is reported
 * when the file exports no workflow: then it was probably meant to give one.
 */
export function exportedWorkflows(exports: Readonly<Record<string, unknown>>): FileWorkflows {
  const seen = new Set<unknown>();
  const elements: Found[] = [];
  const components: Found[] = [];
  for (const name of Object.keys(exports).sort(defaultFirst)) {
    const value = exports[name];
    if (seen.has(value)) continue;
    seen.add(value);
    if (isElement(value) || Array.isArray(value)) elements.push(findWorkflows(value));
    else if (isComponent(name, value)) components.push(calledComponent(value));
  }
  const found = [...elements, ...components];
  const workflows = found.flatMap((part) => part.workflows);
  const meant = workflows.length === 0 ? found : elements;
  return { workflows, wrong: [...amongWorkflows(found), ...failures(meant)] };
}

/** What a component gives. No JSX names it, so what is wrong with it stands where it is declared. */
function calledComponent(component: unknown): Found {
  const { workflows, others } = findWorkflows(createElement(component as never, {}));
  const declared = functionTag(component);
  return { workflows, others: others.map((item) => ({ ...item, place: item.place ?? declared })) };
}

function defaultFirst(a: string, b: string): number {
  if (a === "default" || b === "default") return Number(b === "default") - Number(a === "default");
  return a < b ? -1 : 1;
}

/** Functions of ours and of schema libraries are no components of the author's. */
function isComponent(name: string, value: unknown): boolean {
  if (typeof value !== "function" || !(name === "default" || /^\p{Lu}/u.test(name))) return false;
  return (functionTag(value) !== undefined || !Object.hasOwn(value, "~espalier")) && !("~standard" in value);
}

/** What stands beside a workflow in one export was meant to be one. */
function amongWorkflows(found: readonly Found[]): Item[] {
  return found.filter((part) => part.workflows.length > 0).flatMap((part) => part.others);
}

function failures(found: readonly Found[]): Item[] {
  const without = found.filter((part) => part.workflows.length === 0);
  return without.flatMap((part) => part.others.filter((item) => item.type === "failure"));
}
