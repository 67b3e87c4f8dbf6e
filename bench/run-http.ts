import { type Benchmark, timed } from "./harness/index.ts";
import { startGateway, type GatewayProcess } from "./runs/gateway.ts";
import { post, runOver, times } from "./runs/http.ts";
import { programBundle } from "./runs/program-bundle.ts";

/** How many runs a gateway takes, from request to answer, when all that they do is to call one function. */
export const benchmark: Benchmark = {
  title: "runs of one TypeScript function over HTTP, 16 at once, stored in SQLite in memory-backed files",
  rounds: 7,
  warmup: 2,
  // 300 in a second
  targets: [{ subject: "a run", figure: "ms each", atMost: 1000 / 300 }],
  async subjects({ quick }) {
    const gateway = await startGateway();
    const count = quick ? 20 : 1000;
    await gateway.install(programBundle());
    return [
      {
        name: "a run",
        measure: () => each(gateway, count, () => runOver(gateway.url, "one-program")),
        close: gateway.close,
      },
      {
        name: "a stored change without a run",
        measure: () => each(gateway, count, () => post(`${gateway.url}/v1/workflows/one-program/publish`, {})),
      },
    ];
  },
};

async function each(gateway: GatewayProcess, count: number, work: () => Promise<unknown>) {
  const before = gateway.cpuMs();
  const { ms } = await timed(() => times(count, 16, work));
  return { "ms each": ms / count, "CPU ms each": (gateway.cpuMs() - before) / count };
}
