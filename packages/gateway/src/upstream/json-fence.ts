/**
 * JSON out of a Markdown fence, which models like to put around it. Only a fence around the whole answer is taken off:
 * JSON among prose could be an example as well as the answer. No regular expression, which would take quadratic time.
 */
export function withoutFence(content: string): string {
  const text = content.trim();
  if (!text.startsWith(FENCE) || !text.endsWith(FENCE)) return content;
  const firstLine = text.indexOf("\n");
  if (firstLine < 0 || firstLine >= text.length - FENCE.length) return content;
  const language = text.slice(FENCE.length, firstLine).trim().toLowerCase();
  return language === "" || language === "json" ? text.slice(firstLine, -FENCE.length).trim() : content;
}

const FENCE = "```";
