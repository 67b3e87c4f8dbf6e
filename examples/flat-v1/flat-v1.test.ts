import { expect, test } from "@jest/globals";
import { compileFiles } from "@espalier/compiler";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { withGateway } from "../../fixtures/testing/gateway.ts";
import { withUpstream } from "../../fixtures/testing/upstream.ts";

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const commits = readFileSync(at("./data/commits.txt"), "utf8");

async function compiled() {
  const { workflows, diagnostics } = await compileFiles([at("./flow.tsx")], { root: at(".") });
  expect(diagnostics).toEqual([]);
  return workflows[0]!;
}

test("its bundle is version 1, byte for byte", async () => {
  const workflow = await compiled();
  expect(workflow.bundle!.contract_version).toBe(1);
  expect(workflow.json).toBe(readFileSync(at("./flat-v1.golden.json"), "utf8"));
});

test("turns commits into release notes", async () => {
  const notes = {
    title: "0.2.0",
    changes: [
      { area: "docs", text: "a page on limits", breaking: false },
      { area: "api", text: "runs are listed newest first", breaking: true },
      { area: "api", text: "a run's trace is paged", breaking: false },
    ],
  };
  await withUpstream(
    () => JSON.stringify(notes),
    async (upstream) => {
      await withGateway({ config: { models: upstream.models("fast") } }, async ({ client, install }) => {
        const name = await install(await compiled());
        const result = await client.run(name, { messages: [{ role: "user", content: commits }] });
        expect(result.output).toBe(
          [
            "## 0.2.0",
            "",
            "- **Breaking** api: runs are listed newest first",
            "- api: a run's trace is paged",
            "- docs: a page on limits",
          ].join("\n"),
        );
      });
      expect(upstream.requests[0]).toMatchObject({
        temperature: 0.2,
        max_tokens: 2000,
        messages: [
          {
            role: "system",
            content: "You turn commit messages into release notes.\nLeave out what users cannot notice.",
          },
          { role: "user", content: commits },
        ],
      });
    },
  );
});
