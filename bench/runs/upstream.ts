import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";

/** A model endpoint, in this process. */
export interface Upstream {
  /** A configuration with it as the model `m`. */
  readonly config: object;
  close(): void;
}

/** Answers each call after a while, or never. */
export async function startUpstream(latencyMs: number | undefined): Promise<Upstream> {
  const answer: RequestListener = (request, response) => {
    request.resume();
    if (latencyMs === undefined) return;
    setTimeout(() => response.writeHead(200, { "content-type": "application/json" }).end(COMPLETION), latencyMs);
  };
  const server = createServer(answer).listen(0, "127.0.0.1");
  await once(server, "listening");
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  return {
    config: { models: { m: { baseUrl } } },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

const COMPLETION = JSON.stringify({
  id: "c",
  object: "chat.completion",
  model: "m",
  choices: [{ index: 0, message: { role: "assistant", content: "a short answer" }, finish_reason: "stop" }],
  usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 },
});
