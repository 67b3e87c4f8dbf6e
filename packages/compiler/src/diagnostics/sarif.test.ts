import { createRequire } from "node:module";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "@jest/globals";
import type { ValidateFunction } from "ajv";
import { CODES } from "./codes.ts";
import type { Diagnostic } from "./diagnostic.ts";
import { formatSarif } from "./sarif.ts";
import { SUMMARIES } from "./summaries.ts";

const require = createRequire(import.meta.url);

/** The public schema of SARIF 2.1.0, in its words and with its formats. */
function sarifValidator(): ValidateFunction {
  const Ajv = require("ajv-draft-04") as new (options: object) => import("ajv").Ajv;
  const addFormats = require("ajv-formats") as (ajv: object) => void;
  const ajv = new Ajv({ strict: false, unicodeRegExp: false });
  addFormats(ajv);
  const folder = dirname(require.resolve("@microsoft/jest-sarif"));
  return ajv.compile(JSON.parse(readFileSync(join(folder, "schemas/sarif-2.1.0-rtm.5.json"), "utf8")) as object);
}
const validate = sarifValidator();

const FLOW = "/project/flows/a b#1.tsx";
const diagnostics: Diagnostic[] = [
  {
    code: "duplicate-branch",
    severity: "error",
    message: 'There are two branches of the name "b".',
    location: { file: FLOW, line: 2, column: 5 },
    related: [
      { message: "the first branch of this name", location: { file: FLOW, line: 2, column: 3 } },
      { message: "nowhere", location: undefined },
    ],
    componentStack: [
      { component: "Report", location: undefined },
      { component: "Summary", location: { file: "/elsewhere/summary.tsx", line: 3, column: 5 } },
    ],
    hint: "Write {Input.messages}.",
    url: "docs/diagnostics/duplicate-branch.md",
  },
  {
    code: "loose-response-model",
    severity: "warning",
    message: "It is loose.",
    location: undefined,
    related: [],
    componentStack: [],
    hint: undefined,
    url: "docs/diagnostics/loose-response-model.md",
  },
];

interface Log {
  $schema: string;
  version: string;
  runs: [{ tool: { driver: { rules: { id: string; helpUri?: string }[] } }; results: unknown[] }];
}
const log = (given: readonly Diagnostic[], options: { version?: string; docsBase?: string } = {}): Log =>
  JSON.parse(formatSarif(given, { root: "/project", ...options })) as Log;

test.each([
  ["none", []],
  ["some", diagnostics],
])("a log of %s is valid", (_, given) => {
  for (const options of [{}, { version: "1.2.3", docsBase: "https://docs.example/" }]) {
    validate(log(given, options));
    expect(validate.errors).toBe(null);
  }
});

test("the schema would say so if it were not", () => {
  const wrong = log(diagnostics) as unknown as { runs: [{ results: [{ level: string }] }] };
  wrong.runs[0].results[0].level = "fatal";
  expect(validate(wrong)).toBe(false);
});

test("results have place, related places and components", () => {
  const root = { uriBaseId: "SRCROOT" };
  const flow = { uri: "flows/a%20b%231.tsx", ...root };
  const [error, warning] = log(diagnostics).runs[0].results;
  const rules = Object.keys(CODES).sort();
  expect(error).toEqual({
    ruleId: "duplicate-branch",
    ruleIndex: rules.indexOf("duplicate-branch"),
    level: "error",
    message: { text: 'There are two branches of the name "b".\nWrite {{Input.messages}}.' },
    locations: [{ physicalLocation: { artifactLocation: flow, region: { startLine: 2, startColumn: 5 } } }],
    relatedLocations: [
      {
        id: 1,
        message: { text: "the first branch of this name" },
        physicalLocation: { artifactLocation: flow, region: { startLine: 2, startColumn: 3 } },
      },
    ],
    stacks: [
      {
        message: { text: "components around it" },
        frames: [
          {
            location: {
              message: { text: "in <Summary>" },
              logicalLocations: [{ name: "Summary", kind: "function" }],
              physicalLocation: {
                artifactLocation: { uri: "file:///elsewhere/summary.tsx" },
                region: { startLine: 3, startColumn: 5 },
              },
            },
          },
          { location: { message: { text: "in <Report>" }, logicalLocations: [{ name: "Report", kind: "function" }] } },
        ],
      },
    ],
  });
  expect(warning).toEqual({
    ruleId: "loose-response-model",
    ruleIndex: rules.indexOf("loose-response-model"),
    level: "warning",
    message: { text: "It is loose." },
  });
});

test("every code is a rule; pages with an absolute address are linked", () => {
  const { rules } = log([]).runs[0].tool.driver;
  expect(rules.map((rule) => rule.id)).toEqual(Object.keys(CODES).sort());
  expect(rules[0]).toEqual({
    id: "binding-as-condition",
    shortDescription: { text: SUMMARIES["binding-as-condition"] },
    help: { text: `${SUMMARIES["binding-as-condition"]}\n\nSee docs/diagnostics/binding-as-condition.md` },
    defaultConfiguration: { level: "error" },
  });
  const linked = log([], { docsBase: "https://docs.example/" }).runs[0].tool.driver.rules;
  expect(linked[0]?.helpUri).toBe("https://docs.example/binding-as-condition.md");
});

test("the log says how columns are counted and names the version", () => {
  expect(log([], { version: "1.2.3" }).runs[0]).toMatchObject({
    columnKind: "utf16CodeUnits",
    tool: { driver: { name: "Espalier", semanticVersion: "1.2.3" } },
  });
});
