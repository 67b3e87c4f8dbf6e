// The loop of `runs/loop.ts` in the terms of others: one leaf for each item, so many at once.
export async function pLimit(items, cap, leaf) {
  const { default: createLimit } = await import("p-limit");
  return () => {
    const limit = createLimit(cap);
    return Promise.all(Array.from({ length: items }, (_, item) => limit(async () => leaf(item))));
  };
}

export async function mastra(items, cap, leaf) {
  const { createStep, createWorkflow } = await import("@mastra/core/workflows");
  const { z } = await import("zod");
  const total = z.object({ ok: z.boolean(), total: z.number() });
  const step = (id, inputSchema, outputSchema, execute) => createStep({ id, inputSchema, outputSchema, execute });
  const workflow = createWorkflow({ id: "loop", inputSchema: z.any(), outputSchema: z.array(total) })
    .then(step("list", z.any(), z.array(z.number()), async () => Array.from({ length: items }, (_, item) => item)))
    .foreach(
      step("leaf", z.number(), total, async ({ inputData }) => leaf(inputData)),
      { concurrency: cap },
    )
    .commit();
  return async () => {
    const { status } = await (await workflow.createRun()).start({ inputData: {} });
    if (status !== "success") throw new Error(status);
  };
}

export async function langgraph(items, cap, leaf, remembers) {
  const { Annotation, MemorySaver, Send, START, StateGraph } = await import("@langchain/langgraph");
  const State = Annotation.Root({
    list: Annotation(),
    totals: Annotation({ reducer: (all, more) => all.concat(more), default: () => [] }),
  });
  const graph = new StateGraph(State)
    .addNode("start", async () => ({ list: Array.from({ length: items }, (_, item) => item) }))
    .addNode("leaf", async ({ item }) => ({ totals: [leaf(item)] }))
    .addEdge(START, "start")
    .addConditionalEdges("start", ({ list }) => list.map((item) => new Send("leaf", { item })), ["leaf"]);
  return async () => {
    // A saver keeps all that it ever got, so each run has its own.
    const runnable = graph.compile(remembers ? { checkpointer: new MemorySaver() } : {});
    const { totals } = await runnable.invoke({}, { maxConcurrency: cap, configurable: { thread_id: "1" } });
    if (totals.length !== items) throw new Error(`${totals.length} of ${items}`);
  };
}
