import { nearest } from "../diagnostics/nearest.ts";
import { suggestion } from "../diagnostics/wording.ts";
import type { Finding, Resolved } from "../finding.ts";
import type { Signature } from "../signature.ts";
import { printDeclarations } from "./declarations.ts";
import { readFunction, readSignature, type FunctionDefinition } from "./function.ts";
import { forbiddenImports } from "./imports.ts";
import { findMissingBuiltins } from "./missing-builtins.ts";
import { parseFile } from "./parser.ts";
import { readScope } from "./scope.ts";
import { createSource } from "./source.ts";
import { syntaxErrors } from "./syntax.ts";
import { hasError } from "./tree.ts";
import { TypeTable } from "./type-table.ts";

/** A Python file of an author, read but never run. */
export interface PythonModule {
  /** The functions at its top level, in the order written. */
  readonly functions: readonly string[];
  /** What is wrong with the file, whichever function of it is used. */
  readonly findings: readonly Finding[];
  /** What a function takes and returns, or why it cannot be a program. */
  signature(name: string): Resolved<Signature>;
  /** The text of its declarations for TypeScript (`x.d.py.ts`). */
  declarations(): string;
}

/** A program travels with the text of its file, so that text has to be small. */
const MAX_LENGTH = 1_000_000;

/**
 * Reads a Python file. It never fails, whatever the text is, and does no work before it is asked for something.
 * `file` is the name that places carry.
 */
export function parsePythonModule(text: string, file: string): PythonModule {
  const read = once(() => readModule(text, file));
  return {
    get functions() {
      return [...read().functions.keys()];
    },
    get findings() {
      return read().findings;
    },
    signature: (name) => read().signature(name),
    declarations: () => read().declarations(),
  };
}

function once<T>(compute: () => T): () => T {
  let result: { value: T } | undefined;
  return () => (result ??= { value: compute() }).value;
}

function readModule(text: string, file: string) {
  const large = text.length > MAX_LENGTH;
  const source = createSource(large ? "" : text, file);
  const parsed = parseFile(source.text);
  const { tree } = parsed;
  const scope = readScope(source, tree);
  const table = new TypeTable(scope);
  const functions = new Map<string, FunctionDefinition>();
  for (const definition of scope.definitions.values()) {
    if (definition.kind === "function" && !definition.conditional) functions.set(definition.name, definition);
  }
  const builtins = findMissingBuiltins(source, tree);
  const findings = large
    ? [tooLarge(file)]
    : [...syntaxErrors(source, parsed), ...forbiddenImports(source, tree), ...builtins.onLoad];
  const broken = findings.filter((finding) => finding.code === "python-syntax" || large);
  const signatures = new Map<string, Resolved<Signature>>();
  return {
    functions,
    findings,
    signature(name: string): Resolved<Signature> {
      const definition = functions.get(name.normalize("NFKC"));
      if (!definition) return broken.length > 0 ? { ok: false, findings: broken } : missing(name);
      if (broken.length > 0 && hasError(definition.node)) return { ok: false, findings: broken };
      const signature = signatures.get(definition.name) ?? readProgram(definition);
      signatures.set(definition.name, signature);
      return signature;
    },
    declarations: () =>
      printDeclarations(
        file,
        [...functions].map(([name, definition]) => ({ name, typed: readFunction(table, definition) })),
      ),
  };

  function readProgram(definition: FunctionDefinition): Resolved<Signature> {
    const signature = readSignature(table, definition);
    const calls = builtins.reachedFrom(definition.name);
    return calls.length > 0 ? { ok: false, findings: [...signature.findings, ...calls] } : signature;
  }

  function missing(name: string): Resolved<Signature> {
    const quoted = JSON.stringify(name);
    const definition = scope.definitions.get(name.normalize("NFKC"));
    const place = definition && source.placeAt(definition.offset);
    if (definition?.kind === "function") {
      const message = `The function ${quoted} is defined inside an "if", "try" or "with".`;
      return { ok: false, findings: [{ code: "not-a-program", message, hint: "Move it to the top level.", place }] };
    }
    if (definition) {
      const message = `${quoted} is not a function of its file.`;
      return { ok: false, findings: [{ code: "not-a-program", message, hint: "Write a function with def.", place }] };
    }
    const names = [...functions.keys()];
    const hint = suggestion(nearest(name, names), names, "The file defines no function at its top level.");
    const message = `The file has no function ${quoted} at its top level.`;
    return { ok: false, findings: [{ code: "not-a-program", message, hint }] };
  }
}

function tooLarge(file: string): Finding {
  const message = `The file is larger than a program may be: ${MAX_LENGTH} characters.`;
  return { code: "unsupported-python", message, hint: "Put data into the input.", place: { file, line: 1, column: 1 } };
}
