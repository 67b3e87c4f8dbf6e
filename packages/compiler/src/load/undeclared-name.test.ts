import { afterEach, expect, test } from "@jest/globals";
import { createScratchProject, type ScratchProject } from "../modules/fixtures/scratch-project.ts";
import { undeclaredName } from "./undeclared-name.ts";

let project: ScratchProject;
afterEach(() => project.remove());

function told(text: string, name: string) {
  project = createScratchProject({
    "flow.tsx": text,
    "grade.py": "def grade(text: str) -> str:\n    return text\n",
    "rules.ts": "export const pass = 1;\nexport interface Menu {}\nconst hidden = 2;\n",
  });
  return undeclaredName(project.file("flow.tsx"), name);
}

test.each([
  ["an interface", "interface Menu { a: string }"],
  ["an alias", "export type Menu = { a: string };"],
  ["an import of types", 'import type { Menu } from "./rules.ts";'],
  ["an imported type among values", 'import { pass, type Menu } from "./rules.ts";'],
  ["a type of another name there", 'import type { Card as Menu } from "./rules.ts";'],
])("a type that is used as a value: %s", (_, text) => {
  expect(told(`${text}\nexport default Menu;`, "Menu")).toEqual({
    message: '"Menu" is known as a type only, and is used here as a value.',
    hint: "Write schema<Menu>() for a response model. A function or a constant is imported without `type`.",
  });
});

const HINTS: readonly [text: string, name: string, hint: string][] = [
  [
    'import { grad } from "./grade.py";',
    "grade",
    '"grad" is imported, and "./grade.py" has "grade". Write import { grade } from "./grade.py".',
  ],
  [
    'import { pas } from "./rules.ts";',
    "pass",
    '"pas" is imported, and "./rules.ts" has "pass". Write import { pass } from "./rules.ts".',
  ],
  ['import { other } from "./rules.ts";', "pass", 'Write import { pass } from "./rules.ts".'],
  ['import { pass } from "./rules.ts";', "hidden", "Import or declare the name above the line that uses it."],
  ['import { pass } from "./rules.ts";', "past", 'Did you mean "pass"?'],
  ['import { grade } from "./grade.py";', "grad", 'Did you mean "grade"?'],
  ["const [first, { second }] = data;", "secnd", 'Did you mean "second"?'],
  ["export function review() {}", "reveiw", 'Did you mean "review"?'],
  ['import { other } from "./nowhere.ts";', "pass", "Import or declare the name above the line that uses it."],
  ["const = ;", "pass", "Import or declare the name above the line that uses it."],
];

test.each(HINTS)("%s, and %s is used", (text, name, hint) => {
  expect(told(text, name)).toEqual({
    message: `ReferenceError: ${name} is not defined (thrown while the file was loaded)`,
    hint,
  });
});
