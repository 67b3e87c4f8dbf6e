import type { BenchmarkResult, Spread, TargetResult } from "./measure.ts";
import type { Machine } from "./machine.ts";

/** The machine in one line. */
export function printMachine(machine: Machine): string {
  const { cpu, cores, memoryGB, node, platform, load } = machine;
  const busy = load > cores ? " (busy: only ratios mean something)" : "";
  return `${cpu}, ${cores} cores, ${memoryGB} GB, ${platform}, Node ${node}, load ${load}${busy}\n`;
}

/** The results as a table for people. */
export function printResult(result: BenchmarkResult): string {
  const rows = result.subjects.flatMap(({ name, figures }) =>
    Object.entries(figures).map(([figure, spread], index) => [index === 0 ? name : "", figure, ...cells(spread)]),
  );
  const table = [["", "", "min", "median", "max", "ratio"], ...rows];
  const widths = table[0]!.map((_, column) => Math.max(...table.map((row) => row[column]!.length)));
  const lines = table.map((row) =>
    row.map((cell, column) => (column < 2 ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!))).join("  "),
  );
  const title = `\n${result.name}: ${result.title} (${result.rounds} ${result.rounds === 1 ? "round" : "rounds"})`;
  return [title, ...lines.map((line) => `  ${line}`.trimEnd()), ...result.targets.map(targetLine), ""].join("\n");
}

function cells({ min, median, max, ratio }: Spread): string[] {
  return [...[min, median, max].map(figure), ratio === undefined ? "" : `${figure(ratio)}×`];
}

function targetLine({ subject, figure: name, atMost, ratioTo, measured, met }: TargetResult): string {
  const what = ratioTo === undefined ? `${subject}, ${name}` : `${subject} to ${ratioTo}, ${name}`;
  return `  target: ${what} ≤ ${atMost}: ${figure(measured)}, ${met ? "met" : "NOT met"}`;
}

/** Three digits that count. */
function figure(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toPrecision(3);
}
