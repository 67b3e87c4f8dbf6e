import { functionTag, isBinding, isPython } from "@espalier/jsx";
import { describeBinding, type ElementItem } from "@espalier/jsx/tree";
import type { Reporter } from "../diagnostics/reporter.ts";
import { componentName, functionName } from "./describe.ts";
import type { PropReader } from "./props.ts";
import type { ProgramReference } from "./tree.ts";

type Language = ProgramReference["language"];

const EXPECTED = {
  Python: "a function imported from a .py file",
  Script: "a top-level TypeScript function",
  If: "a predicate: a top-level function of the incoming value that returns a boolean",
};

/** The program in a prop that must be there. Which languages are allowed follows from the component. */
export function readProgram(
  item: ElementItem,
  prop: string,
  props: PropReader,
  reporter: Reporter,
): ProgramReference | undefined {
  const component = componentName(item.kind) as keyof typeof EXPECTED;
  const value = props.raw(prop);
  if (value === undefined) {
    props.missing(prop, EXPECTED[component]);
    return undefined;
  }
  if (isBinding(value) && item.kind === "if") {
    reporter.report(item, "binding-as-condition", "prop", { binding: describeBinding(value) });
    return undefined;
  }
  const program = referenceOf(value);
  if (program !== undefined) return wrongLanguage(item, program, reporter) ? undefined : program;
  if (typeof value === "function" && !isBinding(value)) {
    const name = functionName(value);
    // A function that is written in the prop itself is named after it.
    if (name === "" || name === "run" || name === "condition") {
      reporter.report(item, "not-a-program", "inline", { component });
    } else {
      reporter.report(item, "not-a-program", "untagged", { component, name: JSON.stringify(name) });
    }
  } else {
    props.wrongType(prop, EXPECTED[component], value);
  }
  return undefined;
}

function referenceOf(value: unknown): ProgramReference | undefined {
  const tag = functionTag(value);
  if (tag !== undefined) return { language: "javascript", tag };
  if (!isPython(value)) return undefined;
  return { language: "python", file: value.file, entrypoint: value.entrypoint, place: value.place };
}

const LANGUAGES: { readonly [kind: string]: Language } = { python: "python", script: "javascript" };

function wrongLanguage(item: ElementItem, program: ProgramReference, reporter: Reporter): boolean {
  const needed = LANGUAGES[item.kind];
  if (needed === undefined || needed === program.language) return false;
  if (program.language === "python") {
    reporter.report(item, "not-a-program", "pythonInScript", { name: program.entrypoint });
  } else {
    reporter.report(item, "not-a-program", "scriptInPython", { name: program.tag.name });
  }
  return true;
}
