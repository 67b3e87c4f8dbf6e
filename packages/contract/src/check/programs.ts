import type { JavaScriptNode, Program, PythonNode } from "../generated/v2.ts";
import { equalSchemas } from "../schema/normal-form.ts";
import { below } from "./report.ts";
import type { Report } from "./report.ts";

/** The inputs of a program node against its parameters. Inputs are always written out in a bundle. */
export function checkInputs({ inputs, program, type }: PythonNode | JavaScriptNode, at: string, report: Report): void {
  if (program.language !== type) {
    report.add("wrong_language", `The program of a \`${type}\` node is written in ${type}.`, `${at}/program/language`);
  }
  checkParameters(program, `${at}/program`, report);
  const names = new Set(program.parameters.map(({ name }) => name));
  for (const name of Object.keys(inputs)) {
    if (names.has(name)) continue;
    report.add("unknown_input", `The program has no parameter "${name}".`, below(`${at}/inputs`, name));
  }
  for (const { name, required } of program.parameters) {
    if (!required || Object.hasOwn(inputs, name)) continue;
    report.add("missing_input", `The parameter "${name}" is required and has no input.`, `${at}/inputs`);
  }
}

/** A predicate takes the incoming value and returns a boolean. */
export function checkPredicate(program: Program, at: string, report: Report): void {
  checkParameters(program, at, report);
  if (program.parameters.length !== 1) {
    report.add("predicate_arity", "A predicate has exactly one parameter.", `${at}/parameters`);
  }
  if (!equalSchemas(program.returns, { type: "boolean" })) {
    report.add("predicate_not_boolean", "A predicate returns a boolean.", `${at}/returns`);
  }
}

function checkParameters({ parameters }: Program, at: string, report: Report): void {
  const names = new Set<string>();
  for (const [index, { name }] of parameters.entries()) {
    if (names.has(name)) {
      report.add("duplicate_parameter", `Two parameters are named "${name}".`, `${at}/parameters/${index}/name`);
    }
    names.add(name);
  }
}
