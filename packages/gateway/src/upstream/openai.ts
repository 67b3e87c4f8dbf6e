import type { OpenAiAlias } from "../config/index.ts";
import type { ModelOutcome, ModelRequest, Validator } from "../engine/index.ts";
import { readAnswerStream } from "./answer-stream.ts";
import {
  errorOf,
  failureText,
  isHopeless,
  isRetryableStatus,
  parseObject,
  reasonOf,
  upstreamOf,
  withoutKey,
} from "./answer.ts";
import { AnswerTooLargeError, readBeginning, readCapped } from "./read-capped.ts";
import { retryAfterMs } from "./retry-after.ts";
import { structuredRequest, type StructuredRequest } from "./structured.ts";
import { costOf, readUsage } from "./usage.ts";

type Failure = Extract<ModelOutcome, { ok: false }>;

interface Tools {
  readonly fetch: typeof fetch;
  readonly validate: Validator;
}

/** Failures are read so far: what an upstream says is wrong stands at the beginning. */
const LONGEST_FAILURE = 64 * 1024;

/** One attempt against an OpenAI-compatible upstream. Never rejects: failures, an abort by the signal too, are values. */
export async function callOpenAi(
  alias: OpenAiAlias,
  request: ModelRequest,
  signal: AbortSignal,
  { fetch, validate }: Tools,
): Promise<ModelOutcome> {
  const structured = structuredRequest(alias, request.responseSchema, validate);
  try {
    const response = await postChat(alias, bodyFor(alias, request, structured), signal, fetch);
    if (!response.ok) return readFailure(alias, response, await readBeginning(response, LONGEST_FAILURE));
    return readAnswer(alias, await readBody(response, request), structured);
  } catch (error) {
    if (error instanceof AnswerTooLargeError) return failure("result_too_large", error.message, false);
    const message = signal.aborted
      ? "the call was stopped"
      : `${upstreamOf(alias)} does not answer: ${reasonOf(error)}`;
    return failure("upstream_unreachable", message, !isHopeless(error));
  }
}

/** An answer's JSON object, or undefined. Some upstreams stream whether or not they were asked to. */
async function readBody(
  response: Response,
  { maxBytes, onDelta }: ModelRequest,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  const type = response.headers.get("content-type") ?? "";
  // Not more than that is kept; the text inside is escaped once more, and has other fields beside it.
  const most = 2 * maxBytes + LONGEST_FAILURE;
  if (/^text\/event-stream\b/i.test(type)) return readAnswerStream(response, most, onDelta);
  return parseObject(await readCapped(response, most));
}

/** Posts a chat completion to the upstream of an alias, with its key. Redirects are not followed: they would carry it away. */
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
    redirect: "manual",
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
    ...(request.onDelta === undefined ? {} : { stream: true }),
    ...(request.onDelta === undefined || alias.streamUsage === false ? {} : WITH_USAGE),
  };
}

const WITH_USAGE = { stream_options: { include_usage: true } };

/** What an answer says. What to think of it is decided where answers of all providers are judged. */
function readAnswer(
  alias: OpenAiAlias,
  body: Readonly<Record<string, unknown>> | undefined,
  structured: StructuredRequest,
): ModelOutcome {
  if (body === undefined) return failure("upstream_bad_answer", `${upstreamOf(alias)} sent no JSON object`, true);
  const reported = readUsage(body["usage"]);
  const usage = reported && { usage: reported, ...costOf(alias, reported) };
  const choice = firstChoice(body);
  const inBand = errorOf(body) ?? errorOf(choice);
  if (inBand !== undefined) {
    const message = `${upstreamOf(alias)} failed: ${withoutKey(alias, inBand.message)}`;
    return { ...failure("upstream_error", message, inBand.retryable), ...usage };
  }
  if (choice === undefined)
    return { ...failure("upstream_bad_answer", `${upstreamOf(alias)} sent no choices`, true), ...usage };
  const { content, refusal } = Object(choice["message"]) as Record<string, unknown>;
  const finishReason = choice["finish_reason"];
  const said = textOf(content);
  return {
    ok: true,
    content: said === null ? null : structured.unwrap(said),
    ...(typeof refusal === "string" ? { refusal } : {}),
    ...(typeof finishReason === "string" ? { finishReason } : {}),
    ...usage,
    ...(typeof body["model"] === "string" ? { model: body["model"] } : {}),
  };
}

/** Some upstreams give content as a list of parts. A list without text says nothing. */
function textOf(content: unknown): string | null {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return null;
  const texts = content.map((part: unknown) => (Object(part) as { text?: unknown }).text);
  const said = texts.filter((text) => typeof text === "string");
  return said.length === 0 ? null : said.join("");
}

function readFailure(alias: OpenAiAlias, response: Response, text: string): Failure {
  const { status, headers } = response;
  // An upstream may say itself that repeating is of no use, such as a gateway whose run failed.
  const retryable = isRetryableStatus(status) && headers.get("x-should-retry") !== "false";
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
