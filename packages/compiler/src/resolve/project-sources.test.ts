import { writeFileSync } from "node:fs";
import { afterEach, expect, test } from "@jest/globals";
import { createScratchProject, type ScratchProject } from "../modules/fixtures/scratch-project.ts";
import { createProjectSources } from "./project-sources.ts";

let project: ScratchProject;
afterEach(() => project.remove());

function read(bytes: string | Uint8Array) {
  project = createScratchProject({});
  writeFileSync(project.file("a.py"), bytes);
  return createProjectSources(project.root).python(project.file("a.py"));
}

test("the text of a Python file is what Python reads, whatever system it was written on", () => {
  expect(read('\uFEFFdef f() -> str:\r\n    return """a\r\nb\rc"""\r\n')?.text).toBe(
    'def f() -> str:\n    return """a\nb\nc"""\n',
  );
});

test("a Python file in another encoding is refused, at the first letter that is lost", () => {
  const source = read(Buffer.from('# -*- coding: latin-1 -*-\nNAME = "Käse"\ndef f() -> str: return NAME\n', "latin1"));
  expect(source?.findings).toEqual([
    {
      code: "python-syntax",
      message: "This Python file is not UTF-8 text.",
      hint: "Save it as UTF-8.",
      place: { file: project.file("a.py"), line: 2, column: 10 },
    },
  ]);
  expect(source?.signature("f")).toEqual({ ok: false, findings: [] });
});
