import { formatPath, type JsonPath } from "../json-path.ts";
import { normalizeJson } from "../json-text.ts";
import type { Limits } from "../limits.ts";
import { failure, MAX_FRAMES, type Failure, type Frame, type Outcome, type SandboxCode } from "../outcome.ts";

const NEWLINE = 0x0a;
const NO_RESULT = "The program ended its process without a result.";

/** What a child may say about itself. The others are for us to say. */
const CHILD_CODES: ReadonlySet<unknown> = new Set<SandboxCode>([
  "timeout",
  "memory",
  "recursion",
  "exception",
  "syntax",
  "forbidden_import",
  "bad_result",
  "result_too_large",
]);

/**
 * Reads all that a child wrote. A program can reach the descriptor that its result is written to and forge any of this,
 * which only ever changes its own outcome: every part is checked, and the result is written again from its parsed value.
 */
export function readReply(reply: Buffer, limits: Limits): Outcome {
  const end = reply.indexOf(NEWLINE);
  const header = end < 0 ? undefined : parseHeader(reply.subarray(0, end).toString());
  if (header === undefined) return failure("bad_result", NO_RESULT);
  const log = text(header["log"]).slice(0, limits.logLength);
  if (header["ok"] !== true) return { ...readFailure(header, limits), log };

  const value = normalizeJson(reply.subarray(end + 1).toString(), limits.depth);
  if (value === undefined) return failure("bad_result", "The result is not JSON.", [], log);
  if (Buffer.byteLength(value) <= limits.outputBytes) return { ok: true, value, log };
  return failure("result_too_large", `The result is more than ${limits.outputBytes} bytes of JSON.`, [], log);
}

function readFailure(header: Record<string, unknown>, limits: Limits): Failure {
  const { code, path, frames } = header;
  if (!isChildCode(code)) return failure("bad_result", NO_RESULT);
  const place = isPath(path) ? ` at ${formatPath(path)}.` : "";
  const message = describe(code, limits) ?? `${text(header["message"])}${place}`;
  return failure(
    code,
    message,
    Array.isArray(frames) ? frames.filter(isFrame).slice(0, MAX_FRAMES).map(copyFrame) : [],
  );
}

/** The message of a limit, which we know better than the child. */
export function describe(code: SandboxCode, limits: Limits): string | undefined {
  if (code === "timeout") return `The program used more than ${limits.cpuSeconds} s of CPU time.`;
  if (code === "memory")
    return `The program needed more than ${Math.round(limits.memoryBytes / (1024 * 1024))} MB of memory.`;
  return undefined;
}

function parseHeader(line: string): Record<string, unknown> | undefined {
  try {
    const header: unknown = JSON.parse(line);
    return isRecord(header) ? header : undefined;
  } catch {
    return undefined;
  }
}

function isChildCode(code: unknown): code is SandboxCode {
  return CHILD_CODES.has(code);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function isPath(value: unknown): value is JsonPath {
  return Array.isArray(value) && value.every((key) => typeof key === "string" || typeof key === "number");
}

function isFrame(value: unknown): value is Frame {
  if (!isRecord(value)) return false;
  const { column } = value;
  return typeof value["function"] === "string" && isLine(value["line"]) && (column === undefined || isLine(column));
}

function isLine(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) > 0;
}

function copyFrame({ function: name, line, column }: Frame): Frame {
  return { function: name.slice(0, 200), line, ...(column === undefined ? {} : { column }) };
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}
