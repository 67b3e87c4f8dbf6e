import { createStep, createWorkflow } from "@mastra/core/workflows";
import { z } from "zod";
import { decision, order, orders } from "./schemas.mjs";

const list = z.array(decision);

/** Five steps a block: extract, the list of it, a loop over an inner workflow that branches to two steps. */
export function run(blocks) {
  const workflow = createWorkflow({ id: "orders", inputSchema: z.any(), outputSchema: list });
  let chain = workflow;
  for (let block = 0; block < blocks; block++) {
    chain = chain
      .then(step(`extract-${block}`, z.any(), orders))
      .then(step(`list-${block}`, orders, z.array(order)))
      .foreach(choice(block), { concurrency: 8 });
  }
  // Nothing is returned: a workflow has a `then`, and would be awaited.
  chain.commit();
}

function choice(block) {
  const outputSchema = z.any();
  return createWorkflow({ id: `decide-${block}`, inputSchema: order, outputSchema })
    .branch([
      [async ({ inputData }) => inputData.lines.length > 10, step(`refuse-${block}`, order, decision)],
      [async ({ inputData }) => inputData.lines.length <= 10, step(`accept-${block}`, order, decision)],
    ])
    .commit();
}

function step(id, inputSchema, outputSchema) {
  return createStep({ id, inputSchema, outputSchema, execute: async () => ({}) });
}
