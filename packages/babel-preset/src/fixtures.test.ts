import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { transformSync } from "@babel/core";
import { expect, test } from "@jest/globals";
import preset from "./index.ts";

// Each folder: input.<ext>, options.json (may be absent), output.js.txt. UPDATE_FIXTURES=1 writes the outputs anew.
const folder = new URL("../fixtures/", import.meta.url);

test.each(readdirSync(folder))("fixture %s", (name: string) => {
  const here = new URL(`${name}/`, folder);
  const input = readdirSync(here).find((file) => file.startsWith("input."));
  if (input === undefined) throw new Error(`${fileURLToPath(here)} has no input`);
  const options = new URL("options.json", here);
  const result = transformSync(readFileSync(new URL(input, here), "utf8"), {
    filename: `/project/flows/${input}`,
    configFile: false,
    babelrc: false,
    presets: [[preset, existsSync(options) ? JSON.parse(readFileSync(options, "utf8")) : {}]],
  });
  const output = new URL("output.js.txt", here);
  if (process.env["UPDATE_FIXTURES"] === "1") writeFileSync(output, `${result?.code}\n`);
  expect(`${result?.code}\n`).toBe(readFileSync(output, "utf8"));
});
