import type { Json } from "@espalier/contract";
import { createParser } from "eventsource-parser";
import { BadAnswerError, ConnectionError, isGatewayError } from "./errors/index.ts";
import { errorFromAnswer, readWireError } from "./errors/from-answer.ts";
import { answerDetails, readJson } from "./send.ts";
import type { RunResult, Usage } from "./types.ts";

/** What a completion, or the frames of a streamed one, say about a run. */
interface Gathered {
  content: string;
  finished: boolean;
  workflow: { run_id: string; version: number; digest: string; output: Json } | undefined;
  usage: Usage | undefined;
}

const NO_USAGE: Usage = { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 };

/**
 * Reads the answer of `POST /v1/chat/completions`, streamed or whole.
 *
 * A stream counts as complete only with a finish reason and the run's identity; one that ends before is an error, not an
 * empty result. Errors inside the stream are raised.
 */
export async function readCompletion<Output>(name: string, response: Response): Promise<RunResult<Output>> {
  const streamed = response.headers.get("content-type")?.startsWith("text/event-stream") === true;
  const gathered = streamed ? await readStream(response) : gather(await readJson<unknown>(response), response);
  if (gathered.workflow === undefined)
    throw badAnswer(
      "the answer names no run: something else than an Espalier gateway listens at the address",
      response,
    );
  const { run_id, version, digest, output } = gathered.workflow;
  return {
    runId: run_id,
    workflow: name,
    version,
    digest,
    output: output as Output,
    content: gathered.content,
    usage: gathered.usage ?? NO_USAGE,
    requestId: answerDetails(response).requestId,
  };
}

async function readStream(response: Response): Promise<Gathered> {
  const gathered: Gathered = { content: "", finished: false, workflow: undefined, usage: undefined };
  const parser = createParser({ onEvent: (event) => readFrame(event.data, gathered, response) });
  const decoder = new TextDecoder();
  try {
    for await (const chunk of response.body ?? []) parser.feed(decoder.decode(chunk, { stream: true }));
  } catch (error) {
    if (isGatewayError(error) || isAbort(error)) throw error;
    throw broken(response, error);
  }
  if (!gathered.finished) throw broken(response, undefined);
  return gathered;
}

function readFrame(data: string, gathered: Gathered, response: Response): void {
  if (data === "[DONE]") return;
  const frame = parseFrame(data, response);
  if (readWireError(frame) !== undefined) {
    const { status, ...answer } = answerDetails(response);
    throw errorFromAnswer(frame, { ...answer, status: statusOf(frame) ?? status });
  }
  const { content, finished, workflow, usage } = gather(frame, response);
  gathered.content += content;
  gathered.finished ||= finished;
  gathered.workflow ??= workflow;
  gathered.usage ??= usage;
}

function parseFrame(data: string, response: Response): unknown {
  try {
    return JSON.parse(data) as unknown;
  } catch {
    throw badAnswer("a frame of the stream is not JSON", response);
  }
}

/** The status that the gateway would have sent, had the head of the answer not been on its way already. */
function statusOf(frame: unknown): number | undefined {
  const status = (frame as { error: { status?: unknown } }).error.status;
  return typeof status === "number" ? status : undefined;
}

function gather(body: unknown, response: Response): Gathered {
  if (typeof body !== "object" || body === null) throw badAnswer("the answer is not a completion", response);
  const { choices, workflow, usage } = body as Record<string, unknown>;
  const choice: unknown = Array.isArray(choices) ? choices[0] : undefined;
  const { message, delta, finish_reason } = (choice ?? {}) as Record<string, unknown>;
  const text = ((message ?? delta ?? {}) as Record<string, unknown>)["content"];
  return {
    content: typeof text === "string" ? text : "",
    finished: typeof finish_reason === "string",
    workflow: (workflow ?? undefined) as Gathered["workflow"],
    usage: (usage ?? undefined) as Gathered["usage"],
  };
}

/** The caller's own signal: passed on as it is. */
function isAbort(error: unknown): boolean {
  return error instanceof Error && (error.name === "AbortError" || error.name === "TimeoutError");
}

function badAnswer(message: string, response: Response): BadAnswerError {
  return new BadAnswerError(message, { ...answerDetails(response), code: "bad_answer" });
}

function broken(response: Response, cause: unknown): ConnectionError {
  const message = "the connection broke before the run's result: look the run up by its id";
  return new ConnectionError(message, { ...answerDetails(response), code: "connection_failed", cause });
}
