import { expect, test } from "@jest/globals";
import { findBindingSlips } from "./binding-slips.ts";

const find = (text: string, file = "/a.tsx"): string[] =>
  findBindingSlips(file, `import { Input, Script } from "@espalier/jsx";\n${text}`).map(
    ({ expression, place }) => `${place.line}:${place.column} ${expression}`,
  );

test.each([
  ['const a = Input.previous.field("ok") && 1;', '2:11 Input.previous.field("ok")'],
  ["const a = <>{Input.item ? <Script /> : null}</>;", "2:14 Input.item"],
  ["const a = Input.messages || 1;", "2:11 Input.messages"],
  ["const a = (Input.previous as never) ?? 1;", "2:12 Input.previous as never"],
  ["if (!Input.previous) throw 1;", "2:6 Input.previous"],
  ["function f() {\n  if (Input.item.field('a').field('b')) return 1;\n}", "3:7 Input.item.field('a').field('b')"],
  ["const ok = Input.previous;\nconst a = ok && 1;", "3:11 ok"],
  ["const ok = Input.item;\nconst deep = ok.field('x');\nconst a = deep ? 1 : 2;", "4:11 deep"],
])("%s", (text, expected) => {
  expect(find(text)).toEqual([expected]);
});

const dollars = (text: string): string[] =>
  findBindingSlips("/a.tsx", `import { Input } from "@espalier/jsx";\n${text}`)
    .filter(({ kind }) => kind === "dollar")
    .map(({ expression, place }) => `${place.line}:${place.column} ${expression}`);

test.each([
  ["const a = <User>x ${Input.previous}</User>;", ["2:19 Input.previous"]],
  ["const a = <User>${Input.previous}</User>;", ["2:17 Input.previous"]],
  [
    "const a = <>\n  of $\n  ${Input.item.field('a')} and ${Input.messages}\n</>;",
    ["4:3 Input.item.field('a')", "4:32 Input.messages"],
  ],
  ["const own = Input.item;\nconst a = <b>${own}</b>;", ["3:14 own"]],
  ["const a = <b>{'$'}{Input.item} &#36;{Input.item} &dollar;{Input.item}</b>;", []],
  ["const a = <b>$ {Input.item} ${1} ${other.item} {`$${Input.item}`} $</b>;", []],
  ["const a = <b>$<c>{Input.item}</c></b>;", []],
  ["const a = text`$${Input.item}`;", []],
])("dollars in %j", (text, expected) => {
  expect(dollars(text)).toEqual(expected);
});

test.each([
  ["a real condition", "const a = process.argv.length > 2 && Input.previous;"],
  ["a value that is bound", "const a = <Script inputs={{ a: Input.previous }} />;"],
  ["another Input", "function f(Input: { previous: boolean }) { return Input.previous && 1; }"],
  ["a variable that changes", "let ok: unknown = Input.previous;\nok = 3;\nexport const a = ok && 1;"],
  ["a constant that names itself", "const a = a;\nexport const b = a && 1;"],
  ["a file that cannot be parsed", "const = Input.previous && 1;"],
])("%s is left alone", (_, text) => {
  expect(find(text)).toEqual([]);
});

test("an imported name of one's own choosing is known, and another package's is not", () => {
  const own = 'import { Input as In } from "@espalier/jsx";\nexport const a = In.previous && 1;';
  expect(findBindingSlips("/a.ts", own)).toHaveLength(1);
  const other = 'import "@espalier/jsx";\nimport { Input } from "forms";\nexport const a = Input.previous && 1;';
  expect(findBindingSlips("/a.ts", other)).toEqual([]);
});
