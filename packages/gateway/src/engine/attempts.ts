import { pathOf, type Command, type Event, type Pool } from "@espalier/runner";
import type { Detail } from "../store/index.ts";
import type { ActiveRun } from "./active-run.ts";
import { placeAt } from "./bindings.ts";
import { failure, judgeModel, judgeProgram, type Verdict } from "./judge.ts";
import { isResultText } from "./live-text.ts";
import { leafInput, type LeafInput } from "./leaf-input.ts";
import type { CallModel, CallProgram, Clock, EngineSettings, Validator } from "./types.ts";

type Start = Extract<Command, { type: "start" }>;

export interface AttemptOptions {
  readonly callModel: CallModel;
  readonly callProgram: CallProgram;
  readonly validate: Validator;
  readonly settings: EngineSettings;
  readonly clock: Clock;
  readonly feed: (run: ActiveRun, event: Event) => void;
  /** Usage that an attempt reported after it had been given up. */
  readonly settled: (run: ActiveRun, occ: number, attempt: number, detail: Detail) => void;
  readonly release: (pool: Pool) => void;
}

/** Runs attempts of leaves: makes the input, calls, judges the outcome, and stops at the deadline. */
export function createAttempts(options: AttemptOptions): (run: ActiveRun, command: Start) => void {
  const { clock, feed, release, settled } = options;

  return (run, command) => {
    const { occ, node, attempt, deadline } = command;
    const controller = new AbortController();
    let over = false;

    const giveUp = (): void => {
      over = true;
      stopTimer();
      run.attempts.delete(occ);
      controller.abort();
    };
    const stopTimer = clock.at(deadline, () => {
      giveUp();
      const message = `It had ${node.timeoutMs} ms for all of its attempts.`;
      feed(run, { type: "failed", now: clock.now(), occ, attempt, code: "timeout", detail: { info: { message } } });
    });
    run.attempts.set(occ, { attempt, giveUp });

    void attemptOnce(run, command, controller.signal, options).then((verdict) => {
      release(node.pool);
      if (over) {
        if (verdict.detail.info?.usage) settled(run, occ, attempt, { info: verdict.detail.info });
        return;
      }
      stopTimer();
      run.attempts.delete(occ);
      feed(run, { now: clock.now(), occ, attempt, ...verdict });
    });
  };
}

/** Never rejects. */
async function attemptOnce(
  run: ActiveRun,
  command: Start,
  signal: AbortSignal,
  options: AttemptOptions,
): Promise<Verdict> {
  const { validate, settings } = options;
  try {
    const place = placeAt(run.values, command.occ, settings.maxComposedBytes);
    const input = leafInput(command.node, place, validate, settings);
    return await call(run, command, input, signal, options);
  } catch (error) {
    return failure(error);
  }
}

async function call(
  run: ActiveRun,
  { node, occ, attempt, deadline }: Start,
  input: LeafInput,
  signal: AbortSignal,
  { callModel, callProgram, validate, settings, clock }: AttemptOptions,
): Promise<Verdict> {
  const { maxLeafBytes } = settings;
  const timeoutMs = Math.max(1, deadline - clock.now());
  if (input.kind === "program") {
    const { language, source, entrypoint, parameters } = input.program;
    const program = { language, source, entrypoint, parameters: parameters.map(({ name }) => name), timeoutMs };
    return judgeProgram(node, await callProgram(program, input.args, signal), { validate, maxLeafBytes });
  }
  const { definition, messages } = input;
  const live = isResultText(node) ? run.live : undefined;
  const onDelta = live && ((text: string) => void (signal.aborted || live.push(text)));
  const request = {
    onDelta,
    model: definition.model,
    messages,
    responseSchema: definition.response_schema,
    params: { ...definition.params },
    runId: run.row.id,
    path: pathOf(run.plan, occ),
    attempt,
    trace: run.row.trace,
    timeoutMs,
    maxBytes: maxLeafBytes,
  };
  const verdict = judgeModel(definition, await callModel(request, signal), { validate, maxLeafBytes });
  // What somebody has read cannot be taken back, so it is not said anew.
  return verdict.type === "failed" && live?.said ? { ...verdict, retryable: false } : verdict;
}
