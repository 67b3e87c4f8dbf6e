import type { OpenAiAlias } from "../config/index.ts";
import { HttpError } from "../http/http-error.ts";
import {
  errorOf,
  failureText,
  isRetryableStatus,
  parseObject,
  upstreamOf,
  withoutKey,
  type UpstreamError,
} from "../upstream/answer.ts";
import { retryAfterMs } from "../upstream/retry-after.ts";

/** Statuses of an upstream that are about the client's request. All others are about us and our upstream. */
const ABOUT_THE_REQUEST: ReadonlySet<number> = new Set([400, 413, 422, 429]);

/** Clients take no notice of longer waits, but try again at once. */
const LONGEST_WAIT_MS = 60_000;

const PASSED_ON = ["retry-after", "retry-after-ms", "x-should-retry"] as const;

/** The refusal that an upstream's answer stands for, with how long it asks to wait. */
export function upstreamRefusal(alias: OpenAiAlias, response: Response, text: string): HttpError {
  const { status } = response;
  const said = errorOf(parseObject(text));
  const message = failureText(alias, status, text);
  const headers = retryHeaders(response.headers);
  if (!ABOUT_THE_REQUEST.has(status))
    return new HttpError(message, {
      status: status === 503 || status === 504 ? status : 502,
      code: "upstream_error",
      headers: isRetryableStatus(status) ? headers : { "x-should-retry": "false" },
    });
  return new HttpError(message, {
    status,
    code: said?.code ?? "upstream_error",
    type: said?.type,
    param: said?.param,
    headers,
  });
}

/** An error that came with status 200. */
export function inBandRefusal(alias: OpenAiAlias, error: UpstreamError): HttpError {
  const message = `${upstreamOf(alias)} failed: ${withoutKey(alias, error.message)}`;
  return new HttpError(message, { status: 502, code: "upstream_error", retry: false });
}

function retryHeaders(from: Headers): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const name of PASSED_ON) {
    const value = from.get(name);
    if (value !== null) headers[name] = value;
  }
  if ((retryAfterMs(from) ?? 0) > LONGEST_WAIT_MS) headers["x-should-retry"] = "false";
  return headers;
}
