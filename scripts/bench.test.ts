import { expect, test } from "@jest/globals";
import { readFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const bench = join(dirname(dirname(fileURLToPath(import.meta.url))), "bench");

test("the table of measurements names every benchmark, and each exports one", () => {
  const files = readdirSync(bench).filter((file) => file.endsWith(".ts") && file !== "run.ts");
  const rows = [...readFileSync(join(bench, "README.md"), "utf8").matchAll(/^\| `([\w-]+\.ts)`/gm)];
  expect(new Set(rows.map((row) => row[1]))).toEqual(new Set(files));
  const without = files.filter(
    (file) => !readFileSync(join(bench, file), "utf8").includes("export const benchmark: Benchmark"),
  );
  expect(without).toEqual([]);
});

test("the lockfile of the peers names no registry", () => {
  expect(readFileSync(join(bench, "package-lock.json"), "utf8").match(/"resolved"/g)).toBeNull();
});
