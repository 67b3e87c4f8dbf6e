/** What was read when the parser gave up. */
export interface Unread {
  /** The parser's name for what is wrong, where it has one. */
  readonly reason: string;
  /** What the parser says. */
  readonly sentence: string;
  /** The text up to the place, and from there on. */
  readonly before: string;
  readonly after: string;
}

/** What is wrong in words of ours, where the parser's do not fit, and what to write. */
export interface Slip {
  readonly message?: string;
  readonly hint: string;
}

/** A slip that is known, with the texts around it that it is known by. */
interface KnownSlip extends Slip {
  readonly reason: string;
  readonly before?: RegExp;
  readonly after?: RegExp;
  readonly sentence?: RegExp;
}

const BRACES = "Braces in a tree hold an expression, and this is a statement.";

/** The first that fits counts. */
const SLIPS: readonly KnownSlip[] = [
  {
    reason: "UnwrappedAdjacentJSXElements",
    after: /^<\//,
    message: "This closing tag closes nothing that is open.",
    hint: "Remove it, or write the element before it without the slash: <Name>…</Name>.",
  },
  {
    reason: "UnwrappedAdjacentJSXElements",
    message: "Two elements stand side by side where one value is expected.",
    hint: "Put <> before the first and </> after the last of them.",
  },
  {
    reason: "UnterminatedJsxContent",
    message: "An element is opened and not closed before the end of the file.",
    hint: "Close every element with a tag of its name, the innermost first: <Workflow>…</Workflow>. One without children ends in a slash: <Script run={f} />. In a .tsx file, a type is asserted with `value as Type`.",
  },
  {
    reason: "MissingClosingTagElement",
    hint: "Close the innermost element first. One without children ends in a slash: <Script run={f} />.",
  },
  {
    reason: "UnsupportedJsxValue",
    message: "The value of a prop stands in quotes or braces.",
    hint: 'Write prop="text" for a text, and prop={value} for anything else.',
  },
  {
    reason: "AttributeIsEmpty",
    message: "The braces of a prop are empty.",
    hint: "Put a value between them, or leave the prop out.",
  },
  {
    reason: "UnexpectedToken",
    before: /[\w-]=\{\s*["'\w]+\s*$/,
    after: /^:/,
    message: "An object in a prop stands in braces twice.",
    hint: "The outer braces hold the value, the inner ones make the object: retry={{ maxAttempts: 3 }}.",
  },
  {
    reason: "UnexpectedToken",
    before: /\{\s*["'\w]+\s*$/,
    after: /^:/,
    sentence: /expected "\}"/,
    message: "Braces in text hold an expression, and this is none.",
    hint: 'Write text that has braces as a string: {`Answer as {"a": 1}.`}.',
  },
  {
    reason: "UnexpectedToken",
    before: /\{\s*$/,
    after: /^(?:if|switch)\b/,
    message: BRACES,
    hint: "What the workflow decides when it runs is <If condition={…} then={…} otherwise={…} />. What is known now is written {known ? <A /> : <B />}.",
  },
  {
    reason: "UnexpectedToken",
    before: /\{\s*$/,
    after: /^(?:for|while|do)\b/,
    message: BRACES,
    hint: "A loop over values of a run is <ForEach items={…}>. For a list that is known now, write {list.map((item) => <A … />)}.",
  },
  {
    reason: "UnexpectedToken",
    before: /\{\s*$/,
    after: /^(?:const|let|var|return|throw|try)\b/,
    message: BRACES,
    hint: "Write it before the tree, or in a component: a function that returns nodes.",
  },
  { reason: "UnexpectedToken", after: /^!--/, hint: "In a tree, a comment is written {/* … */}." },
  {
    reason: "UnexpectedToken",
    before: /<\s[^<>]*$/,
    after: /^<\//,
    message: 'In text, "<" begins an element.',
    hint: 'Write the sign as a string: {"<"}.',
  },
  {
    reason: "UnexpectedToken",
    before: /=\{[^<>]*\/\s*$/,
    after: /^>/,
    message: "The element ends while a brace is open.",
    hint: "Close every brace of the prop before: run={f}, inputs={{ a: 1 }}.",
  },
  {
    reason: "UnexpectedToken",
    sentence: /expected "\.\.\."/,
    message: "Braces between props only spread an object.",
    hint: "Write {...props} to pass all of its properties on, or prop={value} for one.",
  },
  {
    reason: "UnexpectedToken",
    sentence: /expected "from"/,
    hint: 'An import is written import { name } from "./file.ts".',
  },
  {
    reason: "UnexpectedToken",
    after: /^;/,
    sentence: /expected ","/,
    hint: "The properties of an object are separated by commas.",
  },
  {
    reason: "UnexpectedToken",
    after: /^\s*$/,
    message: "The file ends in the middle of something.",
    hint: "A bracket, a brace or a tag is left open further up.",
  },
  {
    reason: "UnexpectedToken",
    hint: "Look at what stands before it: a bracket, brace, quote or comma is missing or too many.",
  },
  {
    reason: "MissingSemicolon",
    hint: "Two things stand side by side: a comma, an operator or a line break is missing between them. An object that an arrow function returns stands in parentheses: () => ({ … }).",
  },
  {
    reason: "UnexpectedReservedWord",
    sentence: /'await'/,
    message: "`await` stands in a function that is not async.",
    hint: "Programs and components are never async. Load what the workflow needs at the top level of the file, where `await` is fine.",
  },
  {
    reason: "UnterminatedString",
    hint: "Close the quote on the same line. A text of several lines stands between backticks.",
  },
  { reason: "UnterminatedTemplate", hint: "Close it with a backtick." },
  { reason: "UnterminatedComment", hint: "Close it: {/* … */} in a tree, /* … */ elsewhere." },
  { reason: "UnexpectedKeyword", hint: "The word belongs to the language. Choose another name." },
  {
    reason: "VarRedeclaration",
    hint: 'Rename one of them; an import gets another name with `as`: import { a as b } from "./file.ts".',
  },
  { reason: "DeclarationMissingInitializer", hint: "Give it a value." },
  {
    reason: "UnsupportedDefaultExport",
    hint: "Write `export default` before a value, or `export const` before a name.",
  },
  { reason: "IllegalReturn", hint: "A file gives its workflow with `export default <Workflow …>`." },
  {
    reason: "MissingOneOfPlugins",
    sentence: /decorators/,
    message: "Decorators are not supported.",
    hint: "Call the function instead, or leave it out: programs are plain functions.",
  },
  { reason: "MissingOneOfPlugins", hint: "Write it in TypeScript without that syntax." },
  {
    reason: "",
    sentence: /^Namespace tags/,
    message: "The name of a tag has no colon.",
    hint: "A component is written <Name>, or <object.Name> when it is in an object.",
  },
  {
    reason: "",
    sentence: /^Property property of MemberExpression/,
    message: "The name of a component has no hyphen.",
    hint: "A component is written <Name>, or <object.Name> when it is in an object.",
  },
];

const OTHERWISE: Slip = { hint: "Correct the syntax here, or just before." };

/** What to say of a text that cannot be parsed; undefined when it could be, and something else is wrong with it. */
export function slipOf({ reason, sentence, before, after }: Unread): Slip | undefined {
  const fits = (slip: KnownSlip): boolean =>
    slip.reason === reason &&
    (slip.before?.test(before) ?? true) &&
    (slip.after?.test(after) ?? true) &&
    (slip.sentence?.test(sentence) ?? true);
  return SLIPS.find(fits) ?? (reason === "" ? undefined : OTHERWISE);
}
