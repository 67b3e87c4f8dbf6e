import { digest, type JsonSchema } from "@espalier/contract";
import type { Definition } from "../types/shape.ts";
import { compareText } from "./order.ts";

const UNNAMED = "Type";

/** Writes one definition, with the given names for the definitions that it refers to. */
export type WriteDefinition = (definition: Definition, names: ReadonlyMap<Definition, string>) => JsonSchema;

/**
 * Names for the definitions that stand in `$defs`. Different types of one name are told apart by what they say, so that
 * neither the order of reading nor the place of a file decides who is `Node` and who `Node_2`; types of one name that say
 * the same become one.
 */
export function nameDefinitions(definitions: ReadonlySet<Definition>, write: WriteDefinition): Map<Definition, string> {
  const base = new Map([...definitions].map((definition) => [definition, definition.name ?? UNNAMED]));
  if (new Set(base.values()).size === base.size) return base;
  const labels = distinguish(base, write);
  return numbered(base, labels);
}

/** Refines labels until two definitions have the same one only if nothing tells them apart. */
function distinguish(base: ReadonlyMap<Definition, string>, write: WriteDefinition): ReadonlyMap<Definition, string> {
  let labels = base;
  for (let classes = 0, round = 0; round <= base.size; round += 1) {
    const current = labels;
    labels = new Map(
      [...base].map(([definition, name]) => [definition, `${name} ${digest(write(definition, current))}`]),
    );
    const size = new Set(labels.values()).size;
    if (size === classes) break;
    classes = size;
  }
  return labels;
}

function numbered(
  base: ReadonlyMap<Definition, string>,
  labels: ReadonlyMap<Definition, string>,
): Map<Definition, string> {
  const taken = new Set(base.values());
  const nameOfLabel = new Map<string, string>();
  const sorted = [...base].map(([definition, name]) => ({ name, label: labels.get(definition) ?? name }));
  const firsts = new Set<string>();
  for (const { name, label } of sorted.toSorted((a, b) => compareText(a.label, b.label))) {
    if (nameOfLabel.has(label)) continue;
    nameOfLabel.set(label, firsts.has(name) ? free(name, taken) : name);
    firsts.add(name);
  }
  return new Map(
    [...base].map(([definition, name]) => [definition, nameOfLabel.get(labels.get(definition) ?? "") ?? name]),
  );
}

function free(name: string, taken: Set<string>): string {
  let number = 2;
  while (taken.has(`${name}_${number}`)) number += 1;
  taken.add(`${name}_${number}`);
  return `${name}_${number}`;
}
