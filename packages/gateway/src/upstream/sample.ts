import type { SampleAlias } from "../config/index.ts";
import type { ModelOutcome, ModelRequest } from "../engine/index.ts";
import { createRandom } from "./sample-random.ts";
import { NoSampleError, sampleValue } from "./sample-value.ts";

/** What made-up text starts with, wherever it turns up. */
export const SAMPLE_LABEL = "[sample]";

/** What a sample is made for. */
export type SampleRequest = Pick<ModelRequest, "model" | "messages" | "responseSchema" | "path">;

/** An answer that fits the schema, is the same for the same request, and says that it is made up. */
export function callSample(alias: SampleAlias, request: SampleRequest): ModelOutcome {
  const { model, messages, responseSchema, path } = request;
  try {
    const content =
      responseSchema === undefined
        ? `${SAMPLE_LABEL} ${model} would answer here.`
        : JSON.stringify(sampleValue(responseSchema, createRandom(alias.seed, model, path, messages), SAMPLE_LABEL));
    return { ok: true, content, finishReason: "stop", model: "sample", usage: countTokens(messages, content) };
  } catch (error) {
    if (!(error instanceof NoSampleError)) throw error;
    return {
      ok: false,
      code: "no_sample",
      message: `the sample provider cannot answer: ${error.message}`,
      retryable: false,
    };
  }
}

/** Four characters count as a token, so that usage shows up in examples. */
function countTokens(messages: unknown, content: string) {
  const prompt = Math.ceil(JSON.stringify(messages).length / 4);
  const completion = Math.ceil(content.length / 4);
  return { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion };
}
