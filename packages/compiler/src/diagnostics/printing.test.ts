import { expect, test } from "@jest/globals";
import type { Diagnostic } from "./diagnostic.ts";
import { formatJson } from "./json.ts";
import { formatPretty } from "./pretty.ts";
import { createReporter } from "./reporter.ts";

const FILE = "/project/flows/a.tsx";
const TEXT = 'export default (\n  <Workflow name="a">\n    <Summary />\n  </Workflow>\n);\n';

const reporter = createReporter({ docsBase: "https://docs.example/", maxDiagnostics: 100 });
reporter.report(
  {
    place: { file: "/project/flows/summary.tsx", line: 2, column: 5 },
    stack: [
      { component: "Report", place: undefined },
      { component: "Summary", place: { file: FILE, line: 3, column: 5 } },
    ],
  },
  "duplicate-branch",
  "name",
  { name: "b" },
  [{ message: "the first branch of this name", location: { file: FILE, line: 2, column: 3 } }],
);
reporter.report({ place: { file: FILE, line: 3, column: 5 }, stack: [] }, "empty-body", "owner", {
  owner: "<Sequence>",
});
reporter.report({ place: undefined, stack: [] }, "not-a-workflow", "nothing", {});
const diagnostics = reporter.diagnostics();
const options = { root: "/project", readFile: (file: string) => (file === FILE ? TEXT : undefined) };

test("the pretty form shows place, sentence, frame, components, related places, hint and page", () => {
  expect(formatPretty(diagnostics, options)).toBe(`flows/a.tsx:3:5 - error empty-body: <Sequence> has no nodes.

  2 |   <Workflow name="a">
> 3 |     <Summary />
    |     ^
  4 |   </Workflow>

  hint: Put at least one node there. To pass the value through, use <Script run={keep} /> with a typed function that returns its argument: const keep = (value: Value): Value => value.
  https://docs.example/empty-body.md

flows/summary.tsx:2:5 - error duplicate-branch: <Parallel> has two branches of the name "b".
  in <Summary> at flows/a.tsx:3:5
  in <Report>
  related: the first branch of this name at flows/a.tsx:2:3
  hint: Give one of them another name.
  https://docs.example/duplicate-branch.md

error not-a-workflow: A workflow is needed here, and this is nothing.
  hint: Give a <Workflow> element.
  https://docs.example/not-a-workflow.md`);
});

test("colours appear only when asked for", () => {
  expect(formatPretty(diagnostics, options)).not.toContain("\u001b");
  expect(formatPretty(diagnostics, { ...options, color: true })).toContain("\u001b[31merror\u001b[39m empty-body");
});

test("a file that is gone costs its frame only", () => {
  expect(formatPretty([diagnostics[1] as Diagnostic], { root: "/project" })).toMatch(
    /^flows\/summary\.tsx:2:5 - error/,
  );
});

test("the JSON form has the same data, with file names as seen from the root", () => {
  expect(JSON.parse(formatJson([diagnostics[1] as Diagnostic], options))).toEqual([
    {
      code: "duplicate-branch",
      severity: "error",
      message: '<Parallel> has two branches of the name "b".',
      location: { file: "flows/summary.tsx", line: 2, column: 5 },
      related: [{ message: "the first branch of this name", location: { file: "flows/a.tsx", line: 2, column: 3 } }],
      componentStack: [
        { component: "Report", location: null },
        { component: "Summary", location: { file: "flows/a.tsx", line: 3, column: 5 } },
      ],
      hint: "Give one of them another name.",
      url: "https://docs.example/duplicate-branch.md",
    },
  ]);
});
