import type { MemoryImage } from "./memory-image.ts";

const MAX_BYTES = 24 * 1024 * 1024;
const MAX_IMAGE_BYTES = 4 * 1024 * 1024;
const MAX_PROGRAMS = 200;

/**
 * Images of a machine's memory in which a program stands loaded: its script has run, none of its functions was called and
 * no argument was ever there. The programs called longest ago are forgotten first.
 */
export class ProgramImages {
  /** Undefined for a program that was seen once: images are made for those that come again. */
  readonly #images = new Map<string, MemoryImage | undefined>();
  #bytes = 0;

  /** The image of a program, if there is one. */
  get(key: string): MemoryImage | undefined {
    const image = this.#images.get(key);
    if (image === undefined) return undefined;
    this.#images.delete(key);
    this.#images.set(key, image);
    return image;
  }

  /** Offers a program that was just loaded; `take` is called when its image is worth keeping. */
  offer(key: string, take: () => MemoryImage): void {
    const image = this.#images.has(key) ? take() : undefined;
    if (image !== undefined && image.size > MAX_IMAGE_BYTES) return;
    this.#images.delete(key);
    this.#images.set(key, image);
    this.#bytes += image?.size ?? 0;
    this.#forget();
  }

  #forget(): void {
    for (const [key, image] of this.#images) {
      if (this.#bytes <= MAX_BYTES && this.#images.size <= MAX_PROGRAMS) return;
      this.#images.delete(key);
      this.#bytes -= image?.size ?? 0;
    }
  }
}
