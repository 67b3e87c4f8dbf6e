import { cpus, loadavg, totalmem } from "node:os";

/** Where something was measured. */
export interface Machine {
  readonly cpu: string;
  readonly cores: number;
  readonly memoryGB: number;
  readonly node: string;
  readonly platform: string;
  /** How many processes wanted to run in the last minute, on average. Above the number of cores, times say little. */
  readonly load: number;
}

/** This machine, now. */
export function machine(): Machine {
  const processors = cpus();
  return {
    cpu: processors[0]?.model.trim() ?? "unknown",
    cores: processors.length,
    memoryGB: Math.round(totalmem() / 2 ** 30),
    node: process.version,
    platform: `${process.platform} ${process.arch}`,
    load: Math.round((loadavg()[0] ?? 0) * 10) / 10,
  };
}
