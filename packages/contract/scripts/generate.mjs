// Writes src/generated from schemas/. Run it after a change of a contract schema.
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { declarations } from "./types.mjs";

const schemas = new URL("../schemas/", import.meta.url);
const target = new URL("../src/generated/", import.meta.url);

/** What src/generated must hold: file name → text. */
export async function generate() {
  const files = new Map();
  for (const version of ["v1", "v2"]) {
    const schema = JSON.parse(await readFile(new URL(`${version}.json`, schemas), "utf8"));
    files.set(`${version}.ts`, await declarations(schema, version));
  }
  return files;
}

if (process.argv[1] === import.meta.filename) {
  await mkdir(target, { recursive: true });
  for (const [name, text] of await generate()) await writeFile(new URL(name, target), text);
}
