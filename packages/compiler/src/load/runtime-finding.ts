import { readFileSync } from "node:fs";
import { basename } from "node:path";
import type { Place } from "@espalier/jsx/tree";
import type { Finding } from "../finding.ts";
import { importPlace } from "../modules/import-place.ts";
import { bindingUse } from "../diagnostics/binding-use.ts";
import { messageOf } from "../diagnostics/wording.ts";
import { createPlaceFinder } from "../modules/original-place.ts";
import type { BuiltFlow } from "./build-flow.ts";

/** Says what a flow threw while it ran, at the author's line. */
export function runtimeFinding(file: string, flow: BuiltFlow, folder: string, error: unknown): Finding {
  return (
    missingName(flow, error) ?? {
      ...(bindingUse(error) ?? {
        code: "load-failed",
        message: `${describe(error)} (thrown while the file was loaded)`,
      }),
      place: placeOf(flow, folder, error) ?? { file, line: 1, column: 1 },
    }
  );
}

function describe(error: unknown): string {
  if (!isErrorLike(error)) return `${typeof error === "string" ? JSON.stringify(error) : messageOf(error)} was thrown`;
  const name = typeof error.name === "string" && error.name !== "" ? error.name : "Error";
  return `${name}: ${messageOf(error.message).split("\n", 1)[0]}`;
}

/** An error by its looks: it may come from another realm, where `instanceof` says no. */
function isErrorLike(error: unknown): error is { name?: unknown; message: unknown; stack?: unknown } {
  return typeof error === "object" && error !== null && "message" in error;
}

/** The innermost line of the flow in the error's stack, as the author wrote it. */
function placeOf(flow: BuiltFlow, folder: string, error: unknown): Place | undefined {
  if (!isErrorLike(error) || typeof error.stack !== "string") return undefined;
  const frame = new RegExp(`${basename(folder)}[\\\\/]flow\\.mjs:(\\d+):(\\d+)`).exec(error.stack);
  if (frame === null) return undefined;
  return createPlaceFinder(flow.map)(Number(frame[1]), Number(frame[2]));
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
    hint: "If it is a type, import it with `import type`.",
    place: importPlace(origin.importer, readFileSync(origin.importer, "utf8"), origin.specifier),
  };
}
