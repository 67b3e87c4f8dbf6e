import { symlinkSync } from "node:fs";
import { afterEach, expect, jest, test } from "@jest/globals";
import { compileFiles } from "./compile-files.ts";
import { createScratchProject, type ScratchProject } from "./modules/fixtures/scratch-project.ts";

// The first test that needs Rollup loads it, which takes seconds on a busy machine.
jest.setTimeout(60_000);

let project: ScratchProject;
afterEach(() => project.remove());

async function compile(files: Record<string, string>, paths: readonly string[]) {
  project = createScratchProject(files);
  symlinkSync(project.root, project.file("link"));
  const { workflows, diagnostics } = await compileFiles(paths, { root: project.root });
  return { names: workflows.map(({ name }) => name), messages: diagnostics.map(({ message }) => message) };
}

const flow = (name: string) => `
  import { ChatCompletion, Input, Workflow } from "@espalier/jsx";
  export default <Workflow name="${name}"><ChatCompletion model="m">{Input.messages}</ChatCompletion></Workflow>;`;

test("a workflow that a second file exports again, or that is reached through a link, is one", async () => {
  const files = { "a.tsx": flow("a"), "wrong.tsx": flow("Wrong"), "index.ts": `export { default } from "./a.tsx";` };
  expect(await compile(files, ["a.tsx", "index.ts", "link/a.tsx", "wrong.tsx", "link/wrong.tsx"])).toEqual({
    names: ["a", "Wrong"],
    messages: ['"Wrong" is no name for a workflow.'],
  });
});

test("what no JSX made has its place at the start of the file", async () => {
  project = createScratchProject({
    "plain.ts": `import { Sequence, Workflow } from "@espalier/jsx";
      export default Workflow({ name: "plain", children: Sequence({ children: [] }) });`,
  });
  const { diagnostics } = await compileFiles(["plain.ts"], { root: project.root });
  expect(diagnostics.map(({ code, location }) => ({ code, location }))).toEqual([
    { code: "empty-body", location: { file: project.file("plain.ts"), line: 1, column: 1 } },
  ]);
});

test("two workflows of one name are an error, also when they are alike", async () => {
  expect(await compile({ "a.tsx": flow("a"), "b.tsx": flow("a") }, ["a.tsx", "b.tsx"])).toEqual({
    names: ["a", "a"],
    messages: ['There are two workflows of the name "a".'],
  });
});
