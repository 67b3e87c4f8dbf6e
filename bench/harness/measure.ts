import type { Benchmark, Figures, Target } from "./benchmark.ts";
import { median } from "./median.ts";

/** The spread of a figure over the rounds. */
export interface Spread {
  readonly min: number;
  readonly median: number;
  readonly max: number;
  /** The median, divided by that of the first subject; absent for the first itself. */
  readonly ratio?: number;
}

export interface SubjectResult {
  readonly name: string;
  readonly figures: Readonly<Record<string, Spread>>;
}

/** A target with what was measured in its place. */
export interface TargetResult extends Target {
  readonly measured: number;
  readonly met: boolean;
}

export interface BenchmarkResult {
  readonly name: string;
  readonly title: string;
  readonly rounds: number;
  readonly subjects: readonly SubjectResult[];
  readonly targets: readonly TargetResult[];
}

/**
 * Measures all subjects in turns, every second round in reverse, so that whatever else the machine does falls on all of
 * them alike.
 */
export async function measure(name: string, benchmark: Benchmark, quick: boolean): Promise<BenchmarkResult> {
  const subjects = await benchmark.subjects({ quick });
  const rounds = quick ? 1 : benchmark.rounds;
  const warmup = quick ? 0 : (benchmark.warmup ?? 1);
  const measured: Figures[][] = subjects.map(() => []);
  const order = subjects.map((subject, index) => ({ subject, index }));
  try {
    for (let round = -warmup; round < rounds; round++) {
      for (const { subject, index } of order) {
        const figures = await subject.measure();
        if (round >= 0) measured[index]!.push(figures);
      }
      order.reverse();
    }
  } finally {
    for (const subject of subjects) await subject.close?.();
  }
  const results = subjects.map(({ name }, index) => ({
    name,
    figures: spreads(measured[index]!, measured[0]!),
  }));
  const targets = (benchmark.targets ?? []).flatMap((target) => judge(target, results));
  return { name, title: benchmark.title, rounds, subjects: results, targets };
}

function spreads(rounds: readonly Figures[], reference: readonly Figures[]): Record<string, Spread> {
  const valuesOf = (all: readonly Figures[], figure: string) => all.map((figures) => figures[figure]!);
  return Object.fromEntries(
    Object.keys(rounds[0] ?? {}).map((figure) => {
      const values = valuesOf(rounds, figure);
      const spread = { min: Math.min(...values), median: median(values), max: Math.max(...values) };
      if (rounds === reference || reference[0]?.[figure] === undefined) return [figure, spread];
      return [figure, { ...spread, ratio: spread.median / median(valuesOf(reference, figure)) }];
    }),
  );
}

/** Nothing for a subject that was left out. */
function judge(target: Target, results: readonly SubjectResult[]): TargetResult[] {
  const medianOf = (subject: string) => results.find(({ name }) => name === subject)?.figures[target.figure]?.median;
  const value = medianOf(target.subject);
  const base = target.ratioTo === undefined ? 1 : medianOf(target.ratioTo);
  if (value === undefined || base === undefined) return [];
  const measured = value / base;
  return [{ ...target, measured, met: measured <= target.atMost }];
}
