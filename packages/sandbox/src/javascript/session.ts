import type { QuickJSContext, QuickJSHandle, QuickJSWASMModule } from "quickjs-emscripten-core";
import type { Limits } from "../limits.ts";
import type { Guest } from "./guest.ts";

const STACK_BYTES = 256 * 1024;
/** Time to describe a failure after the program's own time is up. */
const GRACE_MS = 100;

/** A value thrown inside QuickJS, on its way to the place that describes it. */
export class Thrown {
  readonly handle: QuickJSHandle;
  constructor(handle: QuickJSHandle) {
    this.handle = handle;
  }
}

/** One runtime with one context, its limits, and every handle into it, so that all can be disposed of together. */
export class QuickJSSession {
  /** False once the instance that the session lives in cannot be trusted any more. */
  sound = true;
  readonly context: QuickJSContext;
  readonly #quickjs: QuickJSWASMModule;
  readonly #handles: QuickJSHandle[] = [];
  #guest: QuickJSHandle | undefined;
  #deadline: number;
  #interrupted = false;

  constructor(quickjs: QuickJSWASMModule, limits: Limits) {
    this.#quickjs = quickjs;
    this.#deadline = performance.now() + limits.cpuSeconds * 1000;
    const runtime = quickjs.newRuntime();
    runtime.setMemoryLimit(limits.memoryBytes);
    runtime.setMaxStackSize(STACK_BYTES);
    runtime.setInterruptHandler(() => this.#interruptWhenLate());
    this.context = runtime.newContext();
  }

  /** Whether the program's time is up. */
  get expired(): boolean {
    return this.#interrupted || performance.now() > this.#deadline;
  }

  /** Whether QuickJS stopped the program because its time was up. */
  get interrupted(): boolean {
    return this.#interrupted;
  }

  get hasGuest(): boolean {
    return this.#guest !== undefined;
  }

  /** Memory of the whole instance. It never shrinks. */
  get memoryBytes(): number {
    return this.#quickjs.getWasmMemory().buffer.byteLength;
  }

  /** Gives our own code inside QuickJS a little time after the program's is up. */
  extendTime(): void {
    this.#interrupted = false;
    this.#deadline = performance.now() + GRACE_MS;
  }

  /** Runs a script. @throws Thrown */
  evaluate(code: string, file: string): QuickJSHandle {
    // "global" says that it is a script: by default the text would be searched for signs of a module.
    return this.#unwrap(this.context.evalCode(code, file, { type: "global" }));
  }

  /** Sets up our code inside QuickJS. @throws Thrown */
  installGuest(source: string, ...texts: string[]): void {
    const install = this.evaluate(source, "<sandbox>");
    const handles = texts.map((text) => this.keep(this.context.newString(text)));
    this.#guest = this.#unwrap(this.context.callFunction(install, this.context.undefined, ...handles));
  }

  /** Calls a function of the guest. @throws Thrown */
  callGuest(name: keyof Guest, ...args: QuickJSHandle[]): QuickJSHandle {
    if (this.#guest === undefined) throw new Error("the guest is not installed");
    const method = this.keep(this.context.getProp(this.#guest, name));
    return this.#unwrap(this.context.callFunction(method, this.context.undefined, ...args));
  }

  /** Has the handle disposed of with the session. */
  keep(handle: QuickJSHandle): QuickJSHandle {
    this.#handles.push(handle);
    return handle;
  }

  /** Gives false when something was left over, which makes the instance unusable. */
  dispose(): boolean {
    const { runtime } = this.context;
    try {
      for (const handle of this.#handles.reverse()) if (handle.alive) handle.dispose();
      this.context.dispose();
      runtime.dispose();
      return this.sound;
    } catch {
      return false;
    }
  }

  #interruptWhenLate(): boolean {
    if (performance.now() > this.#deadline) this.#interrupted = true;
    return this.#interrupted;
  }

  #unwrap(result: ReturnType<QuickJSContext["evalCode"]>): QuickJSHandle {
    if (result.error !== undefined) throw new Thrown(this.keep(result.error));
    return this.keep(result.value);
  }
}
