import { dirname, resolve } from "node:path";
import { nearest } from "../diagnostics/nearest.ts";
import { suggestion } from "../diagnostics/wording.ts";
import type { Finding } from "../finding.ts";
import { type ModuleNames, moduleNames } from "../modules/module-names.ts";
import { unknownNameHint } from "./unknown-name.ts";

/** What to say of a name that has no value where a file uses it. */
export function undeclaredName(file: string, name: string): Pick<Finding, "message" | "hint"> {
  const names = moduleNames(file);
  if (names.types.includes(name)) {
    return {
      message: `"${name}" is known as a type only, and is used here as a value.`,
      hint: `Write schema<${name}>() for a response model. A function or a constant is imported without \`type\`.`,
    };
  }
  return {
    message: `ReferenceError: ${name} is not defined (thrown while the file was loaded)`,
    hint:
      elsewhereHint(file, name, names) ??
      unknownNameHint(name) ??
      suggestion(nearest(name, names.values), []) ??
      "Import or declare the name above the line that uses it.",
  };
}

/** Where a neighbour has the name: one that something else is imported from, often the same name with a slip. */
function elsewhereHint(file: string, name: string, names: ModuleNames): string | undefined {
  const specifiers = new Set(names.imports.map(({ specifier }) => specifier).filter((it) => it.startsWith(".")));
  for (const specifier of specifiers) {
    const exported = moduleNames(resolve(dirname(file), specifier)).exports;
    if (!exported.includes(name)) continue;
    const imported = names.imports.filter((it) => it.specifier === specifier).map((it) => it.name);
    const slip = nearest(
      name,
      imported.filter((it) => !exported.includes(it)),
    );
    const why = slip === undefined ? "" : `"${slip}" is imported, and "${specifier}" has "${name}". `;
    return `${why}Write import { ${name} } from "${specifier}".`;
  }
  return undefined;
}
