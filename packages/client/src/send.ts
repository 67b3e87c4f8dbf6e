import ky, { TimeoutError as KyTimeout, type KyInstance, type Options } from "ky";
import { BadAnswerError, ConnectionError, GatewayError, TimeoutError } from "./errors/index.ts";
import { errorFromAnswer } from "./errors/from-answer.ts";

/** How a client reaches its gateway. */
export interface Connection {
  /** Where the gateway listens, with or without `/v1`, such as `http://127.0.0.1:4111`. */
  readonly baseUrl: string;
  readonly apiKey?: string | undefined;
  /** Longest time for one call. Absent: as long as it takes. */
  readonly timeoutSeconds?: number | undefined;
  /** Used instead of the global `fetch`, in tests and behind proxies. */
  readonly fetch?: typeof fetch | undefined;
}

/** Sends requests of one connection. */
export interface Sender {
  /** The raw answer, whatever its status; throws a typed error only when there is none. */
  readonly raw: (path: string, options?: Options) => Promise<Response>;
  /** The JSON of a successful answer; any other becomes a typed error. */
  readonly json: <T>(path: string, options?: Options) => Promise<T>;
}

const MAX_TIMER_MS = 2 ** 31 - 1;

/** Makes the sender of a connection. Throws a `TypeError` for an address that is not http(s). */
export function createSender(connection: Connection): Sender {
  const base = readBase(connection.baseUrl);
  const timeout = connection.timeoutSeconds;
  const http = ky.create({
    prefixUrl: base,
    // Reading twice is harmless, running twice is not: calls that change something opt out of retries.
    retry: { limit: 2, methods: ["get"], retryOnTimeout: false },
    timeout: timeout === undefined ? false : Math.min(timeout * 1000, MAX_TIMER_MS),
    throwHttpErrors: false,
    ...(connection.apiKey === undefined ? {} : { headers: { authorization: `Bearer ${connection.apiKey}` } }),
    ...(connection.fetch === undefined ? {} : { fetch: connection.fetch }),
  });
  const raw = (path: string, options: Options = {}) => send(http, base, path, options, timeout);
  return { raw, json: async <T>(path: string, options?: Options) => readJson<T>(await raw(path, options)) };
}

function readBase(baseUrl: string): string {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw new TypeError(`"${baseUrl}" is not the address of a gateway: write it as http://127.0.0.1:4111`);
  return `${url.origin}${url.pathname.replace(/\/+$/, "").replace(/\/v1$/, "")}/`;
}

async function send(
  http: KyInstance,
  base: string,
  path: string,
  options: Options,
  timeoutSeconds: number | undefined,
): Promise<Response> {
  try {
    return await http(path, options);
  } catch (error) {
    if (error instanceof KyTimeout)
      throw new TimeoutError(`no answer within ${timeoutSeconds} s`, { status: 0, code: "timeout", cause: error });
    if (options.signal?.aborted) throw error;
    const message = `no gateway answers at ${base} (${reasonOf(error)}): start one with \`espalier serve\`, or check the address`;
    throw new ConnectionError(message, { status: 0, code: "connection_failed", cause: error });
  }
}

/** `fetch failed` says nothing; the system's code below it does. */
function reasonOf(error: unknown): string {
  let at: unknown = error;
  for (let depth = 0; depth < 5 && typeof at === "object" && at !== null; depth++) {
    if ("code" in at && typeof at.code === "string") return at.code;
    at = "cause" in at ? at.cause : undefined;
  }
  return error instanceof Error ? error.message : String(error);
}

/** Reads a JSON answer, or throws the typed error that it stands for. */
export async function readJson<T>(response: Response): Promise<T> {
  const body = await readBody(response);
  const answer = answerDetails(response);
  if (!response.ok) throw errorFromAnswer(body, answer);
  if (body === undefined)
    throw new BadAnswerError("the answer is not JSON: something else than a gateway listens at the address", {
      ...answer,
      code: "bad_answer",
    });
  return body as T;
}

/** Status and ids of an answer, for an error about it. */
export function answerDetails(response: Response): Pick<GatewayError, "status" | "requestId" | "runId"> {
  return {
    status: response.status,
    requestId: response.headers.get("x-request-id") ?? undefined,
    runId: response.headers.get("x-run-id") ?? undefined,
  };
}

async function readBody(response: Response): Promise<unknown> {
  try {
    return JSON.parse(await response.text()) as unknown;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw new ConnectionError("the connection broke before the answer was complete", {
      ...answerDetails(response),
      code: "connection_failed",
      cause: error,
    });
  }
}
