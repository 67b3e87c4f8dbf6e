import type { Json } from "@espalier/contract";
import type { ChatMessage } from "../engine/index.ts";
import { invalidRequest } from "../http/http-error.ts";

/** The parts of a chat completion request that every model has. */
export interface ChatRequest {
  readonly model: string;
  readonly messages: readonly ChatMessage[];
  readonly stream: boolean;
  readonly includeUsage: boolean;
  /** The body as it came. */
  readonly body: Readonly<Record<string, Json>>;
}

const ROLES: readonly unknown[] = ["system", "developer", "user", "assistant", "tool", "function"];

/** Reads the body of `POST /v1/chat/completions`, or throws the 400 that names the wrong part. */
export function readChatRequest(body: unknown): ChatRequest {
  if (typeof body !== "object" || body === null || Array.isArray(body))
    throw invalidRequest("the body must be a JSON object");
  const { model, messages, stream, stream_options: options } = body as Record<string, unknown>;
  if (typeof model !== "string" || model === "") throw invalidRequest("model must be a string", "model");
  if (stream !== undefined && stream !== null && typeof stream !== "boolean")
    throw invalidRequest("stream must be true or false", "stream");
  return {
    model,
    messages: readMessages(messages),
    stream: stream === true,
    includeUsage: (options as { include_usage?: unknown } | undefined)?.include_usage === true,
    body: body as Record<string, Json>,
  };
}

function readMessages(value: unknown): readonly ChatMessage[] {
  if (!Array.isArray(value) || value.length === 0)
    throw invalidRequest("messages must be a list with at least one message", "messages");
  value.forEach((message: unknown, index) => {
    const at = `messages[${index}]`;
    if (typeof message !== "object" || message === null || Array.isArray(message))
      throw invalidRequest(`${at} must be an object with role and content`, at);
    const { role, content } = message as Record<string, unknown>;
    if (!ROLES.includes(role)) throw invalidRequest(`${at}.role must be one of ${ROLES.join(", ")}`, `${at}.role`);
    if (!isContent(content)) throw invalidRequest(`${at}.content must be a string or a list of parts`, `${at}.content`);
  });
  return value as ChatMessage[];
}

function isContent(content: unknown): boolean {
  if (content === undefined || content === null || typeof content === "string") return true;
  return (
    Array.isArray(content) &&
    content.every(
      (part: unknown) =>
        typeof part === "object" && part !== null && typeof (part as { type?: unknown }).type === "string",
    )
  );
}

/** What a workflow cannot do, refused by name rather than ignored. */
const NOT_FOR_WORKFLOWS = [
  "tools",
  "tool_choice",
  "functions",
  "function_call",
  "logprobs",
  "top_logprobs",
  "audio",
] as const;

/** Throws the 400 for options that a run has no meaning for. */
export function refuseForWorkflows(request: ChatRequest): void {
  const { n } = request.body;
  if (n !== undefined && n !== null && n !== 1)
    throw invalidRequest("a workflow gives one result: n must be 1", "n", "unsupported_parameter");
  for (const name of NOT_FOR_WORKFLOWS) {
    const value = request.body[name];
    if (value !== undefined && value !== null && value !== false)
      throw invalidRequest(`a workflow takes no ${name}`, name, "unsupported_parameter");
  }
}

/** The workflow that a model names: `workflow/<name>` or `workflow/<name>@<version>`. Undefined for any other model. */
export function workflowOfModel(model: string): { name: string; version: number | undefined } | undefined {
  if (!model.startsWith("workflow/")) return undefined;
  const match = /^workflow\/(.+?)(?:@([1-9]\d{0,8}))?$/.exec(model);
  if (match === null) return { name: model.slice("workflow/".length), version: undefined };
  return { name: match[1]!, version: match[2] === undefined ? undefined : Number(match[2]) };
}
