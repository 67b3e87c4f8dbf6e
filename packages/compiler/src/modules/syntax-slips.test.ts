import { beforeAll, expect, test } from "@jest/globals";
import { babelFinding } from "./babel-finding.ts";
import { type CompileModule, createModuleCompiler } from "./compile-module.ts";

let compile: CompileModule;
beforeAll(async () => {
  compile = await createModuleCompiler();
});

/** The sign ⟦ marks where the mistake must be told; it is not part of the text. */
const SLIPS: readonly [text: string, message: string, hint: RegExp][] = [
  [
    "export default <A><B />⟦;\n",
    "An element is opened and not closed before the end of the file.",
    /^Close every element/,
  ],
  [
    "export const x = <string>⟦y;\n",
    "An element is opened and not closed before the end of the file.",
    /`value as Type`/,
  ],
  ["export default (<A /> ⟦<B />);", "Two elements stand side by side where one value is expected.", /^Put <> before/],
  ["export default <A />⟦</A>;", "This closing tag closes nothing that is open.", /^Remove it/],
  ["export default <A name=⟦a />;", "The value of a prop stands in quotes or braces.", /prop="text".*prop=\{value\}/],
  ["export default <A name=⟦{} />;", "The braces of a prop are empty.", /leave the prop out/],
  [
    "export default <A retry={ max⟦: 3 } />;",
    "An object in a prop stands in braces twice.",
    /retry=\{\{ maxAttempts: 3 \}\}/,
  ],
  [
    'export default <A>Give {"a"⟦: 1}</A>;',
    "Braces in text hold an expression, and this is none.",
    /^Write text that has braces/,
  ],
  [
    "export default <A>{⟦if (x) { <A /> }}</A>;",
    "Braces in a tree hold an expression, and this is a statement.",
    /<If condition=/,
  ],
  [
    "export default <A>{⟦for (const a of b) <A />}</A>;",
    "Braces in a tree hold an expression, and this is a statement.",
    /<ForEach items=/,
  ],
  [
    "export default <A>{⟦const a = 1}</A>;",
    "Braces in a tree hold an expression, and this is a statement.",
    /before the tree/,
  ],
  ["export default <A><⟦!-- hi --></A>;", "Unexpected token.", /\{\/\* … \*\/\}/],
  ["export default <A>if a < b then⟦</A>;", 'In text, "<" begins an element.', /\{"<"\}/],
  ["export default <A run={f /⟦></A>;", "The element ends while a brace is open.", /run=\{f\}/],
  ["export default <A inputs={{ a: 1 } /⟦>;", "The element ends while a brace is open.", /inputs=\{\{ a: 1 \}\}/],
  ["export default <A {⟦props} />;", "Braces between props only spread an object.", /\{\.\.\.props\}/],
  ['import { a } ⟦"./a.ts";', 'Unexpected token, expected "from".', /import \{ name \} from/],
  ["export const a = { a: 1⟦; b: 2 };", 'Unexpected token, expected ",".', /commas/],
  ["export default (\n  <A />\n⟦", "The file ends in the middle of something.", /left open/],
  ["export const f = (a: number) => { a: 1, b⟦: 2 };", "Missing semicolon.", /\(\) => \(\{ … \}\)/],
  ["export function f() { return ⟦await g(); }", "`await` stands in a function that is not async.", /top level/],
  ['export const a = ⟦"abc;\n', "Unterminated string constant.", /backticks/],
  ["export const a = `⟦abc;\n", "Unterminated template.", /backtick/],
  ["export const ⟦class = 1;", "Unexpected keyword 'class'.", /another name/],
  ["const a = 1; const ⟦a = 2;", "Identifier 'a' has already been declared.", /import \{ a as b \}/],
  ["const a⟦;", "Missing initializer in const declaration.", /value/],
  [
    "export default ⟦const a = 1;",
    "Only expressions, functions or classes are allowed as the `default` export.",
    /export const/,
  ],
  ["export default <A>{⟦/* hi }</A>;", "Unterminated comment.", /\{\/\* … \*\/\}/],
  ["⟦return 1;", "'return' outside of function.", /export default <Workflow/],
  ["⟦@d class A {}", "Decorators are not supported.", /plain functions/],
  ["export default <⟦a:b />;", "The name of a tag has no colon.", /<Name>/],
];

test.each(SLIPS)("%j", (marked, message, hint) => {
  const before = marked.slice(0, marked.indexOf("⟦")).split("\n");
  const text = marked.replace("⟦", "");
  const error = thrownBy(() => compile("/p/flow.tsx", text));
  const place = { file: "/p/flow.tsx", line: before.length, column: (before.at(-1) ?? "").length + 1 };
  expect(babelFinding("load-failed", "/p/flow.tsx", error, text)).toEqual({
    code: "load-failed",
    message,
    hint: expect.stringMatching(hint),
    place,
  });
});

function thrownBy(work: () => unknown): unknown {
  try {
    work();
    return undefined;
  } catch (error) {
    return error;
  }
}
