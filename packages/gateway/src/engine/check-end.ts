import type { Json } from "@espalier/contract";
import type { Command, Fact } from "@espalier/runner";
import type { ActiveRun } from "./active-run.ts";
import { runOutput } from "./compose.ts";
import { LeafError } from "./leaf-error.ts";
import type { EngineSettings, Validator } from "./types.ts";

interface Rules {
  readonly settings: EngineSettings;
  readonly validate: Validator;
}

/**
 * Composes the result of a run that completes, and turns its end into a failed one when the result is too large or not of its declared schema. The core
 * sees no values, so this is decided between its step and the commit of what it said.
 */
export function checkEnd(run: ActiveRun, commands: readonly Command[], rules: Rules): readonly Command[] {
  const last = commands.at(-1);
  if (last?.type !== "finish" || last.status !== "completed") return commands;
  for (const command of commands) if (command.type === "record") run.values.absorb(run.seq, command.fact);
  const problem = outputProblem(run, rules);
  if (problem === undefined) return commands;
  const { code, message } = problem;
  const at = run.state.now;
  const failed: Fact = { kind: "failed", at, occ: 0, attempt: 0, code, detail: { info: { message } } };
  const ended: Fact = { kind: "ended", at, status: "failed", code, occ: 0 };
  return [
    ...commands.filter((command) => command.type === "record" && command.fact.kind !== "ended"),
    { type: "record", fact: failed },
    { type: "record", fact: ended },
    { type: "finish", status: "failed", code, occ: 0 },
  ];
}

function outputProblem(run: ActiveRun, { settings, validate }: Rules): LeafError | undefined {
  try {
    const text = runOutput(run.values, settings.maxComposedBytes);
    const problem = validate(run.bundle.output_schema, JSON.parse(text) as Json);
    if (problem !== undefined) return new LeafError("output_invalid", problem);
    run.output = text;
    return undefined;
  } catch (error) {
    return error instanceof LeafError ? error : new LeafError("internal_error", String(error));
  }
}
