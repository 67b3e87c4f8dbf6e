import { END, Send, START, StateGraph } from "@langchain/langgraph";
import { z } from "zod";
import { decision, order, orders } from "./schemas.mjs";

const state = z.object({ input: z.any(), ...orders.shape, order: order.optional(), decisions: z.array(decision) });

/** Five nodes a block: extract, a fan-out to a choice of two nodes, and the node where they meet again. */
export function run(blocks) {
  const graph = new StateGraph(state);
  let before = START;
  for (let block = 0; block < blocks; block++) {
    const name = (role) => `${role}_${block}`;
    for (const role of ["extract", "decide", "refuse", "accept", "join"]) graph.addNode(name(role), async () => ({}));
    graph.addEdge(before, name("extract"));
    graph.addConditionalEdges(
      name("extract"),
      ({ orders: all }) => all.map((one) => new Send(name("decide"), { order: one })),
      [name("decide")],
    );
    graph.addConditionalEdges(name("decide"), ({ order: one }) => name(one.lines.length > 10 ? "refuse" : "accept"), [
      name("refuse"),
      name("accept"),
    ]);
    graph.addEdge(name("refuse"), name("join"));
    graph.addEdge(name("accept"), name("join"));
    before = name("join");
  }
  graph.addEdge(before, END).compile();
}
