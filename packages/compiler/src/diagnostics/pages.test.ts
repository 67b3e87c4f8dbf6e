import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "@jest/globals";
import { type Code, CODES } from "./codes.ts";
import { SUMMARIES } from "./summaries.ts";

const folder = new URL("../../../../docs/diagnostics/", import.meta.url);

test("every code has a page, and every page a code", () => {
  const pages = readdirSync(folder).map((file) => file.replace(/\.md$/, ""));
  expect(pages.sort()).toEqual(Object.keys(CODES).sort());
});

test.each(Object.keys(CODES))("the page of %s begins with its summary", (code) => {
  const text = readFileSync(new URL(`${code}.md`, folder), "utf8");
  expect(text.split("\n## ", 1)[0]).toBe(`# ${code}\n\n${SUMMARIES[code as Code]}\n`);
});

test.each(Object.keys(CODES))("the page of %s shows what is wrong, what is right, and why", (code) => {
  const text = readFileSync(new URL(`${code}.md`, folder), "utf8");
  const sections = text.split(/^#+ /m).slice(1);
  const [title, ...rest] = sections.map((section) => section.split("\n", 1)[0]);
  expect([title, ...rest]).toEqual([code, "Wrong", "Right", "Why"]);
  for (const section of sections) expect(section.split("\n").slice(1).join("\n").trim()).not.toBe("");
  expect(sections[1]).toContain("```");
  expect(sections[2]).toContain("```");
});
