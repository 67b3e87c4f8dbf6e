/** An answer grew beyond what is taken. */
export class AnswerTooLargeError extends Error {
  override readonly name = "AnswerTooLargeError";

  constructor(maxBytes: number) {
    super(`the answer is larger than ${maxBytes} bytes`);
  }
}

/** A response's bytes. As soon as they are too many the connection is closed and `AnswerTooLargeError` thrown. */
export async function readBytes(response: Response, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > maxBytes) throw new AnswerTooLargeError(maxBytes);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Bytes as text; a byte order mark is dropped. */
export function decodeText(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

const LONGEST_FAILURE = 64 * 1024;

/** The text of a failure, whose beginning says what is wrong. One that breaks off is taken as far as it came. */
export async function readFailureText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
      chunks.push(chunk.subarray(0, LONGEST_FAILURE - size));
      size += chunk.byteLength;
      if (size >= LONGEST_FAILURE) break;
    }
  } catch {
    // Its status says what matters.
  }
  return decodeText(Buffer.concat(chunks));
}
