/**
 * What has been proven, and what has not. A proof that was begun counts as done until it fails, so that recursive schemas
 * end; when it fails, everything that was proven since may rest on it and is forgotten.
 */
export class Proofs {
  readonly #failed = new Set<string>();
  readonly #held = new Set<string>();
  readonly #order: string[] = [];

  readonly #onFailure: () => void;

  constructor(onFailure: () => void) {
    this.#onFailure = onFailure;
  }

  get(key: string): boolean | undefined {
    if (this.#failed.has(key)) return false;
    return this.#held.has(key) ? true : undefined;
  }

  /** Takes a proof as done, and gives the mark to forget it by. */
  begin(key: string): number {
    this.#held.add(key);
    return this.#order.push(key) - 1;
  }

  fail(key: string, mark: number): void {
    for (const later of this.#order.splice(mark)) this.#held.delete(later);
    this.#failed.add(key);
    this.#onFailure();
  }
}
