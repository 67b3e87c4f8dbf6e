import type { Message } from "@espalier/client";
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { EXIT, UserError } from "./exit.ts";
import type { Terminal } from "./terminal.ts";

/** The ways to say what a run is about. At most one; standard input when none is given and it is not a terminal. */
export interface MessageOptions {
  /** The text of one user message. */
  readonly message?: string;
  /** A text file whose content is one user message; `-` is standard input. */
  readonly file?: string;
  /** A JSON file with a list of chat messages; `-` is standard input. */
  readonly messages?: string;
}

/** The messages that the options name. Throws a `UserError` for none, several, or an unreadable one. */
export async function readMessages(options: MessageOptions, terminal: Terminal): Promise<readonly Message[]> {
  const given = (["message", "file", "messages"] as const).filter((key) => options[key] !== undefined);
  if (given.length > 1)
    throw new UserError(`--${given[0]} and --${given[1]} exclude each other`, { exitCode: EXIT.usage });
  if (options.message !== undefined) return [{ role: "user", content: options.message }];
  if (options.messages !== undefined)
    return parseMessages(await readText(options.messages, terminal), options.messages);
  if (options.file === undefined && terminal.stdin.isTTY === true)
    throw new UserError("the run has no input", {
      hint: "give --message <text>, --file <text file>, --messages <json file>, or pipe text in",
      exitCode: EXIT.usage,
    });
  return [{ role: "user", content: await readText(options.file ?? "-", terminal) }];
}

async function readText(path: string, terminal: Terminal): Promise<string> {
  if (path === "-") return readStream(terminal.stdin);
  try {
    return await readFile(resolve(terminal.cwd, path), "utf8");
  } catch (error) {
    throw new UserError(`cannot read "${path}": ${reason(error)}`, { exitCode: EXIT.usage, cause: error });
  }
}

async function readStream(stream: NodeJS.ReadableStream): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(typeof chunk === "string" ? Buffer.from(chunk) : chunk);
  return Buffer.concat(chunks).toString("utf8");
}

const ROLES: readonly unknown[] = ["system", "developer", "user", "assistant"];

function parseMessages(text: string, path: string): readonly Message[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new UserError(`"${path}" is not JSON: ${(error as Error).message}`, { exitCode: EXIT.usage, cause: error });
  }
  const wrong = Array.isArray(value) ? value.findIndex((one) => !isMessage(one)) : 0;
  if (!Array.isArray(value) || value.length === 0 || wrong !== -1)
    throw new UserError(
      `"${path}" is not a list of chat messages${Array.isArray(value) && value.length > 0 ? ` (see number ${wrong + 1})` : ""}`,
      {
        hint: 'write [{ "role": "user", "content": "…" }, …]',
        exitCode: EXIT.usage,
      },
    );
  return value as Message[];
}

function isMessage(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  const { role, content } = value as Record<string, unknown>;
  return ROLES.includes(role) && (typeof content === "string" || Array.isArray(content));
}

/** `ENOENT: no such file or directory, open '…'` without the path, which the message has already. */
function reason(error: unknown): string {
  const { code, message } = error as { code?: string; message: string };
  return code === "ENOENT" ? "there is no such file" : code === "EISDIR" ? "it is a folder" : message;
}
