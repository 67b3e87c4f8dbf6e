import type { JsonSchema } from "@espalier/contract";
import type { FastifyReply } from "fastify";
import type { SampleAlias } from "../config/index.ts";
import { HttpError } from "../http/http-error.ts";
import { callSample } from "../upstream/sample.ts";
import { closingChunks, openingChunk, wholeCompletion, type Completion } from "./completion.ts";
import { openEventStream } from "./event-stream.ts";
import { refuseUnsupported, type ChatRequest } from "./request.ts";

/** What stands in `system_fingerprint` of made-up answers, which need not show it in their content. */
const FINGERPRINT = "sample";

/** Answers an ordinary request with sample data. */
export function answerSample(alias: SampleAlias, chat: ChatRequest, reply: FastifyReply, id: string): FastifyReply {
  refuseUnsupported(chat, "the sample provider");
  const { model, messages, stream: streamed, includeUsage } = chat;
  const outcome = callSample(alias, { model, messages, responseSchema: schemaOf(chat), path: "" });
  if (!outcome.ok) throw new HttpError(outcome.message, { status: 400, code: outcome.code, param: "response_format" });
  const completion: Completion = {
    id: `chatcmpl-${id}`,
    created: Math.floor(Date.now() / 1000),
    model,
    fingerprint: FINGERPRINT,
    content: outcome.content ?? "",
    usage: outcome.usage ?? { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 },
  };
  if (!streamed) return reply.send(wholeCompletion(completion));
  const stream = openEventStream(reply, {});
  stream.send(openingChunk(completion, includeUsage));
  for (const chunk of closingChunks(completion, completion, includeUsage)) stream.send(chunk);
  stream.done();
  return reply;
}

/** An answer that only has to be JSON says that it is made up. */
const ANY_OBJECT: JsonSchema = {
  type: "object",
  properties: { sample: { type: "string" } },
  required: ["sample"],
};

function schemaOf(chat: ChatRequest): JsonSchema | undefined {
  const format = chat.body["response_format"];
  if (typeof format !== "object" || format === null) return undefined;
  const { type, json_schema: named } = format as { type?: unknown; json_schema?: { schema?: unknown } | null };
  if (type === "json_object") return ANY_OBJECT;
  const schema = named?.schema;
  return typeof schema === "object" && schema !== null && !Array.isArray(schema) ? (schema as JsonSchema) : undefined;
}
