import type { JsonSchema, Parameter } from "@espalier/contract";
import type { FunctionTag } from "@espalier/jsx";
import type ts from "typescript";
import type { Finding, Resolved } from "../finding.ts";
import type { Signature } from "../signature.ts";
import { findFunction, type FoundFunction } from "./find-node.ts";
import { formFindings } from "./function-form.ts";
import { placeOf } from "./places.ts";
import { refuse } from "./refuse.ts";
import { finished } from "./schema-of.ts";
import { documentationOf } from "./types/documentation.ts";
import { isNever, isUnresolved, readType } from "./types/read-type.ts";
import { allowsUndefined, readOptional } from "./types/read-union.ts";
import { Reader, type At } from "./types/reader.ts";
import { documented } from "./types/documented.ts";
import * as refusals from "./types/refusals.ts";
import type { Checked } from "./typescript.ts";

/** What a program is called in messages: the name that its author gave it. */
interface Subject {
  readonly label: string;
  readonly found: FoundFunction;
}

/** Parameters and result of the function that a tag names. */
export function readSignature(
  checked: Checked,
  file: ts.SourceFile | undefined,
  tag: FunctionTag,
): Resolved<Signature> {
  const found = file && findFunction(checked.ts, file, tag.name);
  const label = tag.name === "default" ? "the default export" : tag.name;
  if (found === undefined) {
    const message = `"${label}" is not a function at the top level of its file.`;
    const hint = "Declare it with function, or as a const that holds a function.";
    return refuse({
      code: "not-a-program",
      message,
      hint,
      place: { file: tag.file, line: tag.line, column: tag.column },
    });
  }
  const subject = { label, found };
  const form = formFindings(checked, label, found);
  if (form.length > 0) return refuse(...form);
  const parameters = found.node.parameters.map((parameter) => readParameter(checked, subject, parameter));
  const returns = readResult(checked, subject);
  const problems = parameters.flatMap(({ findings }) => findings);
  // Without types of the parameters, an inferred result is "any" for no reason of its own.
  const isConsequence = found.node.type === undefined && problems.some(({ code }) => code === "untyped-parameter");
  const findings = [...problems, ...(isConsequence ? [] : returns.findings)];
  if (!returns.ok || !parameters.every((parameter) => parameter.ok)) return refuse(...findings);
  return { ok: true, value: { parameters: parameters.map(({ value }) => value), returns: returns.value }, findings };
}

function readParameter(checked: Checked, { label }: Subject, node: ts.ParameterDeclaration): Resolved<Parameter> {
  const { ts, checker } = checked;
  const name = ts.isIdentifier(node.name) ? node.name.text : "input";
  const type = checker.getTypeAtLocation(node);
  const place = placeOf(node.name);
  if ((type.flags & ts.TypeFlags.Any) !== 0) return refuse(untypedParameter(name, label, node, type));
  if (node.type === undefined && isUntypedPattern(checked, node)) {
    const message = `The parameter "${name}" of "${label}" is taken apart without a type.`;
    return refuse({ code: "untyped-parameter", message, hint: `Write its type: ({ … }: Invoice).`, place });
  }
  const reader = new Reader(checked, false);
  const at: At = { path: name, place, node: node.type };
  if (isNever(checked, type)) reader.refuse(at, refusals.NEVER);
  if ((type.flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Void)) !== 0) reader.refuse(at, refusals.ONLY_UNDEFINED);
  const required =
    !checker.isOptionalParameter(node) && node.initializer === undefined && !allowsUndefined(checked, type);
  const shape = required ? readType(reader, type, at) : readOptional(reader, type, at);
  const symbol = checker.getSymbolAtLocation(node.name);
  const keywords = reader.keywords(documentationOf(checked, symbol), at);
  const schema = finished(reader, documented(shape, keywords), at, false);
  return schema.ok ? { ok: true, value: { name, schema: schema.value, required }, findings: [] } : schema;
}

function untypedParameter(name: string, label: string, node: ts.ParameterDeclaration, type: ts.Type): Finding {
  const message = isUnresolved(type)
    ? `The type of the parameter "${name}" of "${label}" cannot be found.`
    : `The parameter "${name}" of "${label}" ${node.type === undefined ? "has no type" : 'is "any"'}.`;
  const hint = isUnresolved(type) ? refusals.UNRESOLVED.hint : refusals.ANY.hint;
  return { code: "untyped-parameter", message, hint, place: placeOf(node.name) };
}

/** Whether the type of a destructured parameter comes from nothing but the names in it. */
function isUntypedPattern({ ts, checker }: Checked, node: ts.ParameterDeclaration): boolean {
  if (ts.isIdentifier(node.name) || node.initializer !== undefined) return false;
  const owner = node.parent;
  const isTyped =
    ts.isArrowFunction(owner) || ts.isFunctionExpression(owner) ? checker.getContextualType(owner) : undefined;
  return isTyped === undefined;
}

function readResult(checked: Checked, { label, found }: Subject): Resolved<JsonSchema> {
  const { ts } = checked;
  const type = resultType(checked, found);
  const node = found.node.type;
  const place = placeOf(node ?? found.variable?.type ?? found.name);
  const untyped = (what: string, hint: string): Resolved<never> =>
    refuse({ code: "untyped-return", message: `The result of "${label}" ${what}.`, hint, place });
  if (type === undefined || isUnresolved(type))
    return untyped("has a type that cannot be found", refusals.UNRESOLVED.hint);
  if ((type.flags & ts.TypeFlags.Any) !== 0) return untyped('is "any"', refusals.ANY.hint);
  if (isNever(checked, type)) return untyped('is "never": it gives none', "Return a value.");
  if (allowsUndefined(checked, type))
    return untyped('can be "undefined", which JSON has no form for', 'Return "null" instead.');
  const reader = new Reader(checked, true);
  const at: At = { path: `${label}()`, place, node };
  return finished(reader, readType(reader, type, at), at, false);
}

/** What the function gives according to the variable that holds it, which may say more than the function itself. */
function resultType({ checker }: Checked, { node, variable }: FoundFunction): ts.Type | undefined {
  const own = checker.getSignatureFromDeclaration(node);
  const held = variable === undefined ? [] : checker.getTypeAtLocation(variable.name).getCallSignatures();
  const signature = held.length === 1 ? held[0] : own;
  return signature && checker.getReturnTypeOfSignature(signature);
}
