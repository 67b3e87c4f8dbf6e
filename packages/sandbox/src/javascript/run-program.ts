import type { QuickJSHandle } from "quickjs-emscripten-core";
import type { Job } from "../input.ts";
import { normalizeJson } from "../json-text.ts";
import { failure, type Outcome } from "../outcome.ts";
import type { Station } from "./engine.ts";
import { explainGuest, explainHostError, explainThrown, parseGuestFailure } from "./explain.ts";
import type { GuestSettings } from "./guest.ts";
import { Thrown, type Machine } from "./machine.ts";
import { PROGRAM_FILE } from "./stack.ts";

const JOBS_PER_CHECK = 1000;

/** Runs one program. Whether the machine can be used again is for the machine to say. */
export function runProgram(station: Station, job: Job): Outcome {
  const { machine } = station;
  const outcome = attempt(station, job);
  // After an out-of-memory or a trap nothing in there can be asked for what it printed.
  if (!outcome.ok && (outcome.code === "memory" || outcome.code === "crash")) machine.sound = false;
  return machine.sound ? { ...outcome, log: readLog(machine) } : outcome;
}

function attempt(station: Station, job: Job): Outcome {
  const { machine } = station;
  try {
    return callEntrypoint(station, job);
  } catch (error) {
    if (error instanceof Thrown) return explainThrown(machine, error.handle, job.limits);
    machine.sound = false;
    return explainHostError(error, job.limits);
  }
}

function callEntrypoint(station: Station, job: Job): Outcome {
  const { machine } = station;
  loadProgram(station, job);
  const program = machine.evaluate(job.entrypoint, "<entrypoint>");
  if (machine.context.typeof(program) !== "function") {
    return failure("exception", `The program's entrypoint ${job.entrypoint.slice(0, 200)} is not a function.`);
  }
  const value = settle(machine, machine.callGuest("invoke", program, job.argsText));
  if (value === undefined) return unsettled(machine, job);
  return readResult(machine.context.getString(machine.callGuest("result", value)), job);
}

/** Has the machine stand where the program's script has run and nothing else, by running it or by an image of that point. */
function loadProgram({ machine, images }: Station, job: Job): void {
  const { outputBytes, depth, logLength } = job.limits;
  const settings: GuestSettings = { parameters: job.parameters, outputBytes, depth, logLength };
  const settingsText = JSON.stringify(settings);
  const key = `${settingsText}\n${job.source}`;
  const image = images.get(key);
  machine.restore(image);
  machine.begin(job.limits);
  if (image !== undefined) return;
  machine.callGuest("configure", settingsText);
  machine.evaluate(job.source, PROGRAM_FILE);
  images.offer(key, () => machine.image());
}

/** The value of a promise once all jobs have run, or the value itself; undefined when the promise is still pending. */
function settle(machine: Machine, value: QuickJSHandle): QuickJSHandle | undefined {
  const { context } = machine;
  let state = context.getPromiseState(value);
  while (state.type === "pending" && !machine.expired) {
    const ran = context.runtime.executePendingJobs(JOBS_PER_CHECK);
    if (ran.error !== undefined) throw new Thrown(ran.error);
    state = context.getPromiseState(value);
    if (ran.value === 0) break;
  }
  if (state.type === "pending") return undefined;
  if (state.type === "rejected") throw new Thrown(state.error);
  return state.notAPromise === true ? value : state.value;
}

function unsettled(machine: Machine, job: Job): Outcome {
  if (machine.expired) return failure("timeout", `The program ran longer than ${job.limits.cpuSeconds} s.`);
  return failure("never_settled", "The program returned a promise that never settles.");
}

function readResult(answer: string, { limits }: Job): Outcome {
  if (!answer.startsWith("v")) return explainGuest(parseGuestFailure(answer.slice(1)), limits);
  const value = normalizeJson(answer.slice(1), limits.depth);
  if (value === undefined) return failure("bad_result", "The result is not JSON.");
  if (Buffer.byteLength(value) <= limits.outputBytes) return { ok: true, value, log: "" };
  return failure("result_too_large", `The result is more than ${limits.outputBytes} bytes of JSON.`);
}

function readLog(machine: Machine): string {
  machine.extendTime();
  try {
    // As JSON: a plain text would end at its first null character.
    return String(JSON.parse(machine.context.getString(machine.callGuest("log"))));
  } catch {
    machine.sound = false;
    return "";
  }
}
