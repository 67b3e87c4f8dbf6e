import pc from "picocolors";

/** The signals that stop a command. */
export type Signal = "SIGINT" | "SIGTERM";

/** Where a command reads and writes. Passed in, so that tests need no process. */
export interface Terminal {
  readonly stdin: NodeJS.ReadableStream & { readonly isTTY?: boolean | undefined };
  readonly stdout: NodeJS.WritableStream & { readonly isTTY?: boolean | undefined };
  readonly stderr: NodeJS.WritableStream & { readonly isTTY?: boolean | undefined };
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Paths given by the user are resolved against it, and printed as seen from it. */
  readonly cwd: string;
  /** Where signals arrive: the process. */
  readonly signals: {
    on(signal: Signal, listener: (signal: Signal) => void): unknown;
    off(signal: Signal, listener: (signal: Signal) => void): unknown;
  };
}

type Style = "red" | "yellow" | "green" | "cyan" | "dim" | "bold";

/** Whether to colour: only on a terminal, never with NO_COLOR, always with FORCE_COLOR. */
export function hasColor(terminal: Terminal, stream: { readonly isTTY?: boolean | undefined }): boolean {
  const { NO_COLOR, FORCE_COLOR } = terminal.env;
  if (NO_COLOR !== undefined && NO_COLOR !== "") return false;
  if (FORCE_COLOR !== undefined && FORCE_COLOR !== "") return FORCE_COLOR !== "0";
  return stream.isTTY === true;
}

/** The text in a style, where the stream shows styles. */
export function paint(terminal: Terminal, stream: Terminal["stdout"], style: Style, text: string): string {
  return pc.createColors(hasColor(terminal, stream))[style](text);
}

/** A line of the result. */
export function print(terminal: Terminal, text: string): void {
  terminal.stdout.write(`${text}\n`);
}

/** Lines of the result, in columns. */
export function printTable(terminal: Terminal, rows: readonly (readonly string[])[]): void {
  const widths: number[] = [];
  for (const row of rows) row.forEach((cell, column) => (widths[column] = Math.max(widths[column] ?? 0, cell.length)));
  for (const row of rows)
    print(
      terminal,
      row
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join("  ")
        .trimEnd(),
    );
}

/** A line beside the result: progress, warnings, where things are. */
export function note(terminal: Terminal, text: string): void {
  terminal.stderr.write(`${text}\n`);
}

/** One JSON document as the whole of the result. */
export function printJson(terminal: Terminal, value: unknown): void {
  print(terminal, JSON.stringify(value, undefined, 2));
}

/** Shows that something takes time, on a terminal only; the answer clears it. */
export function progress(terminal: Terminal, label: string): () => void {
  if (terminal.stderr.isTTY !== true) return () => {};
  const started = Date.now();
  let shown = false;
  const timer = setInterval(() => {
    const seconds = Math.round((Date.now() - started) / 1000);
    terminal.stderr.write(`\r${paint(terminal, terminal.stderr, "dim", `${label} ${seconds} s`)}`);
    shown = true;
  }, 1000);
  return () => {
    clearInterval(timer);
    if (shown) terminal.stderr.write("\r\u001b[K");
  };
}
