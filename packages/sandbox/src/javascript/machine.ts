import type { QuickJSContext, QuickJSHandle, QuickJSWASMModule } from "quickjs-emscripten-core";
import type { Limits } from "../limits.ts";
import { GUEST_SOURCE, type Guest } from "./guest.ts";
import { restoreImage, takeImage, type MemoryImage } from "./memory-image.ts";

const STACK_BYTES = 256 * 1024;
/** Time to describe a failure after the program's own time is up. */
const GRACE_MS = 100;
/** A memory that has grown beyond this is not worth restoring: an instance with a new memory is quicker. */
const MAX_RESTORED_BYTES = 16 * 1024 * 1024;

/** A value thrown inside QuickJS, on its way to the place that describes it. */
export class Thrown {
  readonly handle: QuickJSHandle;
  constructor(handle: QuickJSHandle) {
    this.handle = handle;
  }
}

/**
 * An instance of QuickJS with one context, in which our guest stands and nothing of an author's has run. Before each
 * program its whole memory is put back to that point, so nothing of a program is left, wherever the program left it.
 * Values of one program are never disposed of one by one: they vanish with the memory that they are in.
 */
export class Machine {
  /** False once the instance cannot be put back any more. */
  sound = true;
  readonly context: QuickJSContext;
  readonly #memory: WebAssembly.Memory;
  readonly #guest: Readonly<Record<keyof Guest, QuickJSHandle>>;
  readonly #fresh: MemoryImage;
  #deadline = Infinity;
  #interrupted = false;

  constructor(quickjs: QuickJSWASMModule) {
    this.#memory = quickjs.getWasmMemory();
    const runtime = quickjs.newRuntime();
    runtime.setMaxStackSize(STACK_BYTES);
    runtime.setInterruptHandler(() => this.#interruptWhenLate());
    this.context = runtime.newContext();
    this.#guest = this.#installGuest();
    this.#fresh = takeImage(this.#memory);
  }

  /** Whether the program's time is up. */
  get expired(): boolean {
    return this.#interrupted || performance.now() > this.#deadline;
  }

  /** Whether QuickJS stopped the program because its time was up. */
  get interrupted(): boolean {
    return this.#interrupted;
  }

  /** Memory of the whole instance. It never shrinks. */
  get memoryBytes(): number {
    return this.#memory.buffer.byteLength;
  }

  /** Whether another program can run here. */
  get reusable(): boolean {
    return this.sound && this.memoryBytes <= MAX_RESTORED_BYTES;
  }

  /** Puts the whole memory back: to where nothing has run, or to an image that was taken of this machine. */
  restore(image = this.#fresh): void {
    restoreImage(this.#memory, image);
  }

  /** The memory as it is now, as far as it differs from where nothing has run. */
  image(): MemoryImage {
    return takeImage(this.#memory, this.#fresh);
  }

  /** Starts the clock of a program, and caps its heap. */
  begin(limits: Limits): void {
    this.context.runtime.setMemoryLimit(limits.memoryBytes);
    this.#interrupted = false;
    this.#deadline = performance.now() + limits.cpuSeconds * 1000;
  }

  /** Gives our own code inside QuickJS a little time after the program's is up. */
  extendTime(): void {
    this.#interrupted = false;
    this.#deadline = performance.now() + GRACE_MS;
  }

  /** Runs a script. @throws Thrown */
  evaluate(code: string, file: string): QuickJSHandle {
    // "global" says that it is a script: by default the text would be searched for signs of a module.
    return unwrap(this.context.evalCode(code, file, { type: "global" }));
  }

  /** Calls a function of the guest. A text goes in as a string. @throws Thrown */
  callGuest(name: keyof Guest, ...args: (QuickJSHandle | string)[]): QuickJSHandle {
    const handles = args.map((arg) => (typeof arg === "string" ? this.context.newString(arg) : arg));
    return unwrap(this.context.callFunction(this.#guest[name], this.context.undefined, ...handles));
  }

  #installGuest(): Record<keyof Guest, QuickJSHandle> {
    const { context } = this;
    const install = this.evaluate(GUEST_SOURCE, "<sandbox>");
    const guest = unwrap(context.callFunction(install, context.undefined));
    const method = (name: keyof Guest) => context.getProp(guest, name);
    return {
      configure: method("configure"),
      invoke: method("invoke"),
      result: method("result"),
      failure: method("failure"),
      log: method("log"),
    };
  }

  #interruptWhenLate(): boolean {
    if (performance.now() > this.#deadline) this.#interrupted = true;
    return this.#interrupted;
  }
}

function unwrap(result: ReturnType<QuickJSContext["evalCode"]>): QuickJSHandle {
  if (result.error !== undefined) throw new Thrown(result.error);
  return result.value;
}
