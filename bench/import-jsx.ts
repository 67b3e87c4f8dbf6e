import { type Benchmark, BENCH, isInstalled, type Subject, timedProcess } from "./harness/index.ts";

/** How long a process takes that imports a package, less one that imports nothing. */
export const benchmark: Benchmark = {
  title: "importing a package, whole process less bare Node",
  rounds: 21,
  targets: [{ subject: "@espalier/jsx", figure: "ms", atMost: 20 }],
  subjects: ({ quick }) => {
    const peers = quick ? [] : ["react", "zod", "@langchain/langgraph", "@mastra/core/workflows"];
    const names = ["@espalier/jsx", ...peers.filter((name) => isInstalled(packageOf(name)))];
    return Promise.resolve(names.map(importing));
  },
};

function importing(name: string): Subject {
  return {
    name,
    async measure() {
      const bare = await timedProcess(node(""), BENCH);
      const whole = await timedProcess(node(`await import(${JSON.stringify(name)});`), BENCH);
      return { ms: whole.ms - bare.ms, "CPU ms": whole["CPU ms"] - bare["CPU ms"], MB: whole.MB - bare.MB };
    },
  };
}

function node(code: string): string[] {
  // What a package keeps open (a timer, a socket) is no part of its import.
  return ["--input-type=module", "--eval", `${code} process.exit();`];
}

function packageOf(name: string): string {
  return name
    .split("/")
    .slice(0, name.startsWith("@") ? 2 : 1)
    .join("/");
}
