import type { Finding } from "../finding.ts";
import type { Expression } from "./expression.ts";
import type { Scope } from "./scope.ts";
import type { Declaration } from "./type.ts";
import type { TypeTable } from "./type-table.ts";

/** The reading of one annotation, or of everything in one class or alias. */
export interface Reading {
  readonly scope: Scope;
  /** The named types of the file. */
  readonly table: TypeTable;
  /** What is wrong with what is being read. */
  readonly findings: Finding[];
  /** The named types that it refers to; what is wrong with them is wrong with it. */
  readonly uses: Set<Declaration>;
  /** Whether Python evaluates it when the file is loaded, so that names must exist by then. */
  readonly evaluated: boolean;
  /** Levels of aliases and quotes around it. */
  readonly depth: number;
}

/** Levels of aliases and quotes that are followed. */
export const MAX_READING_DEPTH = 60;

/** Starts a reading of its own. */
export function startReading(table: TypeTable, evaluated: boolean): Reading {
  return { scope: table.scope, table, findings: [], uses: new Set(), evaluated, depth: 0 };
}

/** Records that an annotation is not a type that JSON has. */
export function refuse(reading: Reading, at: Expression, message: string, hint?: string): void {
  reading.findings.push({ code: "unserializable-type", message, hint, place: at.place });
}
