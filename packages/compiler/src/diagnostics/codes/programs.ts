import { type CodeEntry, found, quotedList, say, suggestion } from "../wording.ts";

/** Codes about programs, their types and their inputs. */
export const programCodes = {
  "not-a-program": {
    severity: "error",
    messages: {
      found,
      untagged: (p: { component: string; name: string }) =>
        say(
          `<${p.component}> needs a function of the top level of a file, and ${p.name} is declared inside another function or a class, or in a file that @espalier/babel-preset did not compile.`,
          "Move it to the top level, and turn what it takes from around it into parameters, given by `inputs`. For a function of a package, declare one that calls it.",
        ),
      inline: (p: { component: string }) =>
        say(
          `<${p.component}> needs a function of the top level of a file, and this one is written inside the workflow.`,
          "Give it a name at the top level, with the types of its parameter and result: function f(value: Value): Result { … }. What it takes from around it becomes a parameter, given by `inputs`.",
        ),
      pythonInScript: (p: { name: string }) =>
        say(
          `<Script> runs a TypeScript function, and ${JSON.stringify(p.name)} is written in Python.`,
          `Use <Python run={${p.name}} />.`,
        ),
      scriptInPython: (p: { name: string }) =>
        say(
          `<Python> runs a function that is imported from a .py file, and ${JSON.stringify(p.name)} is written in TypeScript.`,
          `Use <Script run={${p.name === "" ? "f" : p.name}} />.`,
        ),
      missingFile: (p: { file: string }) =>
        say(`The Python file ${JSON.stringify(p.file)} cannot be read.`, "Check the import."),
    },
  },
  "unsupported-language": {
    severity: "error",
    messages: {
      language: (p: { component: string; language: string; allowed: readonly string[] }) =>
        say(
          `<${p.component}> holds a program in ${p.language}, and this workflow is compiled for a gateway that runs only ${p.allowed.join(", ")}.`,
          "Write it in that language, or choose a gateway that runs this one.",
        ),
    },
  },
  "untyped-parameter": { severity: "error", messages: { found } },
  "untyped-return": { severity: "error", messages: { found } },
  "unserializable-type": {
    severity: "error",
    messages: {
      found,
      limits: (p: { component: string; problem: string }) =>
        say(`A type of <${p.component}> cannot go into a bundle: ${p.problem}`, "Give it a smaller or simpler type."),
      library: (p: { vendor: string; problem: string }) =>
        say(
          `${p.vendor} cannot write this response model as JSON Schema: ${p.problem}`,
          "Use a type that JSON can hold, and convert it in a program afterwards.",
        ),
    },
  },
  "missing-type": {
    severity: "error",
    messages: {
      found,
      untagged: () =>
        say(
          "The type of this response model is not known.",
          'Import `schema` from "@espalier/jsx" itself and write schema<Type>() with its type argument, in a file that @espalier/babel-preset compiles.',
        ),
    },
  },
  "missing-input": {
    severity: "error",
    messages: {
      absent: (p: { name: string; parameters: readonly string[] }) =>
        say(
          `${JSON.stringify(p.name)} needs several inputs: ${quotedList(p.parameters)}.`,
          `Give each a binding, such as Input.previous or a field of it, or a JSON literal: inputs={{ ${p.parameters.map((parameter) => `${parameter}: …`).join(", ")} }}.`,
        ),
      one: (p: { name: string; parameter: string }) =>
        say(
          `${JSON.stringify(p.name)} needs the input ${JSON.stringify(p.parameter)}.`,
          `Add it: inputs={{ …, ${p.parameter}: … }}.`,
        ),
    },
  },
  "unknown-input": {
    severity: "error",
    messages: {
      one: (p: { name: string; input: string; near: string | undefined; all: readonly string[] }) =>
        say(
          `${JSON.stringify(p.name)} has no parameter ${JSON.stringify(p.input)}.`,
          suggestion(p.near, p.all, "It takes no parameters."),
        ),
    },
  },
  "predicate-arity": {
    severity: "error",
    messages: {
      count: (p: { name: string; count: number }) =>
        say(
          `A condition takes exactly one argument, and ${JSON.stringify(p.name)} takes ${p.count === 0 ? "none" : p.count}.`,
          "It gets the incoming value. To compare it with something else, put a program before <If> that puts both together.",
        ),
    },
  },
  "predicate-not-boolean": {
    severity: "error",
    messages: {
      returns: (p: { name: string; returns: string }) =>
        say(
          `A condition returns a boolean, and ${JSON.stringify(p.name)} returns ${p.returns}.`,
          "Return a comparison, such as value.total > 100, and declare the return as boolean (in Python: bool).",
        ),
    },
  },
  "forbidden-import": { severity: "error", messages: { found } },
  "forbidden-global": { severity: "error", messages: { found } },
  "large-program": { severity: "warning", messages: { found } },
  "partial-package": { severity: "warning", messages: { found } },
  "dropped-import": { severity: "warning", messages: { found } },
  "python-syntax": { severity: "error", messages: { found } },
  "unsupported-python": { severity: "error", messages: { found } },
  "loose-response-model": {
    severity: "warning",
    messages: {
      feature: (p: { where: string; feature: string }) =>
        say(
          `Strict structured output cannot express this response model: ${p.where} ${p.feature}.`,
          "The gateway will validate the answer instead of constraining it.",
        ),
    },
  },
  "transformed-response-model": {
    severity: "warning",
    messages: {
      differs: (p: { vendor: string }) =>
        say(
          `This response model of ${p.vendor} changes what it reads, and the change does not run in the workflow.`,
          "The workflow sees the model's answer as it is; make the change in a program after <ChatCompletion>.",
        ),
      lostChecks: (p: { vendor: string }) =>
        say(
          `This response model of ${p.vendor} has checks that JSON Schema cannot say, and they do not run in the workflow.`,
          "Say it with what JSON Schema has, such as a length, a range or a pattern, or check the answer in a program after <ChatCompletion>.",
        ),
    },
  },
  internal: {
    severity: "error",
    messages: {
      bundle: (p: { issue: string; pointer: string }) =>
        say(
          `The compiler made a bundle that the contract refuses (${p.issue} At ${p.pointer === "" ? "the root" : p.pointer}).`,
          "This is a mistake in Espalier, not in the workflow. Please report it.",
        ),
      threw: (p: { error: string; where: string }) =>
        say(
          `The compiler failed: ${p.error} (${p.where}).`,
          "This is a mistake in Espalier, not in the workflow. Please report it.",
        ),
      unknownCode: (p: { code: string; message: string }) =>
        say(
          `A part of the compiler reported the unknown code ${JSON.stringify(p.code)}: ${p.message}`,
          "This is a mistake in Espalier. Please report it.",
        ),
    },
  },
} as const satisfies Record<string, CodeEntry>;
