const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** How deep arrays and objects are nested in a JSON text, read without recursion and without building anything. */
export function depthOfText(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === QUOTE) index = endOfString(text, index);
    else if (code === 0x5b || code === 0x7b) deepest = Math.max(deepest, ++depth);
    else if (code === 0x5d || code === 0x7d) depth--;
  }
  return deepest;
}

function endOfString(text: string, start: number): number {
  let index = start + 1;
  while (index < text.length && text.charCodeAt(index) !== QUOTE) index += text.charCodeAt(index) === BACKSLASH ? 2 : 1;
  return index;
}

/**
 * Reads what a sandboxed program gave as its result and writes it again, so that nothing but plain JSON leaves the sandbox,
 * even when the program has taken over the code that wrote it. Gives undefined when the text is not JSON or too deep.
 */
export function normalizeJson(text: string, maxDepth: number): string | undefined {
  // Before parsing: JSON.stringify recurses, and a text that the program forged can be nested arbitrarily deep.
  if (depthOfText(text) > maxDepth) return undefined;
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    return undefined;
  }
}
