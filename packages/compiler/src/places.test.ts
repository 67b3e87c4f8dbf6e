import { symlinkSync } from "node:fs";
import path from "node:path";
import type { Place } from "@espalier/jsx/tree";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { compileFiles } from "./compile-files.ts";
import type { Diagnostic } from "./diagnostics/diagnostic.ts";
import { createScratchProject, type ScratchProject } from "./modules/fixtures/scratch-project.ts";

// Mistakes wherever a tree can have some: in components of other files and packages, fragments, lists, spread props,
// prompts and text. ⟦name⟧ marks a place in the files, which do not have the marks.

const FILES = {
  "flow.tsx": `import { Input, Parallel, Script, Sequence, Workflow } from "@espalier/jsx";
import { Each, Loop, Summary, Twice } from "./parts/parts.tsx";
import { read, unread } from "./rules.ts";

const Outer = ({ field }: { field: string }) => (
  <Sequence>
    ⟦outer>summary⟧<Summary field={field} />
  </Sequence>
);

export default (
  <Workflow name="w">
    <Script run={read} inputs={{ messages: Input.messages }} />
    <Parallel
      branches={{
        outer: ⟦flow>outer⟧<Outer field="tgas" />,
        mapped: [1, 2].map((n) => (
          ⟦mapped⟧<Script key={n} run={read} inputs={{ message: Input.previous }} />
        )),
        each: (
          ⟦flow>each⟧<Each items={["a", "b"]}>
            ⟦given⟧<Script run={read} timeoutSeconds={0} />
          </Each>
        ),
        loop: ⟦flow>loop⟧<Loop items={Input.previous.field("tags")} maxItem={3} />,
        twice: ⟦flow>twice⟧<Twice node={⟦node⟧<Script run={unread} name="not a name" />} />,
      }}
    />
  </Workflow>
);
`,
  "parts/parts.tsx": `import { Branch, ChatCompletion, ForEach, Input, Parallel, Script, User, text, type SomeNodes } from "@espalier/jsx";
import { Style } from "@acme/style";
import { join, shout } from "../rules.ts";

export function Summary({ field }: { field: string }) {
  return (
    <ChatCompletion model="fast">
      ⟦summary>style⟧<Style tone="plain" />
      ⟦prompt⟧<User>{text\`
        Summarize this:
        \${Input.previous.field(field)}
      \`}</User>
    </ChatCompletion>
  );
}

export function Each({ items, children }: { items: string[]; children?: SomeNodes }) {
  return (
    ⟦fragment⟧<>
      {items.map((item) => (
        ⟦joined⟧<Script key={item} run={join} inputs={{ words: [item] }} />
      ))}
      and text
      {children}
    </>
  );
}

export const Loop = (props: object) => (
  ⟦loop⟧<ForEach items={Input.previous} {...props}>
    ⟦body⟧<Script run={shout} />
  </ForEach>
);

export const Twice = ({ node }: { node: SomeNodes }) => (
  <Parallel>
    ⟦first⟧<Branch name="a">{node}</Branch>
    ⟦second⟧<Branch name="a">{node}</Branch>
  </Parallel>
);
`,
  "packages/style/package.json": `{ "name": "@acme/style", "type": "module", "exports": "./src/index.tsx" }`,
  "packages/style/src/index.tsx": `import { System } from "@espalier/jsx";

export function Style({ tone }: { tone: string }) {
  return (
    <>
      <System>Write in a {tone} tone.</System>
      ⟦style⟧<System>{}</System>
    </>
  );
}
`,
  "rules.ts": `export interface Post {
  title: string;
  tags: string[];
}
export const read = (messages: unknown): Post => messages as Post;
export const join = (words: string[], separator: string): string => words.join(separator);
export const shout = (word: number): string => String(word);
export const unread = (post: Post & { ⟦member⟧due: Date }): number => post.title.length;
`,
};

const MARK = /⟦([^⟧]*)⟧/;
const marks = new Map<string, string>();
let project: ScratchProject;
let diagnostics: readonly Diagnostic[];

/** A file without its marks, whose places are noted by name. */
function unmarked(file: string, text: string): string {
  const mark = MARK.exec(text);
  if (mark === null) return text;
  const before = text.slice(0, mark.index).split("\n");
  marks.set(`${file}:${before.length}:${(before.at(-1) ?? "").length + 1}`, mark[1] ?? "");
  return unmarked(file, text.replace(MARK, ""));
}

/** The name of the mark at a place, or the place. */
function named(place: Place | undefined): string {
  if (place === undefined) return "nowhere";
  const text = `${path.relative(project.root, place.file)}:${place.line}:${place.column}`;
  return marks.get(text) ?? text;
}

beforeAll(async () => {
  project = createScratchProject(
    Object.fromEntries(Object.entries(FILES).map(([file, text]) => [file, unmarked(file, text)])),
  );
  symlinkSync(project.file("packages"), project.file("node_modules/@acme"));
  diagnostics = (await compileFiles(["flow.tsx"], { root: project.root })).diagnostics;
}, 60_000);

afterAll(() => project.remove());

test("each mistake stands where it was made, with the components around it, outermost first, and related places", () => {
  const told = diagnostics.map(({ code, location, componentStack, related }) => [
    code,
    named(location),
    componentStack.map((frame) => `${frame.component} ${named(frame.location)}`),
    ...related.map((one) => named(one.location)),
  ]);
  expect(told).toEqual([
    ["unknown-input", "mapped", []],
    ["invalid-limit", "given", ["Each flow>each"]],
    ["invalid-name", "node", ["Twice flow>twice"]],
    ["empty-prompt", "style", ["Outer flow>outer", "Summary outer>summary", "Style summary>style"]],
    ["unknown-field", "prompt", ["Outer flow>outer", "Summary outer>summary"]],
    // Text has no place of its own in JSX: it stands where what holds it does.
    ["unexpected-child", "fragment", ["Each flow>each"]],
    ["missing-input", "joined", ["Each flow>each"]],
    ["invalid-prop", "loop", ["Loop flow>loop"]],
    ["shape-mismatch", "body", ["Loop flow>loop"]],
    ["duplicate-branch", "second", ["Twice flow>twice"], "first"],
    ["unserializable-type", "member", []],
  ]);
});
