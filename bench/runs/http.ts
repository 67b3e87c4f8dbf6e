import { Agent, request, type IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";

const agent = new Agent({ keepAlive: true });

/** Sends JSON and gives the answer once its head has come. A refusal is an error. */
export async function open(url: string, body: object): Promise<IncomingMessage> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const sent = request(url, { method: "POST", agent, headers: { "content-type": "application/json" } }, resolve);
    sent.on("error", reject).end(JSON.stringify(body));
  });
  if (response.statusCode! < 300) return response;
  throw new Error(`${url}: ${response.statusCode} ${await text(response)}`);
}

/** Sends JSON and gives the whole answer. */
export async function post(url: string, body: object): Promise<string> {
  return text(await open(url, body));
}

/** Asks a workflow and waits for its result. */
export function runOver(gateway: string, workflow: string): Promise<string> {
  return post(`${gateway}/v1/chat/completions`, chat(workflow));
}

export function chat(workflow: string) {
  return { model: `workflow/${workflow}`, messages: [{ role: "user", content: "hello" }] };
}

/** Calls `work` so many times, some at once. */
export async function times(count: number, atOnce: number, work: () => Promise<unknown>): Promise<void> {
  let left = count;
  const one = async (): Promise<void> => {
    while (left-- > 0) await work();
  };
  await Promise.all(Array.from({ length: atOnce }, one));
}
