import type { Definition, Shape } from "../types/shape.ts";

/** The shapes that a shape is made of, without looking into what it refers to. */
function parts(shape: Shape): readonly Shape[] {
  switch (shape.kind) {
    case "leaf":
    case "literal":
    case "reference":
      return [];
    case "list":
      return [shape.items];
    case "tuple":
      return shape.rest === undefined ? shape.prefix : [...shape.prefix, shape.rest];
    case "union":
      return shape.members;
    case "documented":
      return [shape.shape];
    case "object":
      return [
        ...shape.properties.map((property) => property.shape),
        ...shape.patterns.map((pattern) => pattern.shape),
        ...(shape.additional === undefined ? [] : [shape.additional]),
      ];
  }
}

/** The definitions that a shape refers to directly, as often as it does. */
export function references(shape: Shape): Definition[] {
  return shape.kind === "reference" ? [shape.definition] : parts(shape).flatMap(references);
}

/** Every definition that can be reached from a shape, with how often it is referred to. */
export function reachable(shape: Shape): Map<Definition, number> {
  const counts = new Map<Definition, number>();
  const waiting = references(shape);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const count = counts.get(next) ?? 0;
    counts.set(next, count + 1);
    if (count === 0) waiting.push(...references(next.shape));
  }
  return counts;
}

/** The definitions that contain themselves, when references to `cut` are not followed. */
export function recursive(definitions: Iterable<Definition>, cut: ReadonlySet<Definition>): Set<Definition> {
  const found = new Set<Definition>();
  for (const component of components(definitions, cut)) {
    const [only] = component;
    const isLoop = only !== undefined && references(only.shape).includes(only);
    if (component.length > 1 || isLoop) component.forEach((definition) => found.add(definition));
  }
  return found;
}

interface Visit {
  readonly definition: Definition;
  readonly index: number;
  readonly targets: Definition[];
  low: number;
}

/** The strongly connected components of the graph of references (Tarjan's algorithm, without recursion). */
function components(definitions: Iterable<Definition>, cut: ReadonlySet<Definition>): Definition[][] {
  const visits = new Map<Definition, Visit>();
  const open: Visit[] = [];
  const done = new Set<Definition>();
  const result: Definition[][] = [];
  const begin = (definition: Definition): Visit => {
    const targets = references(definition.shape).filter((target) => !cut.has(target));
    const visit = { definition, index: visits.size, low: visits.size, targets };
    visits.set(definition, visit);
    open.push(visit);
    return visit;
  };
  for (const start of definitions) {
    if (cut.has(start) || visits.has(start)) continue;
    const path = [begin(start)];
    for (let visit = path.at(-1); visit !== undefined; visit = path.at(-1)) {
      const target = visit.targets.pop();
      if (target === undefined) {
        path.pop();
        const parent = path.at(-1);
        if (parent !== undefined) parent.low = Math.min(parent.low, visit.low);
        if (visit.low === visit.index) result.push(close(open, visit, done));
      } else if (!visits.has(target)) path.push(begin(target));
      else if (!done.has(target)) visit.low = Math.min(visit.low, visits.get(target)?.index ?? visit.low);
    }
  }
  return result;
}

/** Takes a finished component off the stack. */
function close(open: Visit[], root: Visit, done: Set<Definition>): Definition[] {
  const component = open.splice(open.indexOf(root)).map(({ definition }) => definition);
  component.forEach((definition) => done.add(definition));
  return component;
}
