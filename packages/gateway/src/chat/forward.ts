import type { FastifyReply } from "fastify";
import type { OpenAiAlias } from "../config/index.ts";
import { clientGone } from "../http/client-gone.ts";
import { HttpError } from "../http/http-error.ts";
import { readTraceContext, traceHeader } from "../http/trace-context.ts";
import { errorOf, parseObject, upstreamOf } from "../upstream/answer.ts";
import { postChat } from "../upstream/post-chat.ts";
import { AnswerTooLargeError, decodeText, readBytes, readFailureText } from "../upstream/read-capped.ts";
import { isHopeless, neverStarted, reasonOf } from "../upstream/unreachable.ts";
import { relayStream } from "./relay-stream.ts";
import type { ChatRequest } from "./request.ts";
import { inBandRefusal, upstreamRefusal } from "./upstream-refusal.ts";

/** Longest answer that is passed on whole. */
const MOST_BYTES = 32 * 1024 * 1024;

/** Sends a request on to the model behind an alias, and its answer back, streamed as it comes or whole. */
export async function forward(
  alias: OpenAiAlias,
  chat: ChatRequest,
  reply: FastifyReply,
  fetcher: typeof fetch,
): Promise<FastifyReply> {
  const gone = clientGone(reply);
  const trace = readTraceContext(reply.request.headers);
  void reply.headers(traceHeader(trace));
  const body = { ...chat.body, model: alias.model };
  const response = await reach(postChat(alias, body, { signal: gone, fetch: fetcher, trace }), alias);
  if (response.ok && isEventStream(response)) return relayStream(alias, response, reply);
  if (!response.ok) throw upstreamRefusal(alias, response, await readFailureText(response));
  const bytes = await reach(readBytes(response, MOST_BYTES), alias);
  const answer = parseObject(decodeText(bytes));
  const inBand = errorOf(answer);
  if (inBand !== undefined) throw inBandRefusal(alias, inBand);
  if (!Array.isArray(answer?.["choices"])) throw badAnswer(`${upstreamOf(alias)} sent no completion`);
  if (chat.stream) throw badAnswer(`${upstreamOf(alias)} does not stream`);
  return reply.header("content-type", "application/json; charset=utf-8").send(bytes);
}

function isEventStream(response: Response): boolean {
  return /^text\/event-stream\b/i.test(response.headers.get("content-type") ?? "");
}

async function reach<T>(work: Promise<T>, alias: OpenAiAlias): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof AnswerTooLargeError) throw badAnswer(error.message);
    // What did not start may be tried again; what broke off may have cost something.
    const mayRetry = neverStarted(error) && !isHopeless(error);
    throw new HttpError(`${upstreamOf(alias)} does not answer: ${reasonOf(error)}`, {
      status: 502,
      code: "upstream_error",
      ...(mayRetry ? {} : { retry: false }),
    });
  }
}

function badAnswer(message: string): HttpError {
  return new HttpError(message, { status: 502, code: "upstream_error", retry: false });
}
