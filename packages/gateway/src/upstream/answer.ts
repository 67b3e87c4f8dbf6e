import type { OpenAiAlias } from "../config/index.ts";

/** JSON text as an object, or undefined. */
export function parseObject(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

/** An answer that is none: what the upstream did, as in "sent no JSON object". */
export class BadAnswerError extends Error {
  override readonly name = "BadAnswerError";
}

/** Some upstreams give content as a list of parts. A list without text says nothing. */
export function textOf(content: unknown): string | null {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return null;
  const texts = content.map((part: unknown) => (Object(part) as { text?: unknown }).text);
  const said = texts.filter((text) => typeof text === "string");
  return said.length === 0 ? null : said.join("");
}

/** What an upstream says is wrong. */
export interface UpstreamError {
  readonly message: string;
  readonly type: string | undefined;
  readonly param: string | undefined;
  readonly code: string | undefined;
  /** Whether asking again may help, as far as its words tell: those of a status between 400 and 499 seldom do. */
  readonly retryable: boolean;
}

/** Types of errors that are about the request or the key. */
const HOPELESS_TYPES: ReadonlySet<string> = new Set([
  "invalid_request_error",
  "authentication_error",
  "permission_error",
  "permission_denied",
  "not_found_error",
  "insufficient_quota",
]);

/** The error in an upstream's answer, in whichever form. Some send it with status 200. */
export function errorOf(body: Readonly<Record<string, unknown>> | undefined): UpstreamError | undefined {
  const error = body?.["error"];
  if (typeof error === "string")
    return { message: error, type: undefined, param: undefined, code: undefined, retryable: true };
  if (typeof error !== "object" || error === null) return undefined;
  const { message, type, param, code, status = code } = error as Record<string, unknown>;
  const text = (value: unknown) => (typeof value === "string" ? value : undefined);
  const numeric = Number(status);
  const retryable = numeric >= 400 && numeric < 600 ? isRetryableStatus(numeric) : !HOPELESS_TYPES.has(String(type));
  return {
    message: text(message) ?? "unknown error",
    type: text(type),
    param: text(param),
    code: text(code),
    retryable,
  };
}

/** Whether a refusal with this status may be another thing the next time. */
export function isRetryableStatus(status: number): boolean {
  return status === 408 || status === 409 || status === 429 || status >= 500;
}

const LONGEST_EXCERPT = 500;

/** What a refusal of an upstream says, in so many words. Never the key, which upstreams like to repeat. */
export function failureText(alias: OpenAiAlias, status: number, text: string): string {
  const said = errorOf(parseObject(text))?.message ?? text.trim();
  const shown = withoutKey(alias, said).slice(0, LONGEST_EXCERPT);
  return `${upstreamOf(alias)} answered ${status}${shown === "" ? "" : `: ${shown}`}`;
}

/** What messages call an upstream. Its address carries no secret: the configuration takes none. */
export function upstreamOf({ name, baseUrl }: OpenAiAlias): string {
  return `the upstream of "${name}" at ${baseUrl}`;
}

/** Text of an upstream without the key that it was called with. */
export function withoutKey({ apiKey }: OpenAiAlias, text: string): string {
  return apiKey === undefined ? text : text.replaceAll(apiKey, "[key]");
}
