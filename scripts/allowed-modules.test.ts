import { expect, test } from "@jest/globals";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Names in quotes between two marks of a file. */
function listed(file: string, from: string, to: string): string[] {
  const text = readFileSync(join(root, file), "utf8");
  const start = text.indexOf(from);
  const end = text.indexOf(to, start);
  if (start === -1 || end === -1) throw new Error(`${file} has no list between ${from} and ${to}`);
  return [...text.slice(start, end).matchAll(/"([^"]+)"/g)].map((match) => match[1]!);
}

test("the compiler lets through exactly the Python modules that the sandbox offers", () => {
  const offered = listed("packages/sandbox/python/espalier_sandbox/modules.py", "ALLOWED = (", "\n)");
  const allowed = listed("packages/compiler/src/python/allowed-modules.ts", "= [", "]");
  expect(offered.length).toBeGreaterThan(20);
  expect(allowed).toEqual(offered);
});
