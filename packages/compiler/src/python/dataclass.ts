import { dataclassDecorator, headOf, type ClassDefinition } from "./class-kind.ts";
import type { Expression } from "./expression.ts";
import { fieldsOf, peel, refuseOddName, type FieldSource } from "./field.ts";
import { lookup, qualifiedName } from "./lookup.ts";
import { refuse, type Reading } from "./reading.ts";
import type { DeclarationBody, Field, PythonType } from "./type.ts";

type ReadType = (reading: Reading, expression: Expression) => PythonType;

const WORDS: ReadonlySet<string> = new Set(["typing.ClassVar"]);
const FIELDLESS_BASES: ReadonlySet<string> = new Set(["builtins.object", "abc.ABC"]);

/** Reads a dataclass with what it inherits. A field with a default may be left out. */
export function readDataclass(reading: Reading, definition: ClassDefinition, readType: ReadType): DeclarationBody {
  const fields = new Map<string, Field>();
  for (const current of lineage(reading, definition)) {
    const options = dataclassDecorator(reading.scope, current);
    if (!options) continue;
    if (isFalse(options.get("init"))) {
      const at = options.get("init") as Expression;
      refuse(
        reading,
        at,
        `${JSON.stringify(current.name)} has no constructor, so it cannot be built from JSON.`,
        "Leave init out.",
      );
    }
    for (const source of fieldsOf(reading.scope, current)) addField(reading, fields, source, readType);
  }
  return { kind: "object", fields: [...fields.values()] };
}

function isFalse(expression: Expression | undefined): boolean {
  return expression?.kind === "boolean" && !expression.value;
}

function addField(reading: Reading, fields: Map<string, Field>, source: FieldSource, readType: ReadType): void {
  const { type, words, reading: inner } = peel(reading, source.annotation, WORDS);
  if (words.has("typing.ClassVar") || qualifiedName(reading.scope, type) === "dataclasses.KW_ONLY") return;
  refuseOddName(reading, source);
  const required = !hasDefault(reading, source.value);
  fields.set(source.name, { name: source.name, type: readType(inner, type), required });
}

function hasDefault(reading: Reading, value: Expression | undefined): boolean {
  if (!value) return false;
  if (value.kind !== "call" || qualifiedName(reading.scope, value.callee) !== "dataclasses.field") return true;
  if (isFalse(value.keywords.get("init"))) {
    refuse(
      reading,
      value,
      "A field that the constructor does not take cannot be built from JSON.",
      "Make it a property.",
    );
  }
  return value.keywords.has("default") || value.keywords.has("default_factory");
}

/** The class after its bases; of several, the first one written wins. */
function lineage(reading: Reading, definition: ClassDefinition): ClassDefinition[] {
  const nearestFirst = new Set<ClassDefinition>([definition]);
  for (const current of nearestFirst) {
    for (const base of headOf(reading.scope, current).positional) {
      const target = lookup(reading.scope, base);
      if (target?.kind === "definition" && target.definition.kind === "class") nearestFirst.add(target.definition);
      else if (target?.kind !== "qualified" || !FIELDLESS_BASES.has(target.qualified)) {
        const message = `${JSON.stringify(base.text)} is no class of this file, so its fields are not known.`;
        refuse(reading, base, message, "Write the fields out.");
      }
    }
  }
  return [...nearestFirst].reverse();
}
