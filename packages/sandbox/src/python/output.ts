/**
 * All that one child writes, up to a fence: bytes that the zygote writes when the child is gone and that the child cannot
 * know. Without it, what a program wrote behind its result would be taken for the beginning of the next program's.
 */
export class Output {
  readonly #maximum: number;
  readonly #fence: Buffer;
  #chunks: Buffer[] = [];
  #length = 0;
  #tail: Buffer = Buffer.alloc(0);

  constructor(maximum: number, fence: Buffer) {
    this.#maximum = maximum;
    this.#fence = fence;
  }

  push(data: Buffer): void {
    this.#length += data.length;
    this.#tail = Buffer.concat([this.#tail, data.subarray(-this.#fence.length)]).subarray(-this.#fence.length);
    // What is too much is read to its end, but not kept.
    if (this.overflowed) this.#chunks = [];
    else this.#chunks.push(data);
  }

  /** Whether the child wrote more than it may. */
  get overflowed(): boolean {
    return this.#length > this.#maximum + this.#fence.length;
  }

  /** Whether everything has been read. */
  get fenced(): boolean {
    return this.#tail.equals(this.#fence);
  }

  /** What the child wrote. */
  bytes(): Buffer {
    return Buffer.concat(this.#chunks).subarray(0, -this.#fence.length);
  }
}
