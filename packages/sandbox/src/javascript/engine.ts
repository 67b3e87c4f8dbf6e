import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import quickjsVariant from "@jitl/quickjs-wasmfile-release-sync";
import { newQuickJSWASMModuleFromVariant, newVariant, type QuickJSSyncVariant } from "quickjs-emscripten-core";
import { DEFAULT_LIMITS } from "../limits.ts";
import { withFastTexts } from "./fast-texts.ts";
import { Machine } from "./machine.ts";
import { ProgramImages } from "./program-images.ts";

const PAGE = 65_536;
/** What QuickJS itself and fragmentation may take beyond the memory limit of a program. */
const HEADROOM = 32 * 1024 * 1024;

// The package's types describe its CommonJS build, whose default export is wrapped once more.
const variant = withFastTexts(quickjsVariant as unknown as QuickJSSyncVariant);

/** A machine and the programs that are loaded in images of it. They go together: an image fits no other machine. */
export interface Station {
  readonly machine: Machine;
  readonly images: ProgramImages;
}

/** QuickJS as a WebAssembly module: compiled once, instantiated again whenever a program has left an instance unusable. */
export class Engine {
  readonly #compiled: WebAssembly.Module;
  #station: Promise<Station> | undefined;
  #capacity = 0;

  private constructor(compiled: WebAssembly.Module) {
    this.#compiled = compiled;
  }

  /** Compiles QuickJS. */
  static async create(): Promise<Engine> {
    const file = createRequire(import.meta.url).resolve("@jitl/quickjs-wasmfile-release-sync/wasm");
    return new Engine(await WebAssembly.compile(await readFile(file)));
  }

  /** A machine whose whole memory is capped a little above `memoryBytes`, or above what most programs get. */
  station(memoryBytes: number = DEFAULT_LIMITS.javascript.memoryBytes): Promise<Station> {
    if (this.#station !== undefined && memoryBytes <= this.#capacity) return this.#station;
    this.#capacity = memoryBytes;
    this.#station = this.#build(memoryBytes);
    return this.#station;
  }

  /** Drops the machine. */
  discard(): void {
    this.#station = undefined;
    this.#capacity = 0;
  }

  async #build(capacity: number): Promise<Station> {
    const maximum = Math.min(Math.ceil((capacity + HEADROOM) / PAGE), 65_536);
    const wasmMemory = new WebAssembly.Memory({ initial: 256, maximum });
    const customized = newVariant(variant, { wasmModule: this.#compiled, wasmMemory });
    const machine = new Machine(await newQuickJSWASMModuleFromVariant(customized as never));
    return { machine, images: new ProgramImages() };
  }
}
