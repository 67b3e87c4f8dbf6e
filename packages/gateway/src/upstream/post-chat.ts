import type { OpenAiAlias } from "../config/index.ts";
import type { TraceContext } from "../store/index.ts";

export interface Posting {
  readonly signal: AbortSignal;
  readonly fetch: typeof fetch;
  /** Goes along as it is: the upstream's part of the trace is then under the caller's. */
  readonly trace: TraceContext | undefined;
}

/** Posts a chat completion to the upstream of an alias, with its key. Redirects are not followed: they would carry it away. */
export function postChat(
  alias: OpenAiAlias,
  body: Readonly<Record<string, unknown>>,
  { signal, fetch: send, trace }: Posting,
): Promise<Response> {
  return send(`${alias.baseUrl}/chat/completions`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: body["stream"] === true ? "text/event-stream" : "application/json",
      ...(alias.apiKey === undefined ? {} : { authorization: `Bearer ${alias.apiKey}` }),
      ...trace,
    },
    body: JSON.stringify(body),
    signal,
    redirect: "manual",
  });
}
