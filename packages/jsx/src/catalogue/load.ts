import fs from "node:fs";
import path from "node:path";
import vm from "node:vm";
import type { Compiler } from "./compilers.ts";

/** Compiles and runs a file of the catalogue, and what it imports; packages are those that this process has. */
export async function load(file: string, compile: Compiler): Promise<Readonly<Record<string, unknown>>> {
  const modules = new Map<string, Promise<vm.Module>>();

  function moduleOf(specifier: string, importer: string): Promise<vm.Module> {
    const id = specifier.startsWith(".") ? path.resolve(path.dirname(importer), specifier) : specifier;
    const known = modules.get(id) ?? (id === specifier ? packageModule(id) : fileModule(id));
    modules.set(id, known);
    return known;
  }

  async function fileModule(id: string): Promise<vm.Module> {
    return new vm.SourceTextModule(await compile(fs.readFileSync(id, "utf8"), id), { identifier: id });
  }

  const entry = await fileModule(file);
  await entry.link((specifier, importer) => moduleOf(specifier, importer.identifier));
  await entry.evaluate();
  return entry.namespace as Readonly<Record<string, unknown>>;
}

async function packageModule(name: string): Promise<vm.Module> {
  const exports = (await import(name)) as Readonly<Record<string, unknown>>;
  return new vm.SyntheticModule(Object.keys(exports), function () {
    for (const [key, value] of Object.entries(exports)) this.setExport(key, value);
  });
}
