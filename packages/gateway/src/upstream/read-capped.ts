/** An answer grew beyond what is taken. */
export class AnswerTooLargeError extends Error {
  override readonly name = "AnswerTooLargeError";

  constructor(maxBytes: number) {
    super(`the answer is larger than ${maxBytes} bytes`);
  }
}

/**
 * The text of a response. As soon as it is too large the connection is closed and `AnswerTooLargeError` thrown. UTF-8
 * that chunks split is put together; a byte order mark is dropped.
 */
export async function readCapped(response: Response, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > maxBytes) throw new AnswerTooLargeError(maxBytes);
    chunks.push(chunk);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}

/** The beginning of a response's text. One that breaks off is taken as far as it came. */
export async function readBeginning(response: Response, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
      chunks.push(chunk.subarray(0, maxBytes - size));
      size += chunk.byteLength;
      if (size >= maxBytes) break;
    }
  } catch {
    // Its status says what matters.
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}
