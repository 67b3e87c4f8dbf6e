import { beforeAll, expect, test } from "@jest/globals";
import type { Message } from "@espalier/client";
import { compileFiles, type Compiled } from "@espalier/compiler";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { withGateway } from "../../fixtures/testing/gateway.ts";
import { withUpstream, type UpstreamRequest } from "../../fixtures/testing/upstream.ts";

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const messages = JSON.parse(readFileSync(at("./data/conversation.json"), "utf8")) as Message[];

let workflow: Compiled;
beforeAll(async () => {
  const { workflows, diagnostics } = await compileFiles([at("./flow.tsx")], { root: at(".") });
  expect(diagnostics).toEqual([]);
  workflow = workflows[0]!;
});

/** A model that reads like a careful clerk. */
function clerk({ model, messages: prompt }: UpstreamRequest): string {
  const text = prompt.map((message) => message.content).join("\n");
  if (text.includes("Sum up")) return "Three are paid. One is held.";
  if (model === "careful")
    return JSON.stringify({ vendor: "Contoso Ltd", total: 2310, decision: "hold", reason: "Billed in dollars." });
  return JSON.stringify({
    invoices: [
      { vendor: " Nordlicht  Logistik GmbH", total: 412.5, currency: "eur" },
      { vendor: "Papier Hansen", total: 58.904, currency: "EUR" },
      { vendor: "Contoso Ltd", total: 2310, currency: "USD" },
      { vendor: "Stadtwerke Kiel", total: 1204.17, currency: "EUR" },
    ],
  });
}

test("goes through the models of its configuration, each invoice on its own path", async () => {
  await withUpstream(clerk, async (upstream) => {
    await withGateway({ config: { models: upstream.models("fast", "careful") } }, async ({ client, install }) => {
      const result = await client.run(await install(workflow), { messages });
      expect(result.output).toEqual({
        ledger: {
          pay: [
            { vendor: "Nordlicht Logistik GmbH", total: 412.5, decision: "pay", reason: "Small and in euros." },
            { vendor: "Papier Hansen", total: 58.9, decision: "pay", reason: "Small and in euros." },
          ],
          hold: [
            { vendor: "Contoso Ltd", total: 2310, decision: "hold", reason: "Billed in dollars." },
            { vendor: "Contoso Ltd", total: 2310, decision: "hold", reason: "Billed in dollars." },
          ],
          payTotal: 471.4,
        },
        summary: "Three are paid. One is held.",
      });
      // One extraction, two reviews, one summary.
      expect(upstream.requests).toHaveLength(4);
      expect(result.usage).toEqual({ prompt_tokens: 40, completion_tokens: 20, total_tokens: 60 });
    });
    const [extraction] = upstream.requests;
    expect(extraction!.messages).toEqual([
      { role: "system", content: "Extract every invoice in the conversation." },
      ...messages,
    ]);
  });
});

test("runs on sample data when no model is configured, and says so", async () => {
  await withGateway({}, async ({ gateway, client, install }) => {
    expect(gateway.sampleModels).toBe(true);
    const result = await client.run(await install(workflow), { messages });
    expect(result.output).toMatchObject({ summary: "[sample] fast would answer here." });
    const rows = (await client.trace(result.runId)).data;
    expect(rows.find((row) => row.node === "node_1")).toMatchObject({ model: "sample", status: "completed" });
  });
});
