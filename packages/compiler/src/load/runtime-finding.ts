import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import type { Place } from "@espalier/jsx/tree";
import type { Finding } from "../finding.ts";
import { undeclaredName } from "./undeclared-name.ts";
import { unknownNameHint } from "./unknown-name.ts";
import { importPlace } from "../modules/import-place.ts";
import { bindingUse } from "../diagnostics/binding-use.ts";
import { messageOf } from "../diagnostics/wording.ts";
import { createPlaceFinder } from "../modules/original-place.ts";
import type { BuiltFlow } from "./flow-modules.ts";

/** Says what a flow threw while it ran, at the author's line. */
export function runtimeFinding(file: string, flow: BuiltFlow, folder: string, error: unknown): Finding {
  const missing = missingName(flow, error);
  if (missing !== undefined) return missing;
  const place = placeOf(flow, folder, error) ?? placeOfPackage(flow, error) ?? { file, line: 1, column: 1 };
  return { ...(bindingUse(error) ?? thrown(error, place.file)), place };
}

function thrown(error: unknown, file: string): Finding {
  const undeclared = isReferenceError(error) ? /^(\S+) is not defined$/.exec(messageOf(error))?.[1] : undefined;
  if (undeclared !== undefined) return { code: "load-failed", ...undeclaredName(file, undeclared) };
  return {
    code: "load-failed",
    message: `${describe(error)} (thrown while the file was loaded)`,
    hint: hintFor(error),
  };
}

function describe(error: unknown): string {
  if (!isErrorLike(error)) return `${typeof error === "string" ? JSON.stringify(error) : messageOf(error)} was thrown`;
  const name = typeof error.name === "string" && error.name !== "" ? error.name : "Error";
  return `${name}: ${messageOf(error.message).split("\n", 1)[0]}`;
}

/** A workflow's file describes; what it needs of the world is given to it. */
function hintFor(error: unknown): string {
  const name = isErrorLike(error) ? error.name : undefined;
  if (name === "SyntaxError") return "Correct it there; nothing of the file has run.";
  if (isReferenceError(error)) return "Import or declare the name above the line that uses it.";
  return "The file runs when the workflow is compiled, so its top level must not fail. What depends on a run belongs in a program.";
}

function isReferenceError(error: unknown): boolean {
  return isErrorLike(error) && error.name === "ReferenceError";
}

/** An error by its looks: it may come from another realm, where `instanceof` says no. */
function isErrorLike(error: unknown): error is { name?: unknown; message: unknown; stack?: unknown } {
  return typeof error === "object" && error !== null && "message" in error;
}

/**
 * The innermost line of the flow in the error's stack, as the author wrote it. An error of syntax that only Node finds
 * has a picture there instead: the line, and below it a caret.
 */
function placeOf(flow: BuiltFlow, folder: string, error: unknown): Place | undefined {
  if (!isErrorLike(error) || typeof error.stack !== "string") return undefined;
  const at = `${basename(folder)}[\\\\/]([\\w-]+\\.mjs):(\\d+)`;
  const frame = new RegExp(`${at}:(\\d+)`).exec(error.stack);
  const picture = new RegExp(`${at}\\n.*\\n( *)\\^`).exec(error.stack);
  const [, name, line, column] = frame ?? picture ?? [];
  const map = flow.modules.find((module) => module.name === name)?.map;
  if (map == null) return undefined;
  return createPlaceFinder(map)(Number(line), frame === null ? (column ?? "").length + 1 : Number(column));
}

/** Where a package is imported that fails while it is loaded: its own files are no place for the author to look. */
function placeOfPackage(flow: BuiltFlow, error: unknown): Place | undefined {
  if (!isErrorLike(error)) return undefined;
  const text = `${String(error.message)}\n${String(error.stack)}`;
  const theirs = [...flow.packages].filter(([, { specifier }]) => !specifier.startsWith("@espalier/"));
  const named = theirs.find(([id]) => text.includes(id) || text.includes(fileOf(id)));
  // Of an error of syntax in a package, Node does not say where it is.
  const found = named ?? (error.name === "SyntaxError" && theirs.length === 1 ? theirs[0] : undefined);
  if (found === undefined) return undefined;
  const { importer, specifier } = found[1];
  return importPlace(importer, readFileSync(importer, "utf8"), specifier);
}

function fileOf(id: string): string {
  return id.startsWith("file:") ? fileURLToPath(id) : id;
}

/** A name that a package does not export is found before anything runs, so no stack says where it is imported. */
function missingName(flow: BuiltFlow, error: unknown): Finding | undefined {
  const text = isErrorLike(error) ? String(error.message) : "";
  const match = /requested module '([^']+)' (?:does not provide an export named '([^']+)'|is a CommonJS module)/.exec(
    text,
  );
  const origin = flow.packages.get(match?.[1] ?? "");
  if (match === null || origin === undefined) return undefined;
  const name = match[2] ?? /Named export '([^']+)' not found/.exec(text)?.[1];
  return {
    code: "load-failed",
    message: `"${origin.specifier}" has no export named "${name}".`,
    hint:
      (origin.specifier === "@espalier/jsx" ? unknownNameHint(name ?? "") : undefined) ??
      "If it is a type, import it with `import type`.",
    place: importPlace(origin.importer, readFileSync(origin.importer, "utf8"), origin.specifier),
  };
}
