import { spawn, type ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import type { Duplex, Readable, Writable } from "node:stream";
import { fileURLToPath } from "node:url";
import { LineReader } from "./lines.ts";
import { Output } from "./output.ts";

// The package's folder: this file is two folders down, in src/ as in dist/.
const ZYGOTE_FILE = fileURLToPath(new URL("../../python/zygote.py", import.meta.url));
const START_MS = 10_000;
/** A killed child is gone in milliseconds. When its end is not reported by then, the zygote itself is stuck. */
const KILL_MS = 1000;

/** No path, no home, nothing of ours. The hash seed makes the order of sets the same in every call. */
const ENVIRONMENT = { PYTHONHASHSEED: "0", LC_ALL: "C.UTF-8", TZ: "UTC" };

/** How one child ended. */
export interface ChildEnd {
  /** Exit code, or minus the number of the signal that ended it. */
  readonly status: number;
  readonly cpuSeconds: number;
  readonly output: Output;
  /** Why we killed it, if we did. */
  readonly killed: KillReason | undefined;
  /** False when part of the request may still be in the pipe, so that the zygote must not be used again. */
  readonly clean: boolean;
}

export type KillReason = "wall" | "cancelled" | "output";

type ControlMessage = {
  readonly ready?: { readonly version: string; readonly unconfined: string | null };
  readonly child?: number;
  readonly read?: number;
  readonly exit?: number;
  readonly status?: number;
  readonly cpuSeconds?: number;
  readonly fenced?: boolean;
};

interface Call {
  readonly number: number;
  readonly fence: Buffer;
  readonly output: Output;
  readonly resolve: (end: ChildEnd | undefined) => void;
  read: boolean;
  killed: KillReason | undefined;
  exit: { readonly status: number; readonly cpuSeconds: number } | undefined;
}

/** One warm interpreter with one child that waits for a request. See zygote.py for what is said between us. */
export class Zygote {
  readonly #process: ChildProcess;
  readonly #requests: Writable;
  readonly #control: Duplex;
  readonly #waiting: (() => void)[] = [];
  readonly #exited: Promise<unknown>;
  #child: number | undefined;
  #call: Call | undefined;
  #alive = true;
  #errors = "";
  #unconfined: string | undefined;
  #onReady: ((message: NonNullable<ControlMessage["ready"]>) => void) | undefined;

  private constructor(executable: string, unconfined: boolean) {
    const args = ["-s", "-S", "-B", ZYGOTE_FILE, ...(unconfined ? ["--unconfined"] : [])];
    this.#process = spawn(executable, args, {
      env: ENVIRONMENT,
      cwd: "/",
      stdio: ["pipe", "pipe", "pipe", "pipe"],
      // A group of its own: Ctrl-C in a terminal stops the gateway, which ends its programs in its own order.
      detached: true,
    });
    const [requests, results, errors, control] = this.#process.stdio as [Writable, Readable, Readable, Duplex, unknown];
    this.#requests = requests;
    this.#control = control;
    for (const stream of [requests, results, errors, control]) stream.on("error", () => undefined);
    results.on("data", (data: Buffer) => this.#onOutput(data));
    errors.on("data", (data: Buffer) => (this.#errors = (this.#errors + data.toString()).slice(-2000)));
    const lines = new LineReader((line) => this.#onMessage(JSON.parse(line) as ControlMessage));
    control.on("data", (data: Buffer) => lines.push(data));
    // Where programs are not confined, one may have left a process behind that keeps this end open.
    this.#process.once("exit", () => results.destroy());
    this.#exited = once(this.#process, "close").catch(() => undefined);
    this.#process.on("error", (error) => (this.#errors += error.message));
    void this.#exited.then(() => this.#onGone());
  }

  /**
   * Starts an interpreter and waits until it is ready.
   * @throws Error that says why it is not: it does not start, or cannot confine programs and `unconfined` is false
   */
  static async start(executable: string, unconfined: boolean): Promise<Zygote> {
    const zygote = new Zygote(executable, unconfined);
    const timer = setTimeout(() => zygote.kill(), START_MS);
    const ready = await new Promise<ControlMessage["ready"]>((resolve) => {
      zygote.#onReady = resolve;
      void zygote.#exited.then(() => resolve(undefined));
    });
    clearTimeout(timer);
    if (ready === undefined) throw new Error(`Python did not start: ${zygote.#errors.trim() || "no reason given"}`);
    zygote.#unconfined = ready.unconfined ?? undefined;
    if (ready.unconfined === null || unconfined) return zygote;
    await zygote.close();
    throw new Error(`Python programs cannot be confined here: ${ready.unconfined}.`);
  }

  /** Why programs run unconfined, if they do. */
  get unconfined(): string | undefined {
    return this.#unconfined;
  }

  /** False once the process is gone. */
  get alive(): boolean {
    return this.#alive;
  }

  /** Runs `request` in the child that waits. Gives undefined when the zygote itself went away. */
  async call(
    request: Buffer,
    maxOutput: number,
    arm: (kill: (reason: KillReason) => void) => () => void,
  ): Promise<ChildEnd | undefined> {
    const number = await this.#nextChild();
    if (number === undefined) return undefined;
    const fence = Buffer.from(randomBytes(24).toString("hex"));
    const output = new Output(maxOutput, fence);
    const ended = new Promise<ChildEnd | undefined>((resolve) => {
      this.#call = { number, fence, output, resolve, read: false, killed: undefined, exit: undefined };
    });
    this.#child = undefined;
    this.#control.write(`run ${number} ${fence.toString()}\n`);
    this.#requests.write(request);
    const disarm = arm((reason) => this.#killChild(number, reason));
    return ended.finally(disarm);
  }

  /** Ends the interpreter and its child at once. */
  kill(): void {
    const { pid } = this.#process;
    if (pid === undefined || !this.#alive) return;
    try {
      process.kill(-pid, "SIGKILL");
    } catch {
      this.#process.kill("SIGKILL");
    }
  }

  /** Ends the interpreter and its child and waits until both are gone. */
  async close(): Promise<void> {
    this.kill();
    await this.#exited;
  }

  /** The child that waits. It is looked for again after waiting: the one that was announced may be gone by then. */
  async #nextChild(): Promise<number | undefined> {
    while (this.#alive && this.#child === undefined) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    return this.#alive ? this.#child : undefined;
  }

  #killChild(number: number, reason: KillReason): void {
    const call = this.#call;
    if (call === undefined || call.number !== number || call.killed !== undefined) return;
    call.killed = reason;
    this.#control.write(`kill ${number}\n`);
    const timer = setTimeout(() => this.#call === call && this.kill(), KILL_MS);
    timer.unref();
  }

  #onMessage(message: ControlMessage): void {
    if (message.ready !== undefined) this.#onReady?.(message.ready);
    if (message.child !== undefined) {
      this.#child = message.child;
      for (const resolve of this.#waiting.splice(0)) resolve();
    }
    const call = this.#call;
    if (message.read !== undefined && call?.number === message.read) call.read = true;
    if (message.exit === undefined) return;
    if (this.#child === message.exit) this.#child = undefined;
    if (call?.number !== message.exit) return;
    // The child had ended before it was given the call, and the one after it reads the request now.
    if (message.fenced !== true) return this.kill();
    call.exit = { status: message.status ?? 0, cpuSeconds: message.cpuSeconds ?? 0 };
    this.#finish(call);
  }

  #onOutput(data: Buffer): void {
    const call = this.#call;
    if (call === undefined) return;
    call.output.push(data);
    if (call.output.overflowed) this.#killChild(call.number, "output");
    this.#finish(call);
  }

  /** A call is over when its child is reported gone and everything up to the fence has been read. */
  #finish(call: Call): void {
    if (call.exit === undefined || !call.output.fenced) return;
    this.#call = undefined;
    call.resolve({ ...call.exit, output: call.output, killed: call.killed, clean: call.read });
  }

  #onGone(): void {
    this.#alive = false;
    for (const resolve of this.#waiting.splice(0)) resolve();
    const call = this.#call;
    this.#call = undefined;
    call?.resolve(undefined);
  }
}
