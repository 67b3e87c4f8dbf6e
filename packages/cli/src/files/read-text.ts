import { createReadStream } from "node:fs";
import { resolve } from "node:path";
import { usageError } from "../exit.ts";
import { note, type Terminal } from "../terminal.ts";
import { systemReason } from "./system-reason.ts";

/** More than any gateway takes in one request by default; without a bound, `/dev/zero` would fill the memory. */
const MAX_BYTES = 256 * 1024 * 1024;

/** After this long without a byte, whoever waits is told what for. */
const PATIENCE_MS = 2000;

/**
 * The text of a file, or of standard input for `-`, without a byte order mark. Throws a `UserError` when it cannot be
 * read, is not UTF-8, or is larger than 256 MiB.
 */
export async function readText(path: string, terminal: Terminal): Promise<string> {
  const name = path === "-" ? "standard input" : `"${path}"`;
  const bytes =
    path === "-"
      ? await readStandardInput(name, terminal)
      : await readAll(createReadStream(resolve(terminal.cwd, path)), name);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    throw usageError(`${name} is not text in UTF-8`, {
      hint: "convert it first, for example with: iconv -f WINDOWS-1252 -t UTF-8",
      cause: error,
    });
  }
}

async function readStandardInput(name: string, terminal: Terminal): Promise<Buffer> {
  const waiting = setTimeout(() => note(terminal, "reading standard input (Ctrl+D ends it)"), PATIENCE_MS);
  try {
    return await readAll(terminal.stdin, name, () => clearTimeout(waiting));
  } finally {
    clearTimeout(waiting);
  }
}

async function readAll(stream: NodeJS.ReadableStream, name: string, onData?: () => void): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of stream) {
      onData?.();
      const bytes = typeof chunk === "string" ? Buffer.from(chunk) : chunk;
      length += bytes.length;
      if (length > MAX_BYTES) break;
      chunks.push(bytes);
    }
  } catch (error) {
    throw usageError(`cannot read ${name}: ${systemReason(error)}`, { cause: error });
  }
  if (length > MAX_BYTES) throw usageError(`${name} is larger than ${MAX_BYTES / 1024 / 1024} MiB`);
  return Buffer.concat(chunks);
}
