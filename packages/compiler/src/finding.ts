import type { Place } from "@espalier/jsx/tree";

/** What one step of the compiler found wrong. The caller adds severity, component stack and address. */
export interface Finding {
  /** A code of the diagnostics registry, such as `unserializable-type`. */
  readonly code: string;
  /** One sentence that says what is wrong, with the names in it quoted. */
  readonly message: string;
  /** What to write instead. */
  readonly hint?: string | undefined;
  /** Where it is; the caller falls back to the element that asked. */
  readonly place?: Place | undefined;
  /** Other places that take part. */
  readonly related?: readonly Related[] | undefined;
}

/** A further place of a finding, with what it has to do with it. */
export interface Related {
  readonly message: string;
  readonly place: Place | undefined;
}

/** A value, or why there is none. A value may come with warnings. */
export type Resolved<T> =
  | { readonly ok: true; readonly value: T; readonly findings: readonly Finding[] }
  | { readonly ok: false; readonly findings: readonly Finding[] };
