import { expect, test } from "@jest/globals";
import type { Diagnostic } from "./diagnostic.ts";
import { formatGithub } from "./github.ts";

const plain: Diagnostic = {
  code: "empty-body",
  severity: "warning",
  message: "It is empty.",
  location: { file: "/repository/flows/a.tsx", line: 3, column: 5 },
  related: [],
  componentStack: [],
  hint: undefined,
  url: "docs/diagnostics/empty-body.md",
};
const format = (...diagnostics: Diagnostic[]): string => formatGithub(diagnostics, { root: "/repository" });

test("one command a line, with place, code and message", () => {
  expect(format(plain, { ...plain, severity: "error", location: undefined })).toBe(
    "::warning file=flows/a.tsx,line=3,col=5,title=empty-body::It is empty.%0Adocs/diagnostics/empty-body.md\n" +
      "::error title=empty-body::It is empty.%0Adocs/diagnostics/empty-body.md",
  );
  expect(format()).toBe("");
});

test("components, related places and the hint are lines of the message", () => {
  const at = { file: "/repository/b.tsx", line: 1, column: 2 };
  const diagnostic: Diagnostic = {
    ...plain,
    componentStack: [
      { component: "Report", location: undefined },
      { component: "Summary", location: at },
    ],
    related: [{ message: "the first", location: at }],
    hint: "Fill it.",
  };
  expect(format(diagnostic)).toBe(
    "::warning file=flows/a.tsx,line=3,col=5,title=empty-body::It is empty.%0Ain <Summary> at b.tsx:1:2%0Ain <Report>" +
      "%0Arelated: the first at b.tsx:1:2%0Ahint: Fill it.%0Adocs/diagnostics/empty-body.md",
  );
});

test("nothing in a text ends a command or a property", () => {
  const file = "/repository/50%, a:b\n.tsx";
  const message = "100%: a, b\r\n::error::no %0A";
  expect(format({ ...plain, location: { file, line: 1, column: 1 }, message, url: "" })).toBe(
    "::warning file=50%25%2C a%3Ab%0A.tsx,line=1,col=1,title=empty-body::100%25: a, b%0D%0A::error::no %250A%0A",
  );
});
