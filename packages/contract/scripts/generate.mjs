// Writes src/generated from schemas/. Run it after a change of a contract schema.
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { declarations } from "./types.mjs";
import { validators } from "./validators.mjs";

const target = new URL("../src/generated/", import.meta.url);

/** What src/generated must hold: file name → text. */
export async function generate() {
  const schemas = { v1: await read("v1"), v2: await read("v2") };
  const files = new Map();
  for (const [version, schema] of Object.entries(schemas)) {
    files.set(`${version}.ts`, await declarations(schema, version));
  }
  files.set("validators.ts", await validators(schemas));
  return files;
}

async function read(version) {
  return JSON.parse(await readFile(new URL(`../schemas/${version}.json`, import.meta.url), "utf8"));
}

if (process.argv[1] === import.meta.filename) {
  await mkdir(target, { recursive: true });
  for (const [name, text] of await generate()) await writeFile(new URL(name, target), text);
}
