import type { SyntaxNode } from "@lezer/common";
import type { JsonSchema, Parameter } from "@espalier/contract";
import type { Finding, Resolved } from "../finding.ts";
import type { Signature } from "../signature.ts";
import { readType } from "./annotation.ts";
import { refuseDecorators } from "./decorated-function.ts";
import { readExpression } from "./expression.ts";
import { readParameters, type ParameterSource } from "./parameters.ts";
import { startReading, type Reading } from "./reading.ts";
import type { Definition } from "./scope.ts";
import { schemaOf } from "./schema.ts";
import { childrenOf } from "./tree.ts";
import { UNKNOWN, type PythonType } from "./type.ts";
import type { TypeTable } from "./type-table.ts";

/** The definition of a function. */
export type FunctionDefinition = Extract<Definition, { kind: "function" }>;

/** A function's parameters and result as types. */
export interface TypedFunction {
  readonly parameters: readonly { readonly name: string; readonly type: PythonType; readonly required: boolean }[];
  readonly returns: PythonType;
}

/** Reads the annotations of a function, or says why it cannot be a program. */
export function readFunction(table: TypeTable, definition: FunctionDefinition): Resolved<TypedFunction> {
  const reading = startReading(table, !table.scope.deferred);
  const list = definition.node.getChild("ParamList");
  const { parameters, slash } = list ? readParameters(table.scope.source, list) : { parameters: [], slash: undefined };
  refuseForm(reading, definition);
  refuseDecorators(reading, definition, parameters);
  if (slash !== undefined) {
    const message = "The parameters before / have no names to bind to: a program is called by name.";
    refuseAt(reading, slash, "unsupported-python", message, 'Leave the "/" out.');
  }
  // What the type parameters of a generic function stand for is not known, so its annotations are not read.
  const isGeneric = definition.node.getChild("TypeParamList") !== null;
  const typed = isGeneric ? [] : parameters.map((parameter) => readParameter(reading, definition, parameter));
  const returns = isGeneric ? UNKNOWN : readReturn(reading, definition);
  table.settle();
  const findings = table.findingsOf(reading);
  return findings.length > 0 ? { ok: false, findings } : { ok: true, value: { parameters: typed, returns }, findings };
}

/** A function's parameters and result as JSON Schema. */
export function readSignature(table: TypeTable, definition: FunctionDefinition): Resolved<Signature> {
  const typed = readFunction(table, definition);
  if (!typed.ok) return typed;
  const findings: Finding[] = [];
  const write = (type: PythonType, what: string): JsonSchema => {
    const schema = schemaOf(type);
    if (!schema) findings.push(tooLarge(table, definition, what));
    return schema ?? {};
  };
  const parameters = typed.value.parameters.map(({ name, type, required }): Parameter => {
    return { name, schema: write(type, `the parameter ${JSON.stringify(name)}`), required } as Parameter;
  });
  const returns = write(typed.value.returns, "the result");
  return findings.length > 0 ? { ok: false, findings } : { ok: true, value: { parameters, returns }, findings };
}

function tooLarge(table: TypeTable, { name, offset }: FunctionDefinition, what: string): Finding {
  const message = `The schema of ${what} of ${JSON.stringify(name)} is larger than 64 KB.`;
  const hint = "Take or return a part of it, or declare some of it as dict or list.";
  return { code: "unserializable-type", message, hint, place: table.scope.source.placeAt(offset) };
}

function refuseAt(reading: Reading, offset: number, code: string, message: string, hint?: string): void {
  reading.findings.push({ code, message, hint, place: reading.scope.source.placeAt(offset) });
}

/** Functions that are called in ways of their own. */
function refuseForm(reading: Reading, { node, name }: FunctionDefinition): void {
  const quoted = JSON.stringify(name);
  const [first] = childrenOf(node);
  if (first?.name === "async") {
    const message = `${quoted} is async, and a program runs in a sandbox with nothing to wait for.`;
    refuseAt(reading, first.from, "unsupported-python", message, 'Write "def".');
  }
  const generics = node.getChild("TypeParamList");
  if (generics) {
    const message = `${quoted} is generic, so its schemas are not known.`;
    refuseAt(reading, generics.from, "unsupported-python", message, "Write the types that it is called with.");
  }
  const yielding = findYield(node);
  if (yielding !== undefined) {
    const message = `${quoted} is a generator, and a program returns one value.`;
    refuseAt(reading, yielding, "unsupported-python", message, "Collect the values in a list and return it.");
  }
}

const SCOPES = new Set(["FunctionDefinition", "ClassDefinition", "LambdaExpression"]);

/** The first `yield` of the function itself, not of one inside it. */
function findYield(node: SyntaxNode): number | undefined {
  let found: number | undefined;
  const body = node.getChild("Body");
  const cursor = body?.cursor();
  if (!cursor) return undefined;
  cursor.iterate((inner) => {
    if (inner.name === "yield") found ??= inner.from;
    return found === undefined && !SCOPES.has(inner.name);
  });
  return found;
}

function readParameter(reading: Reading, definition: FunctionDefinition, parameter: ParameterSource) {
  const { name, kind, offset, annotation, hasDefault } = parameter;
  const unread = { name, type: UNKNOWN, required: !hasDefault };
  const quoted = JSON.stringify(name);
  if (kind !== "named") {
    const star = kind === "list" ? "*" : "**";
    const message = `"${star}${name}" has no parameters of its own to bind to: a program is called by name.`;
    const hint = kind === "list" ? `Write ${name}: list[T].` : `Write ${name}: dict[str, T].`;
    refuseAt(reading, offset, "unsupported-python", message, hint);
    return unread;
  }
  if (!annotation) {
    const message = `The parameter ${quoted} of ${JSON.stringify(definition.name)} has no type.`;
    refuseAt(reading, offset, "untyped-parameter", message, `Write ${name}: T.`);
    return unread;
  }
  if (name === "__proto__")
    refuseAt(reading, offset, "unsupported-python", `A parameter cannot be called "__proto__".`);
  return { ...unread, type: readType(reading, readExpression(reading.scope.source, annotation)) };
}

function readReturn(reading: Reading, definition: FunctionDefinition): PythonType {
  const type = definition.node.getChild("TypeDef")?.lastChild;
  if (type && !type.type.isError) return readType(reading, readExpression(reading.scope.source, type));
  const message = `The result of ${JSON.stringify(definition.name)} has no type.`;
  refuseAt(reading, definition.offset, "untyped-return", message, 'Write "-> T" after the parameters.');
  return UNKNOWN;
}
