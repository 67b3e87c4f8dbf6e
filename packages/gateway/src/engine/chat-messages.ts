import { isJsonObject, type Json } from "@espalier/contract";
import type { ChatMessage } from "./types.ts";

/** A request's messages as they were sent. */
export function parseMessages(input: string): readonly ChatMessage[] {
  return JSON.parse(input) as ChatMessage[];
}

/** Messages as programs see them: `{ role, content }` with text parts joined; parts that are not text are left out. */
export function messagesAsValue(input: string): Json {
  return parseMessages(input).map(({ role, content }) => ({ role, content: textOf(content) }));
}

function textOf(content: Json | undefined): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content.map(partText).join("");
}

function partText(part: Json): string {
  return isJsonObject(part) && part["type"] === "text" && typeof part["text"] === "string" ? part["text"] : "";
}
