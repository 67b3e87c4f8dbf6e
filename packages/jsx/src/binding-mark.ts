/** What a mark says: where the value would have come from. */
export interface Marked {
  readonly source: string;
  readonly path: readonly string[];
}

/** The zero character, as it is or as JSON escapes it. No prompt has one. */
const MARK = /(?:\0|\\u0000)espalier:(messages|previous|item)(.*?)(?:\0|\\u0000)/s;

/** The text that a binding becomes when an author's code turns it into a string. */
export function mark({ source, path }: Marked): string {
  return `\0espalier:${source}${path.map((name) => `.${name}`).join("")}\0`;
}

/** How a binding is written, for messages: `Input.previous.field("total")`. */
export function describeBinding({ source, path }: Marked): string {
  return `Input.${source}${path.map((name) => `.field(${JSON.stringify(name)})`).join("")}`;
}

/**
 * The binding that was turned into a string somewhere in `text` (template literal, `+`, `JSON.stringify`), as it was
 * written, for a message. `undefined` when there is none.
 */
export function stringifiedBinding(text: string): string | undefined {
  const [, source, fields] = MARK.exec(text) ?? [];
  if (source === undefined) return undefined;
  return describeBinding({ source, path: (fields ?? "").split(".").slice(1) });
}
