import { readdirSync } from "node:fs";
import { join } from "node:path";
import { type Benchmark, BENCH, timedProcess } from "./harness/index.ts";
import { largeProject } from "./projects/large-project.ts";
import { createScratchProject } from "./projects/scratch-project.ts";

/** A large project, cold: nothing of it was read before. */
export const benchmark: Benchmark = {
  title: "200 workflows of 50 nodes with 100 functions of their own, one compileFiles, the whole process",
  rounds: 5,
  warmup: 0,
  targets: [
    { subject: "espalier", figure: "ms", atMost: 8000 },
    { subject: "espalier", figure: "MB", atMost: 700 },
  ],
  subjects: ({ quick }) => {
    const project = createScratchProject(largeProject(quick ? 2 : 200));
    const flows = readdirSync(join(project.root, "flows")).map((file) => join("flows", file));
    const program = join(BENCH, "dist", "projects", "compile-files.js");
    const measure = () => timedProcess([program, ...flows], project.root);
    return Promise.resolve([{ name: "espalier", measure, close: project.remove }]);
  },
};
