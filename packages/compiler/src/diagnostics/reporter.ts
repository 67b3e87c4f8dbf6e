import type { Frame, Place } from "@espalier/jsx/tree";
import type { Finding } from "../finding.ts";
import { type Code, CODES, isCode, type MessageId, type Params } from "./codes.ts";
import type { Diagnostic, RelatedPlace } from "./diagnostic.ts";
import { sortDiagnostics } from "./sort.ts";
import type { Wording } from "./wording.ts";

/** Where something was written: its place and the author's components around it. */
export interface Origin {
  readonly place: Place | undefined;
  readonly stack: readonly Frame[];
}

/** Nowhere in particular. */
export const NOWHERE: Origin = { place: undefined, stack: [] };

/** The most diagnostics that one compilation reports, unless its options say otherwise. */
export const MAX_DIAGNOSTICS = 100;

/** Where the pages about codes are, unless the caller says otherwise. */
export const DOCS_BASE = "docs/diagnostics/";

/** Collects diagnostics. The same mistake at the same place is kept once, however often it is reached. */
export interface Reporter {
  /** Reports a mistake in the words of the registry. */
  report<C extends Code, M extends MessageId<C>>(
    at: Origin,
    code: C,
    message: M,
    params: Params<C, M>,
    related?: readonly RelatedPlace[],
  ): void;
  /** Reports what a neighbour found; a finding without a place stands at `at`. */
  found(at: Origin, findings: readonly Finding[]): void;
  /** Whether an error was reported. */
  hasErrors(): boolean;
  /** What was reported, sorted by position, at most as many as asked for. */
  diagnostics(): Diagnostic[];
}

/** How a reporter presents what it has. */
export interface ReporterOptions {
  /** What the codes' pages are under. */
  readonly docsBase: string;
  readonly maxDiagnostics: number;
  /** Where the file starts that is compiled: the place of what has none, such as elements that no JSX made. */
  readonly start?: Place | undefined;
}

/** A reporter with nothing in it. */
export function createReporter({ docsBase, maxDiagnostics, start }: ReporterOptions): Reporter {
  const kept = new Map<string, Diagnostic>();
  const add = (at: Origin, code: Code, wording: Wording, related: readonly RelatedPlace[]): void => {
    const diagnostic: Diagnostic = {
      code,
      severity: CODES[code].severity,
      message: wording.message,
      location: at.place ?? start,
      related,
      componentStack: at.stack.map((frame) => ({ component: frame.component, location: frame.place })),
      hint: wording.hint,
      url: `${docsBase}${code}.md`,
    };
    const key = JSON.stringify([code, at.place?.file, at.place?.line, at.place?.column, gistOf(code, wording)]);
    if (!kept.has(key)) kept.set(key, diagnostic);
  };
  return {
    report(at, code, message, params, related = []) {
      const template = (CODES[code].messages as Record<string, (params: unknown) => Wording>)[message];
      if (template !== undefined) add(at, code, template(params), related);
    },
    found(at, findings) {
      for (const finding of findings) add(originOf(finding, at), ...wordingOf(finding), relatedOf(finding));
    },
    hasErrors: () => [...kept.values()].some((diagnostic) => diagnostic.severity === "error"),
    diagnostics: () => limited([...kept.values()], maxDiagnostics),
  };
}

/** A member of a type is wrong once, however many types and parameters lead to it: the way there is not what differs. */
function gistOf(code: Code, { message }: Wording): string {
  return code === "unserializable-type" ? message.replace(/^"[^"]*" /, "") : message;
}

/** A finding elsewhere than the element that asked is not inside that element's components. */
function originOf(finding: Finding, at: Origin): Origin {
  return finding.place === undefined ? at : { place: finding.place, stack: [] };
}

function wordingOf(finding: Finding): [Code, Wording] {
  if (isCode(finding.code)) return [finding.code, { message: finding.message, hint: finding.hint }];
  return ["internal", CODES.internal.messages.unknownCode({ code: finding.code, message: finding.message })];
}

function relatedOf(finding: Finding): RelatedPlace[] {
  return (finding.related ?? []).map((related) => ({ message: related.message, location: related.place }));
}

/**
 * Sorted by position and at most `most`. Errors come before warnings when not all fit, so that a failed compilation
 * always says why.
 */
export function limited(diagnostics: readonly Diagnostic[], most: number): Diagnostic[] {
  const sorted = sortDiagnostics(diagnostics);
  if (sorted.length <= most) return sorted;
  const errors = sorted.filter((diagnostic) => diagnostic.severity === "error");
  const warnings = sorted.filter((diagnostic) => diagnostic.severity === "warning");
  return sortDiagnostics([...errors, ...warnings].slice(0, most));
}
