const PAGE = 4096;
const ZEROS = new Uint8Array(PAGE);

/** A memory as it once was: its pages that are not all zeros. */
export interface MemoryImage {
  readonly runs: readonly MemoryRun[];
  /** Bytes that the image takes. */
  readonly size: number;
}

interface MemoryRun {
  readonly offset: number;
  readonly bytes: Uint8Array;
}

/** Copies what is in a memory. */
export function takeImage(memory: WebAssembly.Memory): MemoryImage {
  const bytes = Buffer.from(memory.buffer);
  const runs: MemoryRun[] = [];
  let size = 0;
  for (let offset = 0; offset < bytes.length; offset += PAGE) {
    if (isZero(bytes, offset)) continue;
    let end = offset + PAGE;
    while (end < bytes.length && !isZero(bytes, end)) end += PAGE;
    runs.push({ offset, bytes: new Uint8Array(bytes.subarray(offset, end)) });
    size += end - offset;
    offset = end;
  }
  return { runs, size };
}

/** Makes every byte of the memory what it was when the image was taken; what it has grown by since becomes zero. */
export function restoreImage(memory: WebAssembly.Memory, image: MemoryImage): void {
  const bytes = new Uint8Array(memory.buffer);
  let end = 0;
  for (const run of image.runs) {
    bytes.fill(0, end, run.offset);
    bytes.set(run.bytes, run.offset);
    end = run.offset + run.bytes.length;
  }
  bytes.fill(0, end);
}

function isZero(bytes: Buffer, offset: number): boolean {
  return bytes.compare(ZEROS, 0, PAGE, offset, offset + PAGE) === 0;
}
