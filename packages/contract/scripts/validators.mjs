import { fileURLToPath } from "node:url";
import commonjs from "@rollup/plugin-commonjs";
import resolve from "@rollup/plugin-node-resolve";
import { Ajv2020 } from "ajv/dist/2020.js";
import standaloneCode from "ajv/dist/standalone/index.js";
import { rollup } from "rollup";

const HEADER = `// Generated from schemas/ by scripts/generate.mjs. Do not edit.
// @ts-nocheck: plain JavaScript; the types are given where it is used.
/* oxlint-disable */
`;

/** The text of one module with a validator per contract schema: `v1`, `v2`. It imports nothing. */
export async function validators(schemas) {
  const ajv = new Ajv2020({
    allErrors: true,
    code: { esm: true, source: true },
    discriminator: true,
    ownProperties: true,
    strict: true,
    strictRequired: false,
    strictTypes: false,
  });
  for (const [name, schema] of Object.entries(schemas)) ajv.addSchema(schema, name);
  const names = Object.fromEntries(Object.keys(schemas).map((name) => [name, name]));
  const tags = Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, tagsOf(schema)]));
  return `${HEADER}${await bundle(standaloneCode.default(ajv, names))}
/** The values of each tag that tells the variants of a union apart, by contract version. */
export const tags = ${JSON.stringify(tags)};
`;
}

function tagsOf({ $defs }) {
  const unions = Object.values($defs).filter((definition) => definition.discriminator !== undefined);
  return Object.fromEntries(
    unions.map(({ discriminator: { propertyName }, oneOf }) => [
      propertyName,
      oneOf.map(({ $ref }) => $defs[$ref.replace("#/$defs/", "")].properties[propertyName]).flatMap(valuesOf),
    ]),
  );
}

function valuesOf({ const: value, enum: values }) {
  return values ?? [value];
}

/** Ajv's code requires small helpers from its own package; here they become part of the text. */
async function bundle(code) {
  const entry = fileURLToPath(new URL("validators.generated.js", import.meta.url)); // no file: a place to resolve from
  const virtual = {
    name: "validators",
    resolveId: (id) => (id === entry ? id : null),
    load: (id) => (id === entry ? code : null),
  };
  const built = await rollup({
    input: entry,
    onLog: (_level, log) => {
      throw new Error(log.message);
    },
    plugins: [virtual, resolve(), commonjs({ transformMixedEsModules: true })],
  });
  const { output } = await built.generate({ format: "es" });
  await built.close();
  return appending(output[0].code);
}

/**
 * Ajv joins the errors of parts with `concat`, which takes time with the square of their number: a bundle of 20,000
 * bad nodes would block for seconds.
 */
function appending(code) {
  const joined = /vErrors === null \? ([\w.]+)\.errors : vErrors\.concat\(\1\.errors\)/g;
  return `${code.replace(joined, "append(vErrors, $1.errors)")}
function append(all, more) {
  if (all === null) return more;
  for (const error of more) all.push(error);
  return all;
}
`;
}
