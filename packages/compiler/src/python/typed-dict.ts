import { headOf, type ClassDefinition } from "./class-kind.ts";
import type { CallExpression, Expression } from "./expression.ts";
import { fieldsOf, peel, refuseOddName, type FieldSource } from "./field.ts";
import { lookup } from "./lookup.ts";
import { refuse, type Reading } from "./reading.ts";
import type { DeclarationBody, Field, PythonType } from "./type.ts";

type ReadType = (reading: Reading, expression: Expression) => PythonType;

const WORDS: ReadonlySet<string> = new Set(["typing.Required", "typing.NotRequired", "typing.ReadOnly"]);

/** Reads a TypedDict with what it inherits. */
export function readTypedDict(reading: Reading, definition: ClassDefinition, readType: ReadType): DeclarationBody {
  const fields = new Map<string, Field>();
  for (const current of lineage(reading, definition)) {
    const total = isTotal(headOf(reading.scope, current).keywords);
    for (const source of fieldsOf(reading.scope, current)) addField(reading, fields, source, total, readType);
  }
  return { kind: "object", fields: [...fields.values()] };
}

/** Reads `TypedDict("Name", {"field": T})`. */
export function readFunctionalTypedDict(
  reading: Reading,
  call: CallExpression & Expression,
  readType: ReadType,
): DeclarationBody | undefined {
  const [, table] = call.positional;
  if (table?.kind !== "dict") {
    refuse(
      reading,
      call,
      "TypedDict needs its fields written out as a dict.",
      `Write TypedDict("Name", {"field": T}), or a class.`,
    );
    return undefined;
  }
  const fields = new Map<string, Field>();
  for (const [key, annotation] of table.entries) {
    if (key.kind !== "string" || key.value === undefined) {
      refuse(reading, key, "The names of fields are string literals.");
      continue;
    }
    const source = { name: key.value, annotation, value: undefined };
    addField(reading, fields, source, isTotal(call.keywords), readType);
  }
  return { kind: "object", fields: [...fields.values()] };
}

function isTotal(keywords: ReadonlyMap<string, Expression>): boolean {
  const total = keywords.get("total");
  return !(total?.kind === "boolean" && !total.value);
}

function addField(
  reading: Reading,
  fields: Map<string, Field>,
  source: FieldSource,
  total: boolean,
  readType: ReadType,
): void {
  if (source.name === "__proto__") refuseOddName(reading, source);
  const { type, words, reading: inner } = peel(reading, source.annotation, WORDS);
  const required = words.has("typing.Required") || (total && !words.has("typing.NotRequired"));
  fields.set(source.name, { name: source.name, type: readType(inner, type), required });
}

/** The class after its bases, in the order in which Python merges them. */
function lineage(reading: Reading, definition: ClassDefinition): ClassDefinition[] {
  const order = new Set<ClassDefinition>();
  const pending = [{ definition, expanded: false }];
  const entered = new Set<ClassDefinition>();
  for (let entry = pending.pop(); entry; entry = pending.pop()) {
    if (entry.expanded) order.add(entry.definition);
    else if (!entered.has(entry.definition)) {
      entered.add(entry.definition);
      pending.push({ definition: entry.definition, expanded: true });
      const bases = basesOf(reading, entry.definition).reverse();
      pending.push(...bases.map((base) => ({ definition: base, expanded: false })));
    }
  }
  return [...order];
}

function basesOf(reading: Reading, definition: ClassDefinition): ClassDefinition[] {
  return headOf(reading.scope, definition).positional.flatMap((base) => {
    const target = lookup(reading.scope, base);
    if (target?.kind === "definition" && target.definition.kind === "class") return [target.definition];
    if (target?.kind !== "qualified" || target.qualified !== "typing.TypedDict") {
      const message = `${JSON.stringify(base.text)} is no TypedDict class of this file, so its fields are not known.`;
      refuse(reading, base, message, "Write the fields out.");
    }
    return [];
  });
}
