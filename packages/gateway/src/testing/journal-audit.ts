import { openStore, type StoredFact } from "../store/index.ts";

/** What the database of a dead gateway says. */
export interface Audit {
  /** Outputs of completed model calls and programs, as JSON texts. */
  readonly completed: ReadonlySet<string>;
  /** Attempts that were under way. */
  readonly inFlight: number;
  readonly deadlines: ReadonlyMap<string, number>;
  /** What must not be: an attempt that went back, a deadline that moved, a leaf that completed twice. */
  readonly wrong: readonly string[];
}

/** Reads the journal of every run. No gateway may run on the folder. */
export async function audit(dataDirectory: string): Promise<Audit> {
  const store = await openStore({ dataDirectory, blocking: true });
  try {
    const completed = new Set<string>();
    const deadlines = new Map<string, number>();
    const wrong: string[] = [];
    let inFlight = 0;
    for (const run of store.runs({ limit: 1000 }).rows) {
      deadlines.set(run.id, run.deadline);
      const facts = store.facts(run.no);
      for (const { seq, fact } of facts) if (fact.kind === "completed") completed.add(store.value(run.no, seq) ?? "");
      if (run.status === "running") inFlight += underWay(facts);
      wrong.push(...mistakes(facts).map((what) => `${run.id}: ${what}`));
    }
    completed.delete("");
    return { completed, inFlight, deadlines, wrong };
  } finally {
    await store.close();
  }
}

function underWay(facts: readonly StoredFact[]): number {
  const open = new Set<number>();
  for (const { fact } of facts) {
    if (fact.kind === "started") open.add(fact.occ);
    else if (fact.kind !== "ended") open.delete(fact.occ);
  }
  return open.size;
}

function mistakes(facts: readonly StoredFact[]): string[] {
  const wrong: string[] = [];
  const started = new Map<number, { attempt: number; deadline: number }>();
  const completed = new Set<number>();
  const failed = new Set<string>();
  for (const { fact } of facts) {
    const { kind, occ } = fact;
    if (completed.has(occ) && kind !== "settled") wrong.push(`${kind} after its completion at ${occ}`);
    if (kind === "completed") completed.add(occ);
    if (kind === "retry") failed.add(`${occ}#${fact.attempt}`);
    if (kind !== "started") continue;
    const before = started.get(occ);
    if (before !== undefined && before.deadline !== fact.deadline) wrong.push(`the deadline of ${occ} moved`);
    const expected = before === undefined ? 1 : before.attempt + (failed.has(`${occ}#${before.attempt}`) ? 1 : 0);
    if (fact.attempt !== expected) wrong.push(`attempt ${fact.attempt} of ${occ} where ${expected} was due`);
    started.set(occ, fact);
  }
  return wrong;
}
