import type { QuickJSHandle, QuickJSWASMModule } from "quickjs-emscripten-core";
import type { Job } from "../input.ts";
import { normalizeJson } from "../json-text.ts";
import { failure, type Outcome } from "../outcome.ts";
import { explainGuest, explainHostError, explainThrown, parseGuestFailure } from "./explain.ts";
import { guest, type GuestSettings } from "./guest.ts";
import { QuickJSSession, Thrown } from "./session.ts";
import { PROGRAM_FILE } from "./stack.ts";

const JOBS_PER_CHECK = 1000;
const GUEST_SOURCE = `(${guest.toString()})`;

/** `reusable` is false when the QuickJS instance must be replaced before the next program. */
export interface Run {
  readonly outcome: Outcome;
  readonly reusable: boolean;
}

/** Runs one program in a runtime and a context of its own, and disposes of both. */
export function runProgram(quickjs: QuickJSWASMModule, job: Job): Run {
  const session = new QuickJSSession(quickjs, job.limits);
  const outcome = attempt(session, job);
  const lost = !outcome.ok && (outcome.code === "memory" || outcome.code === "crash");
  // Disposing after an out-of-memory can abort the whole instance; it is thrown away instead.
  if (lost || !session.sound) return { outcome, reusable: false };
  const log = readLog(session);
  return { outcome: { ...outcome, log }, reusable: session.dispose() };
}

function attempt(session: QuickJSSession, job: Job): Outcome {
  try {
    return callEntrypoint(session, job);
  } catch (error) {
    if (error instanceof Thrown) return explainThrown(session, error.handle, job.limits);
    session.sound = false;
    return explainHostError(error, job.limits);
  }
}

function callEntrypoint(session: QuickJSSession, job: Job): Outcome {
  installGuest(session, job);
  session.evaluate(job.source, PROGRAM_FILE);
  const program = session.evaluate(job.entrypoint, "<entrypoint>");
  if (session.context.typeof(program) !== "function") {
    return failure("exception", `The program's entrypoint ${job.entrypoint.slice(0, 200)} is not a function.`);
  }
  const value = settle(session, session.callGuest("invoke", program));
  if (value === undefined) return unsettled(session, job);
  return readResult(session.context.getString(session.callGuest("result", value)), job);
}

function installGuest(session: QuickJSSession, job: Job): void {
  const { outputBytes, depth, logLength } = job.limits;
  const settings: GuestSettings = { parameters: job.parameters, outputBytes, depth, logLength };
  session.installGuest(GUEST_SOURCE, job.argsText, JSON.stringify(settings));
}

/** The value of a promise once all jobs have run, or the value itself; undefined when the promise is still pending. */
function settle(session: QuickJSSession, value: QuickJSHandle): QuickJSHandle | undefined {
  const { context } = session;
  let state = context.getPromiseState(value);
  while (state.type === "pending" && !session.expired) {
    const ran = context.runtime.executePendingJobs(JOBS_PER_CHECK);
    if (ran.error !== undefined) throw new Thrown(session.keep(ran.error));
    state = context.getPromiseState(value);
    if (ran.value === 0) break;
  }
  if (state.type === "pending") return undefined;
  if (state.type === "rejected") throw new Thrown(session.keep(state.error));
  return state.notAPromise === true ? value : session.keep(state.value);
}

function unsettled(session: QuickJSSession, job: Job): Outcome {
  if (session.expired) return failure("timeout", `The program ran longer than ${job.limits.cpuSeconds} s.`);
  return failure("never_settled", "The program returned a promise that never settles.");
}

function readResult(answer: string, { limits }: Job): Outcome {
  if (!answer.startsWith("v")) return explainGuest(parseGuestFailure(answer.slice(1)), limits);
  const value = normalizeJson(answer.slice(1), limits.depth);
  if (value === undefined) return failure("bad_result", "The result is not JSON.");
  if (Buffer.byteLength(value) <= limits.outputBytes) return { ok: true, value, log: "" };
  return failure("result_too_large", `The result is more than ${limits.outputBytes} bytes of JSON.`);
}

function readLog(session: QuickJSSession): string {
  session.extendTime();
  try {
    // As JSON: a plain text would end at its first null character.
    return session.hasGuest ? String(JSON.parse(session.context.getString(session.callGuest("log")))) : "";
  } catch {
    session.sound = false;
    return "";
  }
}
