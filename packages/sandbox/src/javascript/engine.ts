import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import quickjsVariant from "@jitl/quickjs-wasmfile-release-sync";
import { DEFAULT_LIMITS } from "../limits.ts";
import { newQuickJSWASMModuleFromVariant, newVariant, type QuickJSWASMModule } from "quickjs-emscripten-core";

const PAGE = 65_536;
/** What QuickJS itself and fragmentation may take beyond the memory limit of a program. */
const HEADROOM = 32 * 1024 * 1024;

// The package's types describe its CommonJS build, whose default export is wrapped once more.
const variant = quickjsVariant as unknown as Parameters<typeof newVariant>[0];

/** QuickJS as a WebAssembly module: compiled once, instantiated again whenever a program has left an instance unusable. */
export class Engine {
  readonly #compiled: WebAssembly.Module;
  #instance: QuickJSWASMModule | undefined;
  #capacity = 0;

  private constructor(compiled: WebAssembly.Module) {
    this.#compiled = compiled;
  }

  /** Compiles QuickJS. */
  static async create(): Promise<Engine> {
    const file = createRequire(import.meta.url).resolve("@jitl/quickjs-wasmfile-release-sync/wasm");
    return new Engine(await WebAssembly.compile(await readFile(file)));
  }

  /** An instance whose whole memory is capped a little above `memoryBytes`. */
  async instance(memoryBytes: number): Promise<QuickJSWASMModule> {
    if (this.#instance !== undefined && memoryBytes <= this.#capacity) return this.#instance;
    const maximum = Math.min(Math.ceil((memoryBytes + HEADROOM) / PAGE), 65_536);
    const wasmMemory = new WebAssembly.Memory({ initial: 256, maximum });
    const customized = newVariant(variant, { wasmModule: this.#compiled, wasmMemory });
    this.#instance = await newQuickJSWASMModuleFromVariant(customized as never);
    this.#capacity = memoryBytes;
    return this.#instance;
  }

  /** Makes an instance, so that the first program does not have to wait for it. */
  async warm(): Promise<void> {
    await this.instance(DEFAULT_LIMITS.javascript.memoryBytes);
  }

  /** Drops the instance: after an out-of-memory its bookkeeping is not to be trusted, and disposing of it can abort. */
  discard(): void {
    this.#instance = undefined;
    this.#capacity = 0;
  }
}
