import type { JsonSchema, Subschema } from "../json.ts";
import { children, IN_PLACE_KEYWORDS } from "./keywords.ts";
import { referencedName } from "./reference.ts";

/** What is wrong with how the definitions of a schema stand on each other. */
export interface Entanglement {
  readonly kind: "circular" | "too-long";
  /** The definition where it shows. */
  readonly name: string;
}

/**
 * A definition that leads back to itself through `$ref` and in-place keywords alone, so that checking a value against
 * it would never end, or one that leads through more than `most` others. Recursion through a field or an element is
 * fine. Walks without recursion.
 */
export function entanglement(root: JsonSchema, most: number): Entanglement | undefined {
  const waitingFor = new Map<string, Set<string>>();
  for (const [name, definition] of Object.entries(root.$defs ?? {})) waitingFor.set(name, namesInPlace(definition));
  const waiters = new Map<string, string[]>([...waitingFor.keys()].map((name) => [name, []]));
  for (const [name, needs] of waitingFor) for (const need of needs) waiters.get(need)?.push(name);
  let ready = [...waitingFor].filter(([, needs]) => needs.size === 0).map(([name]) => name);
  for (let level = 0; ready.length > 0; level += 1) {
    const [name] = ready;
    if (level > most && name !== undefined) return { kind: "too-long", name };
    ready = ready.flatMap((done) => settle(done, waitingFor, waiters));
  }
  const name = firstOnCycle(waitingFor);
  return name === undefined ? undefined : { kind: "circular", name };
}

/** Takes a definition away from those that wait for it, and returns the ones that wait for nothing more. */
function settle(done: string, waitingFor: Map<string, Set<string>>, waiters: ReadonlyMap<string, string[]>): string[] {
  waitingFor.delete(done);
  return (waiters.get(done) ?? []).filter((name) => {
    const needs = waitingFor.get(name);
    return needs?.delete(done) === true && needs.size === 0;
  });
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
