import type { Json } from "@espalier/contract";
import type { ChatMessage } from "../engine/index.ts";
import { invalidRequest } from "../http/http-error.ts";
import { refuseHostile } from "../http/json-body.ts";

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
export function readChatRequest(body: unknown, limits: { readonly arrayItems: number }): ChatRequest {
  if (!isObject(body)) throw invalidRequest("the body must be a JSON object");
  refuseHostile(body, limits.arrayItems);
  const { model, messages, stream, stream_options: options } = body;
  if (typeof model !== "string" || model === "") throw invalidRequest("model must be a string", "model");
  return {
    model,
    messages: readMessages(messages),
    stream: readFlag(stream, "stream"),
    includeUsage: readIncludeUsage(options),
    body: body as Record<string, Json>,
  };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function readFlag(value: unknown, param: string): boolean {
  if (value === undefined || value === null) return false;
  if (typeof value === "boolean") return value;
  throw invalidRequest(`${param} must be true or false`, param);
}

function readIncludeUsage(options: unknown): boolean {
  if (options === undefined || options === null) return false;
  if (!isObject(options)) throw invalidRequest("stream_options must be an object", "stream_options");
  return readFlag(options["include_usage"], "stream_options.include_usage");
}

function readMessages(value: unknown): readonly ChatMessage[] {
  if (!Array.isArray(value) || value.length === 0)
    throw invalidRequest("messages must be a list with at least one message", "messages");
  value.forEach(checkMessage);
  return value as ChatMessage[];
}

function checkMessage(message: unknown, index: number): void {
  const at = `messages[${index}]`;
  if (!isObject(message)) throw invalidRequest(`${at} must be an object with role and content`, at);
  const { role, content } = message;
  if (!ROLES.includes(role)) throw invalidRequest(`${at}.role must be one of ${ROLES.join(", ")}`, `${at}.role`);
  // An assistant's message may have tool calls or a refusal in place of content.
  const absent = content === undefined || content === null;
  if (absent ? role !== "assistant" : !isContent(content))
    throw invalidRequest(`${at}.content must be a string or a list of parts`, `${at}.content`);
}

function isContent(content: unknown): boolean {
  return typeof content === "string" || (Array.isArray(content) && content.every(isPart));
}

function isPart(part: unknown): boolean {
  if (!isObject(part) || typeof part["type"] !== "string") return false;
  return part["type"] !== "text" || typeof part["text"] === "string";
}

/** What neither a run nor sample data can do, refused by name rather than ignored. */
const UNSUPPORTED = [
  "tools",
  "tool_choice",
  "functions",
  "function_call",
  "logprobs",
  "top_logprobs",
  "audio",
] as const;

/** Throws the 400 for options that `who` has no meaning for. */
export function refuseUnsupported({ body }: ChatRequest, who: string): void {
  const { n } = body;
  if (n !== undefined && n !== null && n !== 1)
    throw invalidRequest(`${who} gives one result: n must be 1`, "n", "unsupported_parameter");
  for (const name of UNSUPPORTED) {
    const value = body[name];
    if (value !== undefined && value !== null && value !== false)
      throw invalidRequest(`${who} takes no ${name}`, name, "unsupported_parameter");
  }
}

/** Throws the 400 for messages of roles that a workflow's programs do not know. */
export function refuseToolMessages({ messages }: ChatRequest): void {
  const index = messages.findIndex(({ role }) => role === "tool" || role === "function");
  if (index === -1) return;
  const at = `messages[${index}].role`;
  throw invalidRequest(`a workflow takes no ${messages[index]!.role} messages: see ${at}`, at, "unsupported_parameter");
}

/** The workflow that a model names: `workflow/<name>` or `workflow/<name>@<version>`. Undefined for any other model. */
export function workflowOfModel(model: string): { name: string; version: number | undefined } | undefined {
  if (!model.startsWith("workflow/")) return undefined;
  const match = /^workflow\/(.+?)(?:@([1-9]\d{0,8}))?$/.exec(model);
  if (match === null) return { name: model.slice("workflow/".length), version: undefined };
  return { name: match[1]!, version: match[2] === undefined ? undefined : Number(match[2]) };
}
