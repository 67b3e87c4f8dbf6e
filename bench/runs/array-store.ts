import type { Admitted, Batch, RunRow, Store, StoredFact } from "@espalier/gateway/parts";

interface KeptRun {
  row: RunRow;
  readonly input: string;
  readonly facts: StoredFact[];
}

/** A store without a database: it shows what the engine costs by itself. It keeps one workflow and the newest run. */
export function createArrayStore(): Store {
  let bundle = "";
  let kept: KeptRun | undefined;
  const version = { no: 1, name: "", version: 1, digest: "", registeredAt: 0 };

  function admit({ id, at, deadlineMs, settings, input, workflow: name }: Batch["admissions"][number]): Admitted {
    const row: RunRow = {
      no: 1,
      id,
      versionNo: 1,
      name,
      version: 1,
      digest: "",
      status: "running",
      admittedAt: at,
      deadline: at + deadlineMs,
      endedAt: undefined,
      code: undefined,
      codeOccurrence: 0,
      keyNo: 0,
      settings,
      trace: undefined,
    };
    kept = { row, input, facts: [] };
    return { ok: true, run: row, replayed: false };
  }

  const used: Partial<Store> = {
    async register(registration) {
      ({ bundle } = registration);
      return { version, created: true };
    },
    publish: async () => version,
    bundle: () => bundle,
    async commit({ admissions, facts }) {
      const admitted = admissions.map(admit);
      for (const { seq, fact } of facts) {
        kept!.facts.push({ seq, fact });
        if (fact.kind === "ended") kept!.row = { ...kept!.row, status: fact.status, endedAt: fact.at };
      }
      return admitted;
    },
    run: () => kept?.row,
    openRuns: () => [],
    input: () => kept!.input,
    facts: (_run, after = -1) => kept!.facts.slice(after + 1),
    value(_run, seq) {
      const fact = kept!.facts[seq]?.fact;
      return fact?.kind === "completed" ? (fact.detail as { value?: string }).value : undefined;
    },
    newestTime: () => 0,
    failed: new Promise<Error>(() => undefined),
    close: async () => undefined,
  };
  return used as Store;
}
