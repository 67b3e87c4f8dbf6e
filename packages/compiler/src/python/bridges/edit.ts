/** Text to write over what stands at `from`; it is as long as what it replaces. */
export interface Edit {
  readonly from: number;
  readonly replacement: string;
}

/** An edit that writes a name or a number, `sign` over and over, where something is that the grammar does not know. */
export function inPlace(text: string, from: number, to: number, sign: "_" | "0"): Edit[] {
  const written = text.slice(from, to);
  const start = from + written.length - written.trimStart().length;
  return [{ from: start, replacement: sign.repeat(written.trim().length) }];
}
