import { nodeOf, pathOf, type Plan } from "@espalier/runner";
import type { Detail, StoredFact } from "../store/index.ts";
import type { RunEvent, Usage } from "./types.ts";

/** A stored fact as the event that people see. */
export function runEvent(plan: Plan, { seq, fact }: StoredFact): RunEvent {
  const info = ("detail" in fact ? (fact.detail as Detail | undefined) : undefined)?.info;
  const ofRun = fact.occ === 0;
  return {
    seq,
    at: fact.at,
    kind: fact.kind,
    path: ofRun ? undefined : pathOf(plan, fact.occ),
    node: ofRun ? undefined : nodeOf(plan, fact.occ).id,
    attempt: "attempt" in fact && fact.attempt > 0 ? fact.attempt : undefined,
    code: "code" in fact && fact.code !== "" ? fact.code : undefined,
    message: info?.message,
    usage: (info?.usage ?? undefined) as Usage | undefined,
    count: fact.kind === "frozen" ? fact.count : undefined,
    status: fact.kind === "ended" ? fact.status : undefined,
  };
}
