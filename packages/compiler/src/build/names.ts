import { WORKFLOW_NAME } from "@espalier/contract";
import type { Origin, Reporter } from "../diagnostics/reporter.ts";
import { shortText } from "./describe.ts";

const NODE_NAME = /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/;
const RESERVED: ReadonlySet<string> = new Set(["__proto__", "constructor", "prototype"]);

/** Reports a workflow name that no gateway takes. */
export function checkWorkflowName(name: string, at: Origin, reporter: Reporter): void {
  if (!WORKFLOW_NAME.test(name)) reporter.report(at, "invalid-name", "workflow", { name: clipped(name) });
}

/** Reports a name of a node or branch that cannot be a key of a result. */
export function checkNodeName(name: string, what: "node" | "branch", at: Origin, reporter: Reporter): void {
  if (RESERVED.has(name)) reporter.report(at, "invalid-name", "reserved", { name, what });
  else if (!NODE_NAME.test(name)) reporter.report(at, "invalid-name", "node", { name: clipped(name), what });
}

function clipped(name: string): string {
  return JSON.parse(shortText(name)) as string;
}
