import type { JsonSchema, Subschema } from "../json.ts";
import { children, IN_PLACE_KEYWORDS } from "./keywords.ts";
import { referencedName } from "./reference.ts";

/**
 * A definition that leads back to itself through `$ref` and in-place keywords alone, so that checking a value against
 * it would never end. Recursion through a field or an element is fine. Walks without recursion.
 */
export function circularDefinition(root: JsonSchema): string | undefined {
  const waitingFor = new Map<string, Set<string>>();
  for (const [name, definition] of Object.entries(root.$defs ?? {})) waitingFor.set(name, namesInPlace(definition));
  const waiters = new Map<string, string[]>([...waitingFor.keys()].map((name) => [name, []]));
  for (const [name, needs] of waitingFor) for (const need of needs) waiters.get(need)?.push(name);
  const ready = [...waitingFor].filter(([, needs]) => needs.size === 0).map(([name]) => name);
  for (let done = ready.pop(); done !== undefined; done = ready.pop()) {
    waitingFor.delete(done);
    for (const name of waiters.get(done) ?? []) {
      const needs = waitingFor.get(name);
      if (needs?.delete(done) === true && needs.size === 0) ready.push(name);
    }
  }
  return firstOnCycle(waitingFor);
}

/** What is left over is on a cycle or leads to one: following the first need of each ends up on one. */
function firstOnCycle(waitingFor: ReadonlyMap<string, ReadonlySet<string>>): string | undefined {
  const seen = new Set<string>();
  let [name] = waitingFor.keys();
  while (name !== undefined && !seen.has(name)) {
    seen.add(name);
    [name] = waitingFor.get(name) ?? [];
  }
  return name;
}

function namesInPlace(schema: Subschema): Set<string> {
  const names = new Set<string>();
  const waiting = [schema];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next === "boolean") continue;
    const name = next.$ref === undefined ? undefined : referencedName(next.$ref);
    if (name !== undefined) names.add(name);
    for (const child of children(next)) if (IN_PLACE_KEYWORDS.has(child.keyword)) waiting.push(child.schema);
  }
  return names;
}
