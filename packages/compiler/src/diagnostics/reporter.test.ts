import { expect, test } from "@jest/globals";
import { nearest } from "./nearest.ts";
import { createReporter, type Origin } from "./reporter.ts";
import { quotedList, suggestion } from "./wording.ts";

const options = { docsBase: "docs/", maxDiagnostics: 3 };
const at = (line: number, column = 1, file = "/a.tsx"): Origin => ({ place: { file, line, column }, stack: [] });

test("diagnostics are sorted by file, line and column, and those without a place come last", () => {
  const reporter = createReporter({ ...options, maxDiagnostics: 100 });
  const places = [at(2), { place: undefined, stack: [] }, at(10, 1, "/B.tsx"), at(1, 9), at(1, 2), at(10)];
  for (const place of places) reporter.report(place, "no-branches", "parallel", {});
  const sorted = reporter
    .diagnostics()
    .map(({ location }) => `${location?.file}:${location?.line}:${location?.column}`);
  expect(sorted).toEqual([
    "/B.tsx:10:1",
    "/a.tsx:1:2",
    "/a.tsx:1:9",
    "/a.tsx:2:1",
    "/a.tsx:10:1",
    "undefined:undefined:undefined",
  ]);
});

test("one mistake at one place is reported once", () => {
  const reporter = createReporter(options);
  reporter.report(at(1), "no-branches", "parallel", {});
  reporter.report(at(1), "no-branches", "parallel", {});
  expect(reporter.diagnostics()).toHaveLength(1);
});

test("when not all fit, errors are kept rather than warnings", () => {
  const reporter = createReporter(options);
  for (const line of [1, 2, 3]) {
    reporter.report(at(line), "loose-response-model", "feature", { where: "it", feature: "is odd" });
  }
  expect(reporter.hasErrors()).toBe(false);
  reporter.report(at(9), "no-branches", "parallel", {});
  reporter.report(at(8), "no-branches", "parallel", {});
  expect(reporter.hasErrors()).toBe(true);
  const kept = reporter.diagnostics().map(({ severity, location }) => `${severity} ${location?.line}`);
  expect(kept).toEqual(["warning 1", "error 8", "error 9"]);
});

test("a finding keeps its place and words; one without a place stands at the element that asked", () => {
  const reporter = createReporter(options);
  const stack = [{ component: "Summary", place: undefined }];
  const place = { file: "/rules.ts", line: 4, column: 2 };
  reporter.found({ ...at(3), stack }, [
    { code: "untyped-return", message: "Here.", hint: "Do this." },
    { code: "untyped-return", message: "There.", place, related: [{ message: "called here", place: at(1).place }] },
    { code: "no-such-code", message: "What?" },
  ]);
  const [internal, here, there] = reporter.diagnostics();
  expect(here).toMatchObject({ message: "Here.", hint: "Do this.", location: at(3).place });
  expect(here?.componentStack).toEqual([{ component: "Summary", location: undefined }]);
  expect(there).toMatchObject({ message: "There.", location: place, componentStack: [] });
  expect(there?.related).toEqual([{ message: "called here", location: at(1).place }]);
  expect(internal).toMatchObject({ code: "internal", message: expect.stringContaining('"no-such-code"') });
});

test.each([
  ["totel", ["number", "total"], "total"],
  ["Total", ["total"], "total"],
  ["invoice", ["verdict", "item"], undefined],
  ["tgas", ["title", "tags"], "tags"],
  ["titel", ["tags", "title"], "title"],
  ["x", ["y"], "y"],
  ["anything", [], undefined],
])("nearest to %s in %j is %s", (name, candidates, expected) => {
  expect(nearest(name, candidates)).toBe(expected);
});

test("suggestions and lists read as sentences", () => {
  expect(suggestion("total", ["total"])).toBe('Did you mean "total"?');
  expect(suggestion(undefined, ["a"])).toBe('There is "a".');
  expect(suggestion(undefined, ["a", "b", "c"])).toBe('There are "a", "b" and "c".');
  expect(suggestion(undefined, [], "Nothing.")).toBe("Nothing.");
  expect(quotedList(["a", "b"], "or")).toBe('"a" or "b"');
});
