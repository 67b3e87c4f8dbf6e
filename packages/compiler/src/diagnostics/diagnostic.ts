import type { Place } from "@espalier/jsx/tree";
import type { Code } from "./codes.ts";
import type { Severity } from "./wording.ts";

/** One thing that is wrong with a workflow. Plain data; places carry absolute file names. */
export interface Diagnostic {
  readonly code: Code;
  readonly severity: Severity;
  /** One sentence. */
  readonly message: string;
  /** The element, type or statement that it is about. Lines and columns count from 1. */
  readonly location: Place | undefined;
  /** Other places that take part. */
  readonly related: readonly RelatedPlace[];
  /** The author's components around it, the outermost first, each with the place where it was used. */
  readonly componentStack: readonly StackEntry[];
  /** What to write instead. */
  readonly hint: string | undefined;
  /** The page that explains the code. */
  readonly url: string;
}

/** A further place of a diagnostic, with what it has to do with it. */
export interface RelatedPlace {
  readonly message: string;
  readonly location: Place | undefined;
}

/** One component around the place of a diagnostic. */
export interface StackEntry {
  readonly component: string;
  readonly location: Place | undefined;
}
