const PAGE = 4096;
const ZEROS = new Uint8Array(PAGE);

/** A memory as it once was: the pages in which it differed from an earlier image, or from zeros. */
export interface MemoryImage {
  readonly base?: MemoryImage;
  readonly runs: readonly MemoryRun[];
  /** Bytes that the image takes, without its base. */
  readonly size: number;
}

interface MemoryRun {
  readonly offset: number;
  readonly bytes: Uint8Array;
}

/** Copies what is in a memory, as far as it differs from the image of the same memory that is given. */
export function takeImage(memory: WebAssembly.Memory, base?: MemoryImage): MemoryImage {
  const bytes = Buffer.from(memory.buffer);
  const known = pagesOf(base);
  const isKnown = (offset: number) => bytes.compare(known.get(offset) ?? ZEROS, 0, PAGE, offset, offset + PAGE) === 0;
  const runs: MemoryRun[] = [];
  let size = 0;
  for (let offset = 0; offset < bytes.length; offset += PAGE) {
    if (isKnown(offset)) continue;
    let end = offset + PAGE;
    while (end < bytes.length && !isKnown(end)) end += PAGE;
    runs.push({ offset, bytes: new Uint8Array(bytes.subarray(offset, end)) });
    size += end - offset;
    offset = end;
  }
  return base === undefined ? { runs, size } : { base, runs, size };
}

/** Makes every byte of the memory what it was when the image was taken; what it has grown by since becomes zero. */
export function restoreImage(memory: WebAssembly.Memory, { base, runs }: MemoryImage): void {
  if (base !== undefined) {
    restoreImage(memory, base);
    const bytes = new Uint8Array(memory.buffer);
    for (const run of runs) bytes.set(run.bytes, run.offset);
    return;
  }
  const bytes = new Uint8Array(memory.buffer);
  let end = 0;
  for (const run of runs) {
    bytes.fill(0, end, run.offset);
    bytes.set(run.bytes, run.offset);
    end = run.offset + run.bytes.length;
  }
  bytes.fill(0, end);
}

/** The pages of an image that is no difference itself. */
function pagesOf(image: MemoryImage | undefined): Map<number, Uint8Array> {
  const pages = new Map<number, Uint8Array>();
  for (const { offset, bytes } of image?.runs ?? []) {
    for (let at = 0; at < bytes.length; at += PAGE) pages.set(offset + at, bytes.subarray(at, at + PAGE));
  }
  return pages;
}
