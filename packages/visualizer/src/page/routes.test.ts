import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { parseRoute, runAddress, workflowAddress } from "./routes.ts";

test.each([
  ["", { view: "home" }],
  ["#", { view: "home" }],
  ["#/", { view: "home" }],
  ["#/workflows/triage", { view: "workflow", name: "triage", version: undefined }],
  ["#/workflows/triage/3", { view: "workflow", name: "triage", version: 3 }],
  ["#/runs/run_1", { view: "run", id: "run_1" }],
  ["#/workflows", { view: "unknown" }],
  ["#/workflows/", { view: "unknown" }],
  ["#/workflows/triage/0", { view: "unknown" }],
  ["#/workflows/triage/3/4", { view: "unknown" }],
  ["#/runs/a/b", { view: "unknown" }],
  ["#/runs/%E0%A4", { view: "unknown" }],
  ["#/elsewhere/x", { view: "unknown" }],
])("%s", (hash, route) => {
  expect(parseRoute(hash)).toEqual(route);
});

test("every id and name comes back from its own address", () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, unit: "grapheme" }), fc.integer({ min: 1, max: 1e8 }), (text, version) => {
      expect(parseRoute(runAddress(text))).toEqual({ view: "run", id: text });
      expect(parseRoute(workflowAddress(text))).toEqual({ view: "workflow", name: text, version: undefined });
      expect(parseRoute(workflowAddress(text, version))).toEqual({ view: "workflow", name: text, version });
    }),
    { numRuns: 50 },
  );
});
