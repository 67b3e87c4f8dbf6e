import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { readdirSync, readFileSync } from "node:fs";
import { checkBundle, digest } from "../index.ts";

const examples = new URL("../../../../fixtures/bundles/", import.meta.url);
const valid = ["v1/valid/", "v2/valid/"].flatMap((folder) =>
  readdirSync(new URL(folder, examples)).map((file): [string, string] => [
    folder + file,
    readFileSync(new URL(folder + file, examples), "utf8"),
  ]),
);
const texts = new Map(valid);

/** Arrays inside arrays. */
function nested(levels: number): unknown {
  let value: unknown = [];
  for (let level = 1; level < levels; level += 1) value = [value];
  return value;
}

describe("checkBundle", () => {
  test.each<[string, unknown, string, string]>([
    [
      "an unknown version",
      { contract_version: 3 },
      "Contract version 3 is not supported; the versions known here are 1 and 2.",
      "/contract_version",
    ],
    [
      "a version in words",
      { contract_version: "2" },
      'Contract version "2" is not supported; the versions known here are 1 and 2.',
      "/contract_version",
    ],
    [
      "a version that is an object",
      { contract_version: { a: nested(20_000) } },
      "Contract version is not supported; the versions known here are 1 and 2.",
      "/contract_version",
    ],
    [
      "a bundle that is too deep",
      { contract_version: 2, nodes: nested(100_000) },
      "The bundle nests deeper than 1000 levels.",
      "",
    ],
    [
      "a key __proto__",
      JSON.parse('{"contract_version":1,"a":[{"__proto__":{}}]}'),
      "A key cannot be `__proto__`.",
      "/a/0/__proto__",
    ],
    ["what is no JSON", { contract_version: 1, "a/b": undefined }, "This is not a JSON value.", "/a~1b"],
    ["an inherited version", Object.create({ contract_version: 1 }), 'The key "contract_version" is missing.', ""],
  ])("names %s before anything else", (_name, bundle, message, pointer) => {
    expect(checkBundle(bundle)).toEqual([{ code: expect.any(String), message, pointer }]);
  });

  test("reports at most 100 issues", () => {
    const bundle = {
      contract_version: 1,
      name: "many",
      nodes: Array.from({ length: 500 }, () => 7),
      output_schema: {},
    };
    expect(checkBundle(bundle)).toHaveLength(100);
  });

  test("limits the depth of literals", () => {
    const bundle = JSON.parse(texts.get("v2/valid/invoice-triage.json") ?? "");
    bundle.nodes[1].nodes[0].inputs.rate.value = nested(201);
    expect(checkBundle(bundle)).toEqual([
      { code: "too_deep", message: "A literal has at most 200 levels.", pointer: "/nodes/1/nodes/0/inputs/rate/value" },
    ]);
    bundle.nodes[1].nodes[0].inputs.rate.value = nested(200);
    expect(checkBundle(bundle)).toEqual([]);
  });

  test("digests of different bundles differ", () => {
    expect(new Set(valid.map(([, text]) => digest(JSON.parse(text)))).size).toBe(valid.length);
  });
});

const version = fc.constantFrom(1, 2);

test("any JSON value gives issues and never an exception", () => {
  fc.assert(
    fc.property(fc.jsonValue(), version, (value, contract_version) => {
      const bundle =
        typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value, contract_version } : value;
      expect(checkBundle(bundle).length).toBeGreaterThan(0);
    }),
  );
});

/** Every place of a JSON value: the object or list, and the key in it. */
function places(value: unknown): [owner: Record<string, unknown>, key: string][] {
  if (typeof value !== "object" || value === null) return [];
  const owner = value as Record<string, unknown>;
  return Object.keys(owner).flatMap((key): [Record<string, unknown>, string][] => [
    [owner, key],
    ...places(owner[key]),
  ]);
}

type Change = {
  readonly at: number;
  readonly from: number;
  readonly how: "copy" | "delete" | "replace";
  readonly value: unknown;
};

/** Changes a place: takes it away, or puts another part of the bundle or some value there. */
function change(bundle: unknown, { at, from, how, value }: Change): void {
  const all = places(bundle);
  const place = all[at % all.length];
  const other = all[from % all.length];
  if (place === undefined || other === undefined) return;
  const [owner, key] = place;
  if (how === "delete") {
    if (Array.isArray(owner)) owner.splice(Number(key), 1);
    else delete owner[key];
  } else owner[key] = how === "copy" ? structuredClone(other[0][other[1]]) : value;
}

const changes = fc.array(
  fc.record<Change>({
    at: fc.nat(),
    from: fc.nat(),
    how: fc.constantFrom("copy", "delete", "replace"),
    value: fc.oneof(
      fc.jsonValue(),
      fc.constantFrom("previous", "item", {}, { $ref: "#/$defs/Line" }, ["a"], true, false),
    ),
  }),
  { minLength: 1, maxLength: 3 },
);

test("a changed bundle gives issues at places that exist, or nothing, and never an exception", () => {
  fc.assert(
    fc.property(fc.constantFrom(...texts.keys()), changes, (file, all) => {
      const bundle: unknown = JSON.parse(texts.get(file) ?? "");
      for (const each of all) change(bundle, each);
      for (const { code, message, pointer } of checkBundle(bundle)) {
        expect(code).toMatch(/^[a-z_]+$/);
        expect(message).toMatch(/\.$/);
        expect(resolves(bundle, pointer)).toBe(true);
      }
    }),
    { numRuns: 300 },
  );
});

function resolves(bundle: unknown, pointer: string): boolean {
  let value = bundle;
  for (const part of pointer.split("/").slice(1)) {
    const key = part.replaceAll("~1", "/").replaceAll("~0", "~");
    if (typeof value !== "object" || value === null) return false;
    if (!Object.hasOwn(value, key)) return false;
    value = (value as Record<string, unknown>)[key];
  }
  return true;
}
