import { dataclassDecorator, headOf, type ClassDefinition } from "./class-kind.ts";
import type { Expression } from "./expression.ts";
import { fieldsOf, peel, refuseOddName, type FieldSource } from "./field.ts";
import { lookup, qualifiedName } from "./lookup.ts";
import { refuse, type Reading } from "./reading.ts";
import type { DeclarationBody, Field, PythonType } from "./type.ts";

type ReadType = (reading: Reading, expression: Expression) => PythonType;

const WORDS: ReadonlySet<string> = new Set(["typing.ClassVar"]);
const FIELDLESS_BASES: ReadonlySet<string> = new Set(["builtins.object", "abc.ABC"]);

type Options = ReadonlyMap<string, Expression>;

interface DataclassField extends Field {
  readonly keywordOnly: boolean;
}

/** Reads a dataclass with what it inherits. A field with a default may be left out. */
export function readDataclass(reading: Reading, definition: ClassDefinition, readType: ReadType): DeclarationBody {
  const fields = new Map<string, DataclassField>();
  for (const current of lineage(reading, definition)) {
    const options = dataclassDecorator(reading.scope, current);
    if (!options) continue;
    refuseOptions(reading, current, options);
    refuseThawing(reading, current, options);
    for (const field of readFields(reading, current, options, readType)) {
      refuseOrder(reading, field, [...fields.values()]);
      fields.set(field.name, field);
    }
  }
  return { kind: "object", fields: [...fields.values()].map(({ name, type, required }) => ({ name, type, required })) };
}

function isTrue(expression: Expression | undefined): boolean {
  return expression?.kind === "boolean" && expression.value;
}

function isFalse(expression: Expression | undefined): expression is Expression {
  return expression?.kind === "boolean" && !expression.value;
}

function refuseOptions(reading: Reading, definition: ClassDefinition, options: Options): void {
  const init = options.get("init");
  if (!isFalse(init)) return;
  const message = `${JSON.stringify(definition.name)} has no constructor, so it cannot be built from JSON.`;
  refuse(reading, init, message, "Leave init out.");
}

/** Python does not load a class that is frozen though its base is not, or the other way round. */
function refuseThawing(reading: Reading, definition: ClassDefinition, options: Options): void {
  const frozen = isTrue(options.get("frozen"));
  for (const base of headOf(reading.scope, definition).positional) {
    const target = lookup(reading.scope, base);
    if (target?.kind !== "definition" || target.definition.kind !== "class") continue;
    const inherited = dataclassDecorator(reading.scope, target.definition);
    if (!inherited || isTrue(inherited.get("frozen")) === frozen) continue;
    const [own, other] = frozen ? ["frozen", "is not"] : ["not frozen", "is"];
    const message = `${JSON.stringify(definition.name)} is ${own}, but ${JSON.stringify(base.text)}, which it extends, ${other}.`;
    const hint = "Write frozen=True at both or at neither.";
    reading.findings.push({ code: "unsupported-python", message, hint, place: base.place });
  }
}

interface PlacedField extends DataclassField {
  readonly source: FieldSource;
}

function readFields(
  reading: Reading,
  definition: ClassDefinition,
  options: Options,
  readType: ReadType,
): PlacedField[] {
  const fields: PlacedField[] = [];
  let keywordOnly = isTrue(options.get("kw_only"));
  for (const source of fieldsOf(reading.scope, definition)) {
    const { type, words, reading: inner } = peel(reading, source.annotation, WORDS);
    if (qualifiedName(reading.scope, type) === "dataclasses.KW_ONLY") keywordOnly = true;
    else if (!words.has("typing.ClassVar")) {
      refuseOddName(reading, source);
      const { name } = source;
      const value = readValue(reading, source.value);
      const read = { name, source, type: readType(inner, type), required: !value.hasDefault };
      fields.push({ ...read, keywordOnly: value.keywordOnly ?? keywordOnly });
    }
  }
  return fields;
}

function readValue(reading: Reading, value: Expression | undefined): { hasDefault: boolean; keywordOnly?: boolean } {
  if (!value) return { hasDefault: false };
  if (value.kind !== "call" || qualifiedName(reading.scope, value.callee) !== "dataclasses.field") {
    refuseShared(reading, value);
    return { hasDefault: true };
  }
  const { keywords } = value;
  if (isFalse(keywords.get("init"))) {
    refuse(
      reading,
      value,
      "A field that the constructor does not take cannot be built from JSON.",
      "Make it a property.",
    );
  }
  const hasDefault = keywords.has("default") || keywords.has("default_factory");
  const keywordOnly = keywords.get("kw_only");
  return keywordOnly?.kind === "boolean" ? { hasDefault, keywordOnly: keywordOnly.value } : { hasDefault };
}

/** Python does not load a class whose values would share a list or dict. */
function refuseShared(reading: Reading, value: Expression): void {
  if (!/^[[{]/.test(value.text)) return;
  const message = "Python does not take a list, dict or set as the default of a field.";
  const hint = `Write field(default_factory=${value.text.startsWith("[") ? "list" : "dict"}).`;
  reading.findings.push({ code: "unsupported-python", message, hint, place: value.place });
}

/** Python does not load a class whose constructor would have a parameter without default behind one with. */
function refuseOrder(reading: Reading, field: PlacedField, before: readonly DataclassField[]): void {
  if (field.keywordOnly || !field.required || before.some(({ name }) => name === field.name)) return;
  const optional = before.find(({ keywordOnly, required }) => !keywordOnly && !required);
  if (!optional) return;
  const message = `The field ${JSON.stringify(field.name)} has no default, but ${JSON.stringify(optional.name)} before it has one.`;
  const hint = "Put it first, or write @dataclass(kw_only=True).";
  reading.findings.push({ code: "unsupported-python", message, hint, place: field.source.annotation.place });
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
