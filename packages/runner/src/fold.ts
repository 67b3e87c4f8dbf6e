import type { Fact, Known, KnownFact } from "./messages.ts";

/** Folds a run's facts, in the order in which they were stored, into what `begin` needs. Undefined: the run has ended. */
export function fold(facts: Iterable<Fact>): Known | undefined {
  const known = new Map<number, KnownFact>();
  for (const fact of facts) {
    if (fact.kind === "ended") return undefined;
    let entry = known.get(fact.occ);
    if (entry === undefined) known.set(fact.occ, (entry = unknown()));
    absorb(entry, fact);
  }
  return known;
}

function unknown(): KnownFact {
  return { done: false, value: undefined, count: undefined, attempt: 0, deadline: 0, retryAt: undefined, starts: 0 };
}

function absorb(entry: KnownFact, fact: Exclude<Fact, { kind: "ended" }>): void {
  switch (fact.kind) {
    case "frozen":
      entry.count = fact.count;
      break;
    case "started":
      entry.starts = entry.attempt === fact.attempt ? entry.starts + 1 : 1;
      entry.attempt = fact.attempt;
      entry.deadline = fact.deadline;
      entry.retryAt = undefined;
      break;
    case "retry":
      entry.retryAt = fact.retryAt;
      break;
    case "completed":
      entry.done = true;
      entry.value = fact.value;
      break;
    case "failed": // its run ended in the same commit
      break;
  }
}
