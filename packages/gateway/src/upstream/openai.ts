import type { OpenAiAlias } from "../config/index.ts";
import type { ModelOutcome, ModelRequest } from "../engine/index.ts";
import { errorOf, failureText, isHopeless, parseObject, reasonOf, upstreamOf, withoutKey } from "./answer.ts";
import { AnswerTooLargeError, readCapped } from "./read-capped.ts";
import { retryAfterMs } from "./retry-after.ts";
import { structuredRequest, type StructuredRequest } from "./structured.ts";
import { costOf, readUsage } from "./usage.ts";

type Failure = Extract<ModelOutcome, { ok: false }>;

/** One attempt against an OpenAI-compatible upstream. Never rejects: failures, an abort by the signal too, are values. */
export async function callOpenAi(
  alias: OpenAiAlias,
  request: ModelRequest,
  signal: AbortSignal,
  fetcher: typeof fetch,
): Promise<ModelOutcome> {
  const structured = structuredRequest(alias, request.responseSchema);
  let response: Response;
  let text: string;
  try {
    response = await postChat(alias, bodyFor(alias, request, structured), signal, fetcher);
    text = await readCapped(response, request.maxBytes);
  } catch (error) {
    if (error instanceof AnswerTooLargeError) return failure("result_too_large", error.message, false);
    const message = signal.aborted
      ? "the call was stopped"
      : `${upstreamOf(alias)} does not answer: ${reasonOf(error)}`;
    return failure("upstream_unreachable", message, !isHopeless(error));
  }
  return response.ok ? readAnswer(alias, text, structured) : readFailure(alias, response, text);
}

/** Posts a chat completion to the upstream of an alias, with its key. Redirects are errors: they would carry it away. */
export function postChat(
  alias: OpenAiAlias,
  body: Readonly<Record<string, unknown>>,
  signal: AbortSignal,
  fetcher: typeof fetch,
): Promise<Response> {
  return fetcher(`${alias.baseUrl}/chat/completions`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: body["stream"] === true ? "text/event-stream" : "application/json",
      ...(alias.apiKey === undefined ? {} : { authorization: `Bearer ${alias.apiKey}` }),
    },
    body: JSON.stringify(body),
    signal,
    redirect: "error",
  });
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
  const body = parseObject(text);
  if (body === undefined) return failure("upstream_bad_answer", `${upstreamOf(alias)} sent no JSON object`, true);
  const inBand = errorOf(body);
  if (inBand !== undefined)
    return failure("upstream_error", `${upstreamOf(alias)} failed: ${withoutKey(alias, inBand.message)}`, true);
  const choice = firstChoice(body);
  if (choice === undefined) return failure("upstream_bad_answer", `${upstreamOf(alias)} sent no choices`, true);
  const { content, refusal } = Object(choice["message"]) as Record<string, unknown>;
  const finishReason = choice["finish_reason"];
  const usage = readUsage(body["usage"]);
  const said = textOf(content);
  if (finishReason === "length" && !said)
    return { ...failure("output_truncated", NOTHING_BEFORE_LIMIT, false), ...(usage && { usage }) };
  return {
    ok: true,
    content: said === null ? null : structured.unwrap(said),
    ...(typeof refusal === "string" ? { refusal } : {}),
    ...(typeof finishReason === "string" ? { finishReason } : {}),
    ...(usage && { usage, ...costOf(alias, usage) }),
    ...(typeof body["model"] === "string" ? { model: body["model"] } : {}),
  };
}

/** A reasoning model that thought up to the limit: asking the same again would give the same. */
const NOTHING_BEFORE_LIMIT = "the model reached its token limit before it said anything; raise max_tokens";

/** Some upstreams give content as a list of parts. */
function textOf(content: unknown): string | null {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return null;
  const texts = content.map((part: unknown) => (Object(part) as { text?: unknown }).text);
  return texts.filter((text) => typeof text === "string").join("");
}

function readFailure(alias: OpenAiAlias, response: Response, text: string): Failure {
  const { status, headers } = response;
  const retryable = status === 408 || status === 409 || status === 429 || status >= 500;
  const wait = retryAfterMs(headers);
  return {
    ...failure("upstream_error", failureText(alias, status, text), retryable),
    ...(wait === undefined ? {} : { retryAfterMs: wait }),
  };
}

function failure(code: string, message: string, retryable: boolean): Failure {
  return { ok: false, code, message, retryable };
}

function firstChoice(body: Readonly<Record<string, unknown>>): Record<string, unknown> | undefined {
  const choices = body["choices"];
  const first: unknown = Array.isArray(choices) ? choices[0] : undefined;
  return typeof first === "object" && first !== null ? (first as Record<string, unknown>) : undefined;
}
