import type { ChatCompletionNode, Json, JsonSchema } from "@espalier/contract";
import type { PlanNode } from "@espalier/runner";
import type { Detail, DetailInfo } from "../store/index.ts";
import { parseOutput } from "./json-text.ts";
import { LeafError } from "./leaf-error.ts";
import type { ModelOutcome, ProgramOutcome, Validator } from "./types.ts";

/** What an attempt came to, in the words of the scheduling core. */
export type Verdict =
  | { readonly type: "completed"; readonly value?: boolean; readonly detail: Detail }
  | {
      readonly type: "failed";
      readonly code: string;
      readonly retryable: boolean;
      readonly retryAfterMs?: number;
      readonly detail: Detail;
    };

interface Rules {
  readonly validate: Validator;
  readonly maxLeafBytes: number;
}

export function failure(error: unknown, info: DetailInfo = {}): Verdict {
  const known = error instanceof LeafError;
  const code = known ? error.code : "internal_error";
  const { message = String(error) } = Object(error) as { message?: string };
  return { type: "failed", code, retryable: known && error.retryable, detail: { info: { ...info, message } } };
}

/** Takes or refuses a model's answer. */
export function judgeModel(definition: ChatCompletionNode, outcome: ModelOutcome, rules: Rules): Verdict {
  const { usage, cost } = outcome;
  const spent = { ...(usage !== undefined && { usage }), ...(cost !== undefined && { cost }) };
  if (!outcome.ok) {
    const { code, message, retryable, retryAfterMs } = outcome;
    const wait = retryAfterMs === undefined ? {} : { retryAfterMs };
    return { type: "failed", code, retryable, ...wait, detail: { info: { ...spent, message } } };
  }
  const info = { ...spent, ...(outcome.model !== undefined && { model: outcome.model }) };
  try {
    return { type: "completed", detail: { value: modelValue(definition, outcome, rules), info } };
  } catch (error) {
    return failure(error, info);
  }
}

function modelValue(definition: ChatCompletionNode, outcome: ModelOutcome & { ok: true }, rules: Rules): string {
  const { response_schema: schema, output_schema: textSchema } = definition;
  const content = saidBy(outcome, schema !== undefined);
  checkSize(content, rules.maxLeafBytes);
  if (schema === undefined) {
    check(rules.validate, textSchema, content, true);
    return JSON.stringify(content);
  }
  const value = parseOutput(content, "output_invalid", true);
  check(rules.validate, schema, value, true);
  return JSON.stringify(value);
}

/**
 * The text of an answer that is whole. A refusal and a limit come before the content: with them it is null or cut, and
 * asking the same again would give the same. Text that is cut is text; JSON that is cut is none.
 */
function saidBy({ content, refusal, finishReason = "" }: ModelOutcome & { ok: true }, structured: boolean): string {
  if (refusal) throw new LeafError("refused", `The model refused: ${refusal}`);
  if (finishReason === "content_filter") throw new LeafError("refused", "The answer was stopped by a content filter.");
  if (finishReason === "length") {
    if (!content) throw new LeafError("output_truncated", NOTHING_BEFORE_LIMIT);
    if (structured)
      throw new LeafError("output_truncated", "The answer was cut at the model's token limit; raise max_tokens.");
  }
  const called = finishReason === "tool_calls" || finishReason === "function_call";
  if (content || (content === "" && !structured && !called)) return content;
  const how = called ? "called a tool, though it was given none" : "gave no content";
  throw new LeafError("output_invalid", `The model ${how}.`, true);
}

/** A reasoning model that thought up to the limit. */
const NOTHING_BEFORE_LIMIT = "The model reached its token limit before it said anything; raise max_tokens.";

/** How much of a program's log is kept, in characters. */
const MAX_LOG = 8192;

/** Takes or refuses a program's result. Only a crash of the sandbox may be repeated. */
export function judgeProgram(node: PlanNode, outcome: ProgramOutcome, rules: Rules): Verdict {
  const log = outcome.log ? { log: outcome.log.slice(0, MAX_LOG) } : {};
  if (!outcome.ok) {
    const { code, message, frames } = outcome;
    const info = { ...log, message, ...(frames && { frames }) };
    return { type: "failed", code, retryable: code === "crash", detail: { info } };
  }
  try {
    checkSize(outcome.value, rules.maxLeafBytes);
    const value = parseOutput(outcome.value, "bad_result", false);
    if (node.kind === "if") return { type: "completed", value: asAnswer(value), detail: { info: log } };
    check(rules.validate, node.definition.output_schema, value, false);
    return { type: "completed", detail: { value: outcome.value, info: log } };
  } catch (error) {
    return failure(error, log);
  }
}

function asAnswer(value: Json): boolean {
  if (typeof value === "boolean") return value;
  throw new LeafError("bad_result", "The condition did not return true or false.");
}

function checkSize(text: string, maxBytes: number): void {
  if (Buffer.byteLength(text) <= maxBytes) return;
  throw new LeafError("result_too_large", `The result is larger than ${maxBytes} bytes.`);
}

function check(validate: Validator, schema: JsonSchema, value: Json, retryable: boolean): void {
  const problem = validate(schema, value);
  if (problem !== undefined) throw new LeafError("output_invalid", problem, retryable);
}
