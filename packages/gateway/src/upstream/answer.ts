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

/** What an upstream says is wrong. */
export interface UpstreamError {
  readonly message: string;
  readonly type: string | undefined;
  readonly param: string | undefined;
  readonly code: string | undefined;
}

/** The error in an upstream's answer, in whichever form. Some send it with status 200. */
export function errorOf(body: Readonly<Record<string, unknown>> | undefined): UpstreamError | undefined {
  const error = body?.["error"];
  if (typeof error === "string") return { message: error, type: undefined, param: undefined, code: undefined };
  if (typeof error !== "object" || error === null) return undefined;
  const { message, type, param, code } = error as Record<string, unknown>;
  const text = (value: unknown) => (typeof value === "string" ? value : undefined);
  return { message: text(message) ?? "unknown error", type: text(type), param: text(param), code: text(code) };
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

const BAD_PORT = "bad port";

/** Whether a call failed in a way in which it always will. */
export function isHopeless(error: unknown): boolean {
  return (Object(error) as { cause?: { message?: unknown } }).cause?.message === BAD_PORT;
}

/** `fetch failed` says nothing; the cause below it does. */
export function reasonOf(error: unknown): string {
  const cause = (Object(error) as { cause?: unknown }).cause ?? error;
  const { code, message } = Object(cause) as { code?: unknown; message?: unknown };
  // Nothing was sent: the standard keeps HTTP clients away from the ports of other protocols.
  if (message === BAD_PORT) return "its port is one that HTTP clients never call";
  const reason = [code, message].find((each) => typeof each === "string" && each !== "");
  return String(reason ?? cause);
}
