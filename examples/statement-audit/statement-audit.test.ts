import { beforeAll, expect, test } from "@jest/globals";
import { compileFiles, type Compiled } from "@espalier/compiler";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import OpenAI from "openai";
import { withGateway } from "../../fixtures/testing/gateway.ts";

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const statement = readFileSync(at("./data/statement-2025.csv"), "utf8");

/** Asserted to the letter: no model has a hand in it. */
const EXPECTED = {
  totals: { lines: 318, queries: 8, money_in: 3185604, money_out: 2569130 },
  report: [
    "318 lines, 8 to query, 6164.74 EUR net.",
    "- Line 59 (Erstattung AOK) repeats line 58.",
    "- Line 97 (Ueberweisung M. Braun) the balance is off by 900 cents.",
    "- Line 98 (Apotheke am Markt) the balance is off by -900 cents.",
    '- Line 134 (Cafe "Zum Anker", Kiel) the amount is unreadable.',
    "- Line 161 (Apotheke am Markt) is in USD.",
    "- Line 203 (H&M 0312) repeats line 202.",
    "- Line 241 (Aral Station 0412) the date 2025-02-30 does not exist.",
    "- Line 273 (Ueberweisung Autohaus Krueger) is unusually large.",
  ].join("\n"),
};

let workflow: Compiled;
beforeAll(async () => {
  const { workflows, diagnostics } = await compileFiles([at("./flow.tsx")], { root: at(".") });
  expect(diagnostics).toEqual([]);
  workflow = workflows[0]!;
});

test("the official client lists the workflow and gets its exact result", async () => {
  await withGateway({}, async ({ gateway, client, install }) => {
    await install(workflow);
    const openai = new OpenAI({ baseURL: `${gateway.url}/v1`, apiKey: gateway.ownKey });

    const models = await openai.models.list();
    expect(models.data.map((model) => model.id)).toEqual(["workflow/statement-audit"]);
    expect((await openai.models.retrieve("workflow/statement-audit")).owned_by).toBe("espalier");

    const completion = await openai.chat.completions.create({
      model: "workflow/statement-audit",
      messages: [{ role: "user", content: statement }],
    });
    const [choice] = completion.choices;
    expect(choice).toMatchObject({ index: 0, finish_reason: "stop", message: { role: "assistant", refusal: null } });
    expect(choice!.message.content).toBe(JSON.stringify(EXPECTED));
    expect(completion).toMatchObject({ object: "chat.completion", model: "workflow/statement-audit" });
    expect(completion.usage).toEqual({ prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 });

    const { run_id } = (completion as unknown as { workflow: { run_id: string } }).workflow;
    const first = await client.trace(run_id, { limit: 1000 });
    const second = await client.trace(run_id, { limit: 1000, after: first.next! });
    const rows = [...first.data, ...second.data];
    const count = (kind: string, status: string) =>
      rows.filter((row) => row.kind === kind && row.status === status).length;
    expect({ loop: count("for_each", "completed"), if: count("if", "completed") }).toEqual({ loop: 1, if: 318 });
    expect(count("javascript", "skipped") + count("python", "skipped")).toBe(318);
    expect(rows.filter((row) => row.path.endsWith("[then]/node_5") && row.status === "completed")).toHaveLength(8);
  });
});

test("a statement that is none fails with the author's own sentence", async () => {
  await withGateway({}, async ({ client, install }) => {
    const name = await install(workflow);
    const run = client.run(name, { messages: [{ role: "user", content: "Date;Amount" }] });
    await expect(run).rejects.toThrow("the first line must be: Date,Description,Amount,Balance,Currency");
  });
});
