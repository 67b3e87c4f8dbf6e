import { expect, test } from "@jest/globals";
import { compileFiles } from "@espalier/compiler";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { withGateway } from "../../fixtures/testing/gateway.ts";
import { withUpstream, type UpstreamRequest } from "../../fixtures/testing/upstream.ts";

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const inbox = readFileSync(at("./data/inbox.txt"), "utf8");

async function compiled() {
  const { workflows, diagnostics } = await compileFiles([at("./flow.tsx")], { root: at(".") });
  expect(diagnostics).toEqual([]);
  return workflows[0]!;
}

/** The customers of the inbox, read without a model. */
function conversations(text: string) {
  return text
    .split(/^From: /m)
    .slice(1)
    .map((block) => {
      const [customer, ...lines] = block.trim().split("\n");
      const messages = lines.map((line) => ({ id: line.slice(0, 5), text: line.slice(6) }));
      return { customer: customer!, messages };
    });
}

function model({ messages }: UpstreamRequest): string {
  const text = messages.at(-1)!.content;
  if (text.startsWith("List every customer"))
    return JSON.stringify({ conversations: conversations(messages[1]!.content) });
  if (text.startsWith("Answer ")) return ` Dear customer, ${text.slice("Answer ".length)} `;
  const team = /charged|invoice/.test(text)
    ? "billing"
    : /parcel|driver|phone|soaked/.test(text)
      ? "delivery"
      : "other";
  return JSON.stringify({ team, urgent: /cooled|soaked/.test(text) });
}

test("sorts every customer's messages, and only letters to those who can wait", async () => {
  await withUpstream(model, async (upstream) => {
    await withGateway({ config: { models: upstream.models("fast", "careful") } }, async ({ client, install }) => {
      const name = await install(await compiled());
      const result = await client.run(name, { messages: [{ role: "user", content: inbox }] });
      expect(result.output).toEqual({
        billing: { team: "billing", waiting: 1, customers: ["Jonas Okafor"] },
        delivery: { team: "delivery", waiting: 2, customers: ["Maren Petersen", "Familie Brandt"] },
        other: { team: "other", waiting: 1, customers: ["Elif Aydin"] },
      });
      const rows = (await client.trace(result.runId)).data;
      const paths = rows.filter((row) => row.name === "reply" && row.status === "completed").map((row) => row.path);
      expect(paths).toEqual([
        "node_2[1]/node_6[otherwise]/node_8[reply]/node_10",
        "node_2[3]/node_6[otherwise]/node_8[reply]/node_10",
      ]);
    });
    const letters = upstream.requests.filter((request) => request.messages.at(-1)!.content.startsWith("Answer "));
    expect(letters.map((letter) => letter.messages)).toContainEqual([
      {
        role: "system",
        content: "You write for Nordlicht Logistik, to customers. Be brief, friendly and exact. Never promise a date.",
      },
      {
        role: "user",
        content: "Answer Jonas Okafor, who wrote: I was charged twice for invoice 2025-118. Please refund one.",
      },
    ]);
  });
});
