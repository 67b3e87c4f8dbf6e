import { readFileSync } from "node:fs";
import { dirname, relative, sep } from "node:path";
import type { RollupError } from "rollup";
import type { Place } from "@espalier/jsx/tree";
import { nearest } from "../diagnostics/nearest.ts";
import { suggestion } from "../diagnostics/wording.ts";
import type { Finding } from "../finding.ts";
import { placeAt } from "./import-place.ts";
import { moduleNames } from "./module-names.ts";

/** Says in our words why Rollup cannot put modules together. `file` is the place when Rollup names none. */
export function rollupFinding(code: string, file: string, error: RollupError): Finding {
  const { loc, id } = error;
  const within = loc?.file ?? id ?? file;
  const place = loc === undefined ? textPlace(within, error) : { file: within, line: loc.line, column: loc.column + 1 };
  if (error.code === "DUPLICATE_EXPORT") return { code, message: sentenceOf(error), hint: hintForTwice(error), place };
  if (error.code !== "MISSING_EXPORT") {
    return { code, message: sentenceOf(error), hint: "Correct it there; nothing of the file has run.", place };
  }
  return {
    code,
    message: `"${error.binding}" is not exported by ${JSON.stringify(pathFrom(place.file, error.exporter ?? ""))}.`,
    hint: missingExportHint(error.binding ?? "", error.exporter ?? ""),
    place,
  };
}

function missingExportHint(name: string, exporter: string): string {
  if (isCommonJs(exporter)) {
    return "It is a CommonJS module: write it with `export`, and end its name in .ts, .js or .mjs.";
  }
  const { types, exports } = moduleNames(exporter);
  if (types.includes(name)) {
    return `It is a type: write \`import { type ${name} }\` or \`export { type ${name} }\`, and schema<${name}>() for a response model.`;
  }
  const others = exports.filter((other) => other !== "default");
  if (name === "default" && others.length > 0)
    return `It has no default export. Name what you need: import { ${others[0]} }.`;
  return suggestion(nearest(name, others), []) ?? "If it is a type, write `import { type … }` or `export { type … }`.";
}

/** Where something is wrong that comes without a place: a regular expression, or a file of JSON. */
function textPlace(file: string, { message }: RollupError): Place {
  const text = textOf(file);
  const expression = /regular expression: (\/.*\/)[a-z]*: /.exec(message)?.[1];
  const offset = file.endsWith(".json") ? jsonOffset(text) : expression === undefined ? -1 : text.indexOf(expression);
  return offset < 0 ? { file, line: 1, column: 1 } : placeAt(file, text, offset);
}

function jsonOffset(text: string): number {
  try {
    JSON.parse(text);
    return -1;
  } catch (error) {
    // Not every version of Node says it of every mistake.
    return Number(/position (\d+)/.exec(String(error))?.[1] ?? -1);
  }
}

function textOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

/** Whether a file of the author's is a CommonJS module, going by its name and text. */
function isCommonJs(file: string): boolean {
  return /\.c[jt]s$/.test(file) || /^\s*(?:module\.exports|exports\.\w+)\s*=/m.test(textOf(file));
}

/** Two default exports are two workflows in one file, as a rule. */
function hintForTwice({ message }: RollupError): string {
  return message.includes('"default"')
    ? "A file has one default export. Give the others names: `export const other = …`."
    : "Export each name once: rename one of them.";
}

/** A file as the author would import it in another: no folder of this machine is in a message. */
function pathFrom(importer: string, file: string): string {
  const path = relative(dirname(importer), file).split(sep).join("/");
  return path.startsWith("../") ? path : `./${path}`;
}

/** The message without the place before it and the file after it, which are in the finding's place. */
function sentenceOf({ message }: RollupError): string {
  const first = message.split("\n", 1)[0] ?? "";
  const sentence = first
    .replace(/^(?:\[plugin [^\]]*\] )?(?:.*? \(\d+:\d+\): |.*\.json: )?/, "")
    .replace(/ in [^ ]*[\\/][^ ]*$/, "");
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
}
