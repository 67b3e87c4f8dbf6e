import type { OpenAiAlias } from "../config/index.ts";
import type { ModelRequest } from "../engine/index.ts";
import type { StructuredRequest } from "./structured.ts";

/** A node's request in the upstream's words. Only what the author set is sent, and what reading the answer needs. */
export function bodyFor(
  alias: OpenAiAlias,
  request: ModelRequest,
  structured: StructuredRequest,
): Record<string, unknown> {
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
