import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** What the model answers to a prompt, whenever and however often it is asked. */
export const answerTo = (prompt: string): string => `<${prompt}>`;
/** Prompts that the model fails on when it sees them first. */
export const isFlaky = (prompt: string): boolean => prompt.endsWith("7");
/** Prompts that it refuses for good. */
export const isFatal = (prompt: string): boolean => prompt.includes("fatal");

export interface CountingModel {
  readonly baseUrl: string;
  /** How often it took each prompt for one to answer. */
  readonly taken: ReadonlyMap<string, number>;
  /** Told of each prompt as it comes in. */
  onCall: (prompt: string) => void;
  close(): Promise<void>;
}

/** A model that counts. Its answers follow from the prompts; they take up to `latencyMs`. */
export async function startCountingModel(latencyMs: number, random: () => number): Promise<CountingModel> {
  const taken = new Map<string, number>();
  const failed = new Set<string>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const body = JSON.parse(Buffer.concat(chunks).toString()) as { messages: { content: string }[] };
      const prompt = body.messages[0]!.content;
      model.onCall(prompt);
      const [status, answer] = answerFor(prompt);
      const wait = setTimeout(
        () => response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(answer)),
        random() * latencyMs,
      );
      response.on("close", () => clearTimeout(wait));
    });
  });

  function answerFor(prompt: string): [status: number, answer: unknown] {
    if (isFatal(prompt)) return [400, { error: { message: "no", type: "invalid_request_error" } }];
    if (isFlaky(prompt) && !failed.has(prompt)) {
      failed.add(prompt);
      return [500, { error: { message: "not yet" } }];
    }
    taken.set(prompt, (taken.get(prompt) ?? 0) + 1);
    const message = { role: "assistant", content: answerTo(prompt) };
    const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
    return [
      200,
      {
        id: "c",
        object: "chat.completion",
        model: "m",
        choices: [{ index: 0, message, finish_reason: "stop" }],
        usage,
      },
    ];
  }

  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const model: CountingModel = {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    taken,
    onCall: () => undefined,
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
  return model;
}
