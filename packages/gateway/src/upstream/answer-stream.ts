import { createParser } from "eventsource-parser";
import { BadAnswerError, errorOf, parseObject, textOf } from "./answer.ts";
import { AnswerTooLargeError } from "./read-capped.ts";

type Fields = Readonly<Record<string, unknown>>;

/** What a stream of chunks has come to. */
interface Gathered {
  content: string | null;
  refusal: string | null;
  finishReason: unknown;
  usage: unknown;
  model: unknown;
  error: unknown;
  done: boolean;
  /** Bytes since the last event. */
  pending: number;
}

/**
 * A streamed completion as the one that was not streamed would have been. Chunks without choices (usage, Azure's
 * filters) or without a delta are taken for what else they carry. `onDelta` is told of each piece of content as it
 * comes. Throws `BadAnswerError` for a stream that is not whole, `AnswerTooLargeError`, and what reading throws.
 */
export async function readAnswerStream(
  response: Response,
  maxBytes: number,
  onDelta: (text: string) => void = () => undefined,
): Promise<Fields> {
  const gathered: Gathered = {
    content: null,
    refusal: null,
    finishReason: null,
    usage: undefined,
    model: undefined,
    error: undefined,
    done: false,
    pending: 0,
  };
  const parser = createParser({ onEvent: ({ data }) => gather(gathered, data, onDelta) });
  const decoder = new TextDecoder();
  for await (const bytes of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    gathered.pending += bytes.byteLength;
    parser.feed(decoder.decode(bytes, { stream: true }));
    // What is kept counts, not what came: around each word of an answer there are 200 bytes of chunk.
    const kept = (gathered.content?.length ?? 0) + (gathered.refusal?.length ?? 0) + gathered.pending;
    if (kept > maxBytes) throw new AnswerTooLargeError(maxBytes);
    if (gathered.done) break;
  }
  return completionOf(gathered);
}

function gather(gathered: Gathered, data: string, onDelta: (text: string) => void): void {
  gathered.pending = 0;
  if (gathered.done) return;
  if (data.trim() === "[DONE]") return void (gathered.done = true);
  const chunk = parseObject(data);
  // To go on without it would leave a hole in the text.
  if (chunk === undefined) throw new BadAnswerError("sent an event that is no JSON object");
  if (errorOf(chunk) !== undefined) {
    gathered.error = chunk["error"];
    gathered.done = true;
    return;
  }
  gathered.usage = chunk["usage"] ?? gathered.usage;
  gathered.model = chunk["model"] ?? gathered.model;
  const choices = chunk["choices"];
  const choice = fields(Array.isArray(choices) ? choices[0] : undefined);
  gathered.finishReason = choice["finish_reason"] ?? gathered.finishReason;
  gathered.error = choice["error"] ?? gathered.error;
  const { content, refusal } = fields(choice["delta"]);
  if (typeof refusal === "string") gathered.refusal = (gathered.refusal ?? "") + refusal;
  const said = textOf(content);
  if (said === null) return;
  gathered.content = (gathered.content ?? "") + said;
  if (said !== "") onDelta(said);
}

function completionOf({ content, refusal, finishReason, usage, model, error, done }: Gathered): Fields {
  if (error !== undefined) return { error, usage };
  // Some upstreams leave out [DONE], but all say why they finished.
  if (!done && finishReason === null) throw new BadAnswerError("ended its stream before it was done");
  return { model, usage, choices: [{ message: { content, refusal }, finish_reason: finishReason }] };
}

function fields(value: unknown): Fields {
  return typeof value === "object" && value !== null ? (value as Fields) : {};
}
