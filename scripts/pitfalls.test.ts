import { readFileSync } from "node:fs";
import { expect, test } from "@jest/globals";

const root = new URL("../", import.meta.url);
const page = readFileSync(new URL("docs/pitfalls.md", root), "utf8");
const entries = page.split(/^\d+\. /m).slice(1);
const named = [...page.matchAll(/^\s+- `([^`]+)`: (.+)$/gm)].map(([, file, title]): [string, string] => [
  file!,
  title!.replaceAll("\\", ""),
]);

test("docs/pitfalls.md names a public issue or a measurement, and a test, for every entry", () => {
  expect(entries.length).toBeGreaterThan(50);
  for (const entry of entries) expect(entry).toMatch(/^[^\n]+\((?:\S+#\d+|measured: [^\n]+)[^\n]*\)\n\s+- `/);
});

test("the tests that it names are there", () => {
  expect(named.length).toBeGreaterThan(entries.length);
  const sources = new Map<string, string>();
  const missing = named.filter(([file, title]) => {
    if (!sources.has(file)) sources.set(file, readFileSync(new URL(`packages/${file}`, root), "utf8"));
    return !sources.get(file)!.includes(JSON.stringify(title));
  });
  expect(missing).toEqual([]);
});
