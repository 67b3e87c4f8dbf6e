import { readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import type { Benchmark } from "./harness/benchmark.ts";
import { machine } from "./harness/machine.ts";
import { measure } from "./harness/measure.ts";
import { BENCH } from "./harness/places.ts";
import { printMachine, printResult } from "./harness/print.ts";

/** The names of all benchmarks: every file of the folder but this one. */
const NAMES = readdirSync(BENCH)
  .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts") && file !== "run.ts")
  .map((file) => basename(file, ".ts"))
  .sort();

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { json: { type: "boolean", default: false }, quick: { type: "boolean", default: false } },
});
const unknown = positionals.filter((name) => !NAMES.includes(name));
if (unknown.length > 0) {
  console.error(`There is no benchmark ${unknown.join(", ")}. There are: ${NAMES.join(", ")}`);
  process.exit(2);
}

const before = machine();
const results = [];
if (!values.json) process.stdout.write(printMachine(before));
for (const name of positionals.length === 0 ? NAMES : positionals) {
  const { benchmark } = (await import(pathToFileURL(join(BENCH, "dist", `${name}.js`)).href)) as {
    benchmark: Benchmark;
  };
  const result = await measure(name, benchmark, values.quick);
  results.push(result);
  if (!values.json) process.stdout.write(printResult(result));
}
if (values.json) process.stdout.write(`${JSON.stringify({ machine: before, results }, null, 2)}\n`);
else process.stdout.write(`\nload at the end: ${machine().load}\n`);
// What a peer keeps open must not keep this process.
process.exit(0);
