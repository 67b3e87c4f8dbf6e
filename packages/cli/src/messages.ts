import type { Message } from "@espalier/client";
import { usageError } from "./exit.ts";
import { parseJson } from "./files/parse-json.ts";
import { readText } from "./files/read-text.ts";
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

const WAYS = "give --message <text>, --file <text file>, --messages <json file>, or pipe text in";
const FORM = 'write [{ "role": "user", "content": "…" }, …]';

/** The messages that the options name. Throws a `UserError` for none, several, or an unreadable one. */
export async function readMessages(options: MessageOptions, terminal: Terminal): Promise<readonly Message[]> {
  const given = (["message", "file", "messages"] as const).filter((key) => options[key] !== undefined);
  if (given.length > 1) throw usageError(`--${given[0]} and --${given[1]} exclude each other`);
  if (options.messages !== undefined) {
    const shown = options.messages === "-" ? "standard input" : options.messages;
    return checkMessages(await parseJson(await readText(options.messages, terminal), shown), shown);
  }
  if (options.message !== undefined) return [userMessage(options.message, "--message")];
  if (options.file === undefined && terminal.stdin.isTTY === true)
    throw usageError("the run has no input", { hint: WAYS });
  const path = options.file ?? "-";
  return [userMessage(await readText(path, terminal), path === "-" ? "standard input" : `"${path}"`)];
}

function userMessage(text: string, source: string): Message {
  if (text.trim() === "") throw usageError(`the run has no input: ${source} is empty`, { hint: WAYS });
  return { role: "user", content: text };
}

function checkMessages(value: unknown, shown: string): readonly Message[] {
  if (!Array.isArray(value)) throw usageError(`${shown} is not a list of chat messages`, { hint: FORM });
  if (value.length === 0) throw usageError(`${shown} is a list without a message`, { hint: FORM });
  value.forEach((message, index) => {
    const wrong = whatIsWrong(message);
    if (wrong !== undefined) throw usageError(`${shown}: message ${index + 1} ${wrong}`, { hint: FORM });
  });
  return value as Message[];
}

const ROLES: readonly unknown[] = ["system", "developer", "user", "assistant"];

function whatIsWrong(message: unknown): string | undefined {
  if (typeof message !== "object" || message === null || Array.isArray(message)) return "is not an object";
  const { role, content } = message as Record<string, unknown>;
  if (role === undefined) return "has no role";
  if (!ROLES.includes(role)) return `has the role ${JSON.stringify(role)}: it is system, developer, user or assistant`;
  if (content === undefined) return "has no content";
  if (typeof content !== "string" && !Array.isArray(content)) return "has content that is neither text nor a list";
  return undefined;
}
