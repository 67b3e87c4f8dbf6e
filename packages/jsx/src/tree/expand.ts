import { isElement, kindOf, placeOf, type ElementData, type Kind } from "../element.ts";
import type { Component } from "../nodes.ts";
import { isText } from "../text.ts";
import { callComponent, componentName, isThenable, notAComponent, silence } from "./call.ts";
import { failure, OUTSIDE, thrown, type Context } from "./context.ts";
import { elementItem } from "./element-item.ts";
import type { FailureItem, Frame, Item } from "./item.ts";

/** Components, arrays, fragments and elements inside one another. Far beyond what a bundle may nest. */
const MAX_DEPTH = 1_000;

/**
 * Values looked at, plus one for each frame of each component stack: a component that doubles itself ends within
 * memory and a second. Far beyond what a bundle may hold.
 */
const MAX_WORK = 2_000_000;

/** Values still to be expanded into `out`, in order. */
interface Level {
  readonly values: readonly unknown[];
  readonly end: number;
  next: number;
  readonly out: Item[];
  readonly context: Context;
  /** The array or element that is left when this level ends. */
  readonly leaves: object | undefined;
}

interface Expansion {
  readonly levels: Level[];
  /** Arrays and elements that are being expanded: meeting one of them again is a cycle. */
  readonly open: Set<object>;
  work: number;
}

/**
 * Calls components and flattens fragments and arrays: what is left is elements of ours, values, and failures in the
 * place of what could not be expanded. Checks nothing. Never throws and always ends: the work is kept on a list and not
 * on the call stack, and it is bounded.
 */
export function expand(value: unknown): Item[] {
  const items: Item[] = [];
  const expansion: Expansion = { levels: [], open: new Set(), work: 0 };
  enter(expansion, [value], items, OUTSIDE, undefined);
  for (let level = expansion.levels.at(-1); level !== undefined; level = expansion.levels.at(-1)) {
    if (level.next >= level.end) {
      leave(expansion, level);
    } else if (expansion.work >= MAX_WORK) {
      level.out.push(tooMuch(level.context));
      break;
    } else {
      step(expansion, level);
    }
  }
  return items;
}

function enter(
  expansion: Expansion,
  values: readonly unknown[],
  out: Item[],
  context: Context,
  leaves: object | undefined,
): void {
  expansion.levels.push({ values, end: values.length, next: 0, out, context, leaves });
  if (leaves !== undefined) expansion.open.add(leaves);
}

function leave({ levels, open }: Expansion, level: Level): void {
  levels.pop();
  if (level.leaves !== undefined) open.delete(level.leaves);
}

/** Expands the next value of a level. An author's getter or proxy may throw wherever something is read. */
function step(expansion: Expansion, level: Level): void {
  const { out, context } = level;
  const index = level.next++;
  expansion.work += 1;
  try {
    visit(expansion, level.values[index], out, context);
  } catch (error) {
    out.push(thrown(context, "Reading a value", error));
  }
}

function visit(expansion: Expansion, value: unknown, out: Item[], context: Context): void {
  if (value === null || value === undefined || value === false) return;
  if (Array.isArray(value)) {
    if (mayOpen(expansion, value, out, context)) enter(expansion, value, out, deeper(context), value);
  } else if (isElement(value)) {
    const here = { ...context, place: placeOf(value) ?? context.place };
    if (mayOpen(expansion, value, out, here)) visitElement(expansion, value, out, deeper(here));
  } else if (isText(value)) {
    visit(expansion, value.parts, out, context);
  } else if (isThenable(value)) {
    silence(value);
    out.push(failure(context, "async", "A promise stands here; await it before the workflow is built."));
  } else {
    out.push({ type: "value", value, place: context.place, stack: context.stack });
  }
}

const deeper = (context: Context): Context => ({ ...context, depth: context.depth + 1 });

/** Whether an array or element may be expanded here; when not, the reason is added in its place. */
function mayOpen({ open }: Expansion, container: object, out: Item[], context: Context): boolean {
  if (open.has(container)) {
    out.push(failure(context, "cycle", `${describe(container)} contains itself.`));
    return false;
  }
  if (context.depth >= MAX_DEPTH) {
    const limit = MAX_DEPTH.toLocaleString("en");
    out.push(failure(context, "too-deep", `Components, arrays and fragments nest more than ${limit} deep.`));
    return false;
  }
  return true;
}

function describe(container: object): string {
  if (Array.isArray(container)) return "An array of children";
  const { type } = container as ElementData;
  return typeof type === "function" ? `<${componentName(type)}>` : "An element";
}

function visitElement(expansion: Expansion, element: ElementData, out: Item[], context: Context): void {
  const kind = kindOf(element.type);
  if (kind === "fragment") enter(expansion, [element.props["children"]], out, context, element);
  else if (kind !== undefined) visitBuiltin(expansion, element, kind, out, context);
  else visitComponent(expansion, element, out, context);
}

/** Adds the item of an element of ours and goes on with what is inside it. */
function visitBuiltin(expansion: Expansion, element: ElementData, kind: Kind, out: Item[], context: Context): void {
  const { item, groups } = elementItem(element, kind, context);
  out.push(item);
  // The last level that is entered is expanded first; the first one entered ends last and closes the element.
  enter(expansion, [], [], context, element);
  for (const { values, items } of groups.toReversed()) enter(expansion, values, items, context, undefined);
}

/** Calls an author's component and goes on with what it returned. */
function visitComponent(expansion: Expansion, element: ElementData, out: Item[], context: Context): void {
  const { type } = element;
  if (typeof type !== "function") {
    out.push(failure(context, "not-a-component", notAComponent(type)));
    return;
  }
  const frame: Frame = { component: componentName(type), place: context.place };
  const inner: Context = { ...context, stack: [...context.stack, frame] };
  expansion.work += inner.stack.length;
  const called = callComponent(type as Component, element.props, inner);
  if (!called.ok) out.push(called.item);
  enter(expansion, called.ok ? [called.value] : [], out, inner, element);
}

function tooMuch(context: Context): FailureItem {
  return failure(context, "too-deep", "The tree is too large: components or arrays multiply without end.");
}
