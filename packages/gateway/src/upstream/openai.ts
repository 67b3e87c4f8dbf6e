import type { Json } from "@espalier/contract";
import type { OpenAiAlias } from "../config/index.ts";
import type { ModelOutcome, ModelRequest, Usage } from "../engine/index.ts";
import { AnswerTooLargeError, readCapped } from "./read-capped.ts";
import { retryAfterMs } from "./retry-after.ts";
import { structuredRequest, type StructuredRequest } from "./structured.ts";

type Failure = Extract<ModelOutcome, { ok: false }>;

/** One attempt against an OpenAI-compatible upstream. Failures are values; only an abort by the signal rejects. */
export async function callOpenAi(
  alias: OpenAiAlias,
  request: ModelRequest,
  signal: AbortSignal,
): Promise<ModelOutcome> {
  const structured = structuredRequest(alias, request.responseSchema);
  let response: Response;
  let text: string;
  try {
    response = await fetch(`${alias.baseUrl}/chat/completions`, {
      method: "POST",
      headers: headersFor(alias),
      body: JSON.stringify(bodyFor(alias, request, structured)),
      signal,
      redirect: "error",
    });
    text = await readCapped(response, request.maxBytes);
  } catch (error) {
    if (error instanceof AnswerTooLargeError) return failure("result_too_large", error.message, false);
    const message = signal.aborted ? "the call was stopped" : `the upstream does not answer: ${reason(error)}`;
    return failure("upstream_unreachable", message, true);
  }
  return response.ok ? readAnswer(alias, text, structured) : readFailure(response, text);
}

/** Headers of a call, with the upstream's key. */
export function headersFor(alias: OpenAiAlias): Record<string, string> {
  return {
    "content-type": "application/json",
    accept: "application/json",
    ...(alias.apiKey === undefined ? {} : { authorization: `Bearer ${alias.apiKey}` }),
  };
}

function bodyFor(alias: OpenAiAlias, request: ModelRequest, structured: StructuredRequest): Record<string, unknown> {
  const { max_tokens: maxTokens, ...params } = request.params;
  const instruction = structured.instruction;
  return {
    model: alias.model,
    messages:
      instruction === undefined ? request.messages : [{ role: "system", content: instruction }, ...request.messages],
    ...params,
    ...(maxTokens === undefined ? {} : { [alias.maxTokensField]: maxTokens }),
    ...(structured.responseFormat === undefined ? {} : { response_format: structured.responseFormat }),
  };
}

function readAnswer(alias: OpenAiAlias, text: string, structured: StructuredRequest): ModelOutcome {
  const body = parse(text);
  if (body === undefined) return failure("upstream_bad_answer", "the upstream's answer is not JSON", true);
  const inBand = errorOf(body);
  if (inBand !== undefined) return failure("upstream_error", inBand, true);
  const choice = firstChoice(body);
  if (choice === undefined) return failure("upstream_bad_answer", "the upstream's answer has no choices", true);
  const { message, finish_reason: finishReason } = choice;
  const { content, refusal } = (typeof message === "object" && message !== null ? message : {}) as Record<
    string,
    unknown
  >;
  const usage = readUsage(body["usage"]);
  return {
    ok: true,
    content: typeof content === "string" ? structured.unwrap(content) : null,
    ...(typeof refusal === "string" ? { refusal } : {}),
    ...(typeof finishReason === "string" ? { finishReason } : {}),
    ...(usage === undefined ? {} : { usage, ...costOf(alias, usage) }),
    ...(typeof body["model"] === "string" ? { model: body["model"] } : {}),
  };
}

function readFailure(response: Response, text: string): Failure {
  const said = errorOf(parse(text) ?? {}) ?? text.slice(0, 200).trim();
  const message = `the upstream answered ${response.status}${said === "" ? "" : `: ${said}`}`;
  const retryable =
    response.status === 408 || response.status === 409 || response.status === 429 || response.status >= 500;
  const wait = retryAfterMs(response.headers);
  return { ...failure("upstream_error", message, retryable), ...(wait === undefined ? {} : { retryAfterMs: wait }) };
}

function failure(code: string, message: string, retryable: boolean): Failure {
  return { ok: false, code, message, retryable };
}

function parse(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

/** Some upstreams send errors with status 200. */
function errorOf(body: Record<string, unknown>): string | undefined {
  const error = body["error"];
  if (typeof error === "string") return error;
  if (typeof error !== "object" || error === null) return undefined;
  const { message } = error as Record<string, unknown>;
  return typeof message === "string" ? message : "unknown error";
}

function firstChoice(body: Record<string, unknown>): Record<string, unknown> | undefined {
  const choices = body["choices"];
  const first: unknown = Array.isArray(choices) ? choices[0] : undefined;
  return typeof first === "object" && first !== null ? (first as Record<string, unknown>) : undefined;
}

/** Zeros are figures; absent ones count as zero. */
export function readUsage(value: unknown): Usage | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const usage = value as Record<string, Json>;
  const count = (key: string): number => (typeof usage[key] === "number" ? usage[key] : 0);
  const prompt = count("prompt_tokens");
  const completion = count("completion_tokens");
  return {
    prompt_tokens: prompt,
    completion_tokens: completion,
    total_tokens: count("total_tokens") || prompt + completion,
  };
}

function costOf(alias: OpenAiAlias, usage: Usage): { cost?: number } {
  if (alias.prices === undefined) return {};
  const { input, output } = alias.prices;
  return { cost: (usage.prompt_tokens * input + usage.completion_tokens * output) / 1_000_000 };
}

/** `fetch failed` says nothing; the cause below it does. */
function reason(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const { code, message } = cause as { code?: string; message?: string };
  return code ?? message ?? String(error);
}
