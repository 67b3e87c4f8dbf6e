import { createCompiler } from "@espalier/compiler";
import { type Benchmark, type Subject, timed } from "./harness/index.ts";
import { BLOCK, IMPORTS, RULES } from "./projects/orders.ts";
import { createScratchProject } from "./projects/scratch-project.ts";

/** The last is the most that a workflow may have: 10,000 executions, each node at least one. */
const SIZES = [100, 300, 1000, 3000, 10_000];

/** How the time for a node grows with the number of nodes; it should not. */
export const benchmark: Benchmark = {
  title: "workflows of 100 to 10,000 nodes, whose programs are known, from file to bundle",
  rounds: 7,
  warmup: 2,
  // What is computed for a node; the time of one also has what else the machine does in it.
  targets: [
    { subject: "10000 nodes", figure: "CPU µs a node", atMost: 1.5, ratioTo: "1000 nodes" },
    { subject: "10000 nodes", figure: "CPU µs a node", atMost: 1.5, ratioTo: "100 nodes" },
  ],
  subjects: ({ quick }) => Promise.all(SIZES.slice(0, quick ? 1 : undefined).map(compiling)),
};

async function compiling(nodes: number): Promise<Subject> {
  const project = createScratchProject({ "flow.tsx": flow(nodes), "rules.ts": RULES });
  const compiler = createCompiler({ root: project.root });
  const compile = async () => {
    const { workflows, diagnostics } = await compiler.compileFiles(["flow.tsx"]);
    if (diagnostics.length > 0 || workflows[0]?.json === undefined) throw new Error(JSON.stringify(diagnostics));
  };
  await compile();
  return {
    name: `${nodes} nodes`,
    async measure() {
      const before = process.cpuUsage();
      const { ms } = await timed(compile);
      const { user, system } = process.cpuUsage(before);
      return { ms, "µs a node": (ms * 1000) / nodes, "CPU µs a node": (user + system) / nodes };
    },
    close: project.remove,
  };
}

/** Blocks of five nodes. One item for each loop, so that executions count what nodes count; an `If` counts one exit. */
function flow(nodes: number): string {
  return `${IMPORTS}
const MAX_ITEMS = 1;

const Block = () => (
  <>${BLOCK}
  </>
);

export default <Workflow name="orders">{Array.from({ length: ${nodes / 5} }, Block)}</Workflow>;
`;
}
