import path from "node:path";
import { pathToFileURL } from "node:url";
import type { Place } from "@espalier/jsx/tree";
import { CODES } from "./codes.ts";
import type { Diagnostic, StackEntry } from "./diagnostic.ts";
import { relativeFile } from "./relative.ts";
import { DOCS_BASE } from "./reporter.ts";
import { compareText } from "./sort.ts";
import { SUMMARIES } from "./summaries.ts";

/** How a SARIF log is written. */
export interface SarifOptions {
  /** File names are relative to it, so that the log is the same on every machine. */
  readonly root: string;
  /** The version of the tool. */
  readonly version?: string | undefined;
  /** What the pages about diagnostics are under. The log links to them when this is an absolute address. */
  readonly docsBase?: string | undefined;
}

const SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";
const ROOT = "SRCROOT";
const RULES = Object.keys(CODES).sort(compareText) as (keyof typeof CODES)[];

/** The diagnostics as a SARIF 2.1.0 log, for code scanning and editors. The same diagnostics give the same text. */
export function formatSarif(diagnostics: readonly Diagnostic[], options: SarifOptions): string {
  const { version, docsBase = DOCS_BASE } = options;
  const driver = {
    name: "Espalier",
    ...(version === undefined ? {} : { semanticVersion: version }),
    rules: RULES.map((code) => rule(code, docsBase)),
  };
  const run = {
    tool: { driver },
    originalUriBaseIds: { [ROOT]: { description: { text: "The folder that file names are relative to." } } },
    columnKind: "utf16CodeUnits",
    results: diagnostics.map((diagnostic) => result(diagnostic, options.root)),
  };
  return JSON.stringify({ $schema: SCHEMA, version: "2.1.0", runs: [run] }, undefined, 2);
}

function rule(code: keyof typeof CODES, docsBase: string) {
  const page = `${docsBase}${code}.md`;
  return {
    id: code,
    shortDescription: message(SUMMARIES[code]),
    help: message(`${SUMMARIES[code]}\n\nSee ${page}`),
    ...(URL.canParse(page) ? { helpUri: page } : {}),
    defaultConfiguration: { level: CODES[code].severity },
  };
}

function result(diagnostic: Diagnostic, root: string) {
  const { code, severity, location, related, componentStack, hint } = diagnostic;
  const placed = related.filter((each) => each.location !== undefined);
  return {
    ruleId: code,
    ruleIndex: RULES.indexOf(code),
    level: severity,
    message: message(hint === undefined ? diagnostic.message : `${diagnostic.message}\n${hint}`),
    ...(location === undefined ? {} : { locations: [physical(location, root)] }),
    ...(placed.length === 0
      ? {}
      : {
          relatedLocations: placed.map((each, index) => ({
            id: index + 1,
            message: message(each.message),
            ...physical(each.location!, root),
          })),
        }),
    ...(componentStack.length === 0 ? {} : { stacks: [stack(componentStack, root)] }),
  };
}

/** Components are to a workflow what calls are to a program; frames stand with the innermost first. */
function stack(entries: readonly StackEntry[], root: string) {
  return {
    message: message("components around it"),
    frames: [...entries].reverse().map(({ component, location }) => ({
      location: {
        message: message(`in <${component}>`),
        logicalLocations: [{ name: component, kind: "function" }],
        ...(location === undefined ? {} : physical(location, root)),
      },
    })),
  };
}

function physical({ file, line, column }: Place, root: string) {
  const region = { startLine: line, startColumn: column };
  return { physicalLocation: { artifactLocation: artifact(file, root), region } };
}

/** A file outside of the folder has an absolute address: what climbs out of a base may not be followed. */
function artifact(file: string, root: string) {
  const relative = relativeFile(file, root);
  if (relative.startsWith("../") || path.isAbsolute(relative)) return { uri: pathToFileURL(file).href };
  return { uri: relative.split("/").map(encodeURIComponent).join("/"), uriBaseId: ROOT };
}

/** Braces in a text are doubled, because single ones stand around placeholders. */
function message(text: string) {
  return { text: text.replace(/[{}]/g, "$&$&") };
}
