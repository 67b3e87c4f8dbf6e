import { createCompiler } from "@espalier/compiler";
import { type Benchmark, peerSubject, timed } from "./harness/index.ts";
import { BLOCK, IMPORTS, RULES } from "./projects/orders.ts";
import { createScratchProject } from "./projects/scratch-project.ts";

const BLOCKS = 20;

const FLOW = `${IMPORTS}
const MAX_ITEMS = 100;

export default (
  <Workflow name="orders">${BLOCK.repeat(BLOCKS)}
  </Workflow>
);
`;

/** What a peer checks of the same workflow is in README.md. */
export const benchmark: Benchmark = {
  title: "a workflow of 100 nodes, whose programs are known, from its file to its bundle",
  rounds: 51,
  warmup: 20,
  targets: [{ subject: "espalier", figure: "ms", atMost: 10 }],
  async subjects() {
    const project = createScratchProject({ "flow.tsx": FLOW, "rules.ts": RULES });
    const compiler = createCompiler({ root: project.root });
    const compile = async () => {
      const { workflows, diagnostics } = await compiler.compileFiles(["flow.tsx"]);
      if (diagnostics.length > 0 || workflows[0]?.json === undefined) throw new Error(JSON.stringify(diagnostics));
    };
    await compile();
    return [
      { name: "espalier", measure: () => timed(compile), close: project.remove },
      ...(await peerSubject("Mastra", "@mastra/core", "mastra.mjs", BLOCKS)),
      ...(await peerSubject("LangGraph", "@langchain/langgraph", "langgraph.mjs", BLOCKS)),
      ...(await peerSubject("asl-validator", "asl-validator", "asl-validator.mjs", BLOCKS)),
    ];
  },
};
