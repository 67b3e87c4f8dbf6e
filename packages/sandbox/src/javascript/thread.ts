/** The thread that runs JavaScript programs, one at a time. It runs from dist/, as plain JavaScript. */
import { parentPort } from "node:worker_threads";
import type { Job } from "../input.ts";
import { Engine } from "./engine.ts";
import { runProgram } from "./run-program.ts";

// QuickJS asks the thread's Date for the local time zone. Programs live in UTC wherever the gateway stands.
Date.prototype.getTimezoneOffset = () => 0;

const engine = await Engine.create();
await engine.station();

parentPort?.on("message", (job: Job) => void serve(job));
parentPort?.postMessage("ready");

async function serve(job: Job): Promise<void> {
  const station = await engine.station(job.limits.memoryBytes);
  parentPort?.postMessage(runProgram(station, job));
  if (station.machine.reusable) return;
  engine.discard();
  // Made now, so that the next program does not have to wait for it.
  await engine.station();
}
