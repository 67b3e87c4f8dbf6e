/** What one measurement gave, by name with its unit: `{ ms: 12.5, MB: 80 }`. */
export type Figures = Readonly<Record<string, number>>;

/** Something that is measured. */
export interface Subject {
  readonly name: string;
  /** Measures once. What has to be ready before is made ready before the subject is given to the harness. */
  measure(): Figures | Promise<Figures>;
  /** Gives back what it holds, after the last measurement. */
  close?(): unknown;
}

/** What a figure of a subject is held to. */
export interface Target {
  readonly subject: string;
  readonly figure: string;
  /** The median may be this at most, or, with `ratioTo`, this times the median of that subject. */
  readonly atMost: number;
  readonly ratioTo?: string;
}

/** What the run asks of a benchmark. */
export interface BenchmarkOptions {
  /** Only shows that the benchmark works: the smallest sizes, one round. */
  readonly quick: boolean;
}

/** One measured thing: what a file of this folder exports as `benchmark`. */
export interface Benchmark {
  /** What is measured, in one sentence. */
  readonly title: string;
  /** How many times each subject is measured. */
  readonly rounds: number;
  /** How many rounds are thrown away first; 1 unless given. */
  readonly warmup?: number;
  readonly targets?: readonly Target[];
  /** The subjects. Ratios are to the first. Those that need a peer that is not installed are left out. */
  subjects(options: BenchmarkOptions): Promise<readonly Subject[]>;
}
