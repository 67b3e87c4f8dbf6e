import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";
import type { Json } from "@espalier/contract";
import type { OpenAiAlias, SampleAlias } from "../config/index.ts";
import { HttpError } from "../http/http-error.ts";
import { headersFor } from "../upstream/openai.ts";
import { callSample } from "../upstream/sample.ts";
import { closingChunks, openingChunk, wholeCompletion, type Completion } from "./completion.ts";
import { openEventStream } from "./event-stream.ts";
import type { ChatRequest } from "./request.ts";

/** Headers of an upstream's answer that mean something to the client. */
const KEPT_HEADERS = ["content-type", "retry-after", "retry-after-ms", "x-should-retry"];

/** Sends a request on to the model behind an alias, and its answer back as it comes, streamed or whole. */
export async function forward(alias: OpenAiAlias, chat: ChatRequest, reply: FastifyReply): Promise<FastifyReply> {
  const gone = new AbortController();
  reply.raw.once("close", () => {
    if (!reply.raw.writableFinished) gone.abort();
  });
  let response: Response;
  try {
    response = await fetch(`${alias.baseUrl}/chat/completions`, {
      method: "POST",
      headers: headersFor(alias),
      body: JSON.stringify({ ...chat.body, model: alias.model }),
      signal: gone.signal,
      redirect: "error",
    });
  } catch (error) {
    throw new HttpError(`the upstream of "${chat.model}" does not answer`, {
      status: 502,
      code: "upstream_error",
      ...(gone.signal.aborted ? { retry: false } : {}),
      param: (error as { cause?: { code?: string } }).cause?.code,
    });
  }
  for (const name of KEPT_HEADERS) {
    const value = response.headers.get(name);
    if (value !== null) void reply.header(name, value);
  }
  void reply.code(response.status);
  if (response.body === null) return reply.send("");
  return reply.send(Readable.fromWeb(response.body as Parameters<typeof Readable.fromWeb>[0]));
}

/** Answers an ordinary request with sample data. */
export function answerSample(alias: SampleAlias, chat: ChatRequest, reply: FastifyReply, id: string): FastifyReply {
  const outcome = callSample(alias, {
    model: chat.model,
    messages: chat.messages,
    responseSchema: schemaOf(chat),
    path: "",
  });
  if (!outcome.ok) throw new HttpError(outcome.message, { status: 400, code: outcome.code });
  const completion: Completion = {
    id: `chatcmpl-${id}`,
    created: Math.floor(Date.now() / 1000),
    model: chat.model,
    content: outcome.content ?? "",
    usage: outcome.usage ?? { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 },
    workflow: undefined,
  };
  if (!chat.stream) return reply.send(wholeCompletion(completion));
  const stream = openEventStream(reply, {});
  stream.send(openingChunk(completion, chat.includeUsage));
  for (const chunk of closingChunks(completion, completion, chat.includeUsage)) stream.send(chunk);
  stream.done();
  return reply;
}

function schemaOf(chat: ChatRequest): { readonly [keyword: string]: Json } | undefined {
  const format = chat.body["response_format"] as { json_schema?: { schema?: unknown } } | undefined;
  const schema = format?.json_schema?.schema;
  return typeof schema === "object" && schema !== null && !Array.isArray(schema)
    ? (schema as { readonly [keyword: string]: Json })
    : undefined;
}
