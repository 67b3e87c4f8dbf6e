/** Cuts a stream into lines. */
export class LineReader {
  #rest = "";
  readonly #onLine: (line: string) => void;

  constructor(onLine: (line: string) => void) {
    this.#onLine = onLine;
  }

  push(data: Buffer): void {
    const lines = (this.#rest + data.toString()).split("\n");
    this.#rest = lines.pop() ?? "";
    for (const line of lines) this.#onLine(line);
  }
}
