/** What stands around something that Python cannot read. */
export interface Unreadable {
  /** All text before it. */
  readonly before: string;
  /** The word or sign that is not expected; undefined at the end of a line. */
  readonly token: string | undefined;
}

/** What to write instead, where the mistake is one that many make. */
export function syntaxHint({ before, token }: Unreadable): string | undefined {
  const lines = before.split("\n");
  const line = lines.at(-1) ?? "";
  if (/^\s*print\s*$/.test(line)) return "Write print(…).";
  if (token === undefined) return needsColon(line) ? 'Write ":" at the end of the line.' : undefined;
  if (token === "=" && /^\s*(?:if|elif|while|return|assert)\b/.test(line)) return 'Write "==" to compare.';
  if (/^[)\]}]$/.test(token)) return "Look at the brackets before it: one is missing or too many.";
  if (line.trim() !== "") return undefined;
  const above = lines.slice(0, -1).findLast((one) => one.trim() !== "") ?? "";
  if (/:\s*(?:#.*)?$/.test(above) && indentation(line) <= indentation(above)) {
    return "Indent it: the lines of a body stand four spaces further right than the line before them.";
  }
  if (/^(?:else|elif|except|finally)$/.test(token)) {
    return `"${token}" stands below the statement that it belongs to, with the same indentation.`;
  }
  return undefined;
}

const COMPOUND = /^\s*(?:async\s+)?(?:def|class|if|elif|else|for|while|try|except|finally|with|match|case)\b/;

/** Whether a line begins a body and has no colon outside of brackets. */
function needsColon(line: string): boolean {
  return COMPOUND.test(line) && !/:/.test(withoutBrackets(line));
}

function withoutBrackets(line: string): string {
  const inner = line.replaceAll(/\([^()]*\)|\[[^[\]]*\]|\{[^{}]*\}/g, "");
  return inner === line ? line : withoutBrackets(inner);
}

function indentation(line: string): number {
  return line.length - line.trimStart().length;
}
