import type { JsonSchema } from "@espalier/contract";
import type { FunctionTag, Place } from "@espalier/jsx";
import type { Resolved } from "../finding.ts";
import type { Signature } from "../signature.ts";
import type { ReadPython } from "./host.ts";
import { readModel } from "./model-schema.ts";
import { createPrograms, type Programs } from "./programs.ts";
import { readSignature } from "./signature.ts";
import { sharedSources, type SourceCache } from "./source-cache.ts";
import { loadTypeScript } from "./typescript.ts";

/** Options of {@link createTypeScriptProject}. */
export interface TypeScriptProjectOptions {
  /** The directory that stands for the project where there is no `tsconfig.json`. */
  readonly root: string;
  /**
   * The declarations that an import of a Python file means. When given, `x.d.py.ts` beside the file is never read: it may
   * be older than the file. It must not throw.
   */
  readonly readPython?: ReadPython | undefined;
  /** Parsed files to share with other projects. All projects share one cache unless told otherwise. */
  readonly sources?: SourceCache | undefined;
}

/** Knows the types of TypeScript files. Mistakes of the author are findings; nothing throws for them. */
export interface TypeScriptProject {
  /** Parameters and result of the function that a tag names. Schemas stand alone and have no descriptions. */
  signature(tag: FunctionTag): Resolved<Signature>;
  /** The schema of `T` in the call `schema<T>()` that starts at `place`, with its descriptions. */
  modelSchema(place: Place): Resolved<JsonSchema>;
  /** Names files that will be asked for. Optional: it saves making a program again for each that no other imports. */
  expect(files: readonly string[]): void;
  /** Reads changed files again and keeps the rest; without `changedFiles`, reads everything again. */
  refresh(changedFiles?: readonly string[]): void;
  /** The files that were read so far, configurations among them, but for those of packages. */
  files(): string[];
}

/** A project that loads TypeScript, and then files, only when something is asked of it. */
export function createTypeScriptProject({ root, readPython, sources }: TypeScriptProjectOptions): TypeScriptProject {
  let made: Programs | undefined;
  const waiting: string[] = [];
  const programs = (): Programs => {
    made ??= createPrograms(loadTypeScript(), root, sources ?? sharedSources, readPython);
    made.expect(waiting.splice(0));
    return made;
  };
  return {
    signature(tag) {
      const { checked, source } = programs().checked(tag.file);
      return readSignature(checked, source, tag);
    },
    modelSchema(place) {
      const { checked, source } = programs().checked(place.file);
      return readModel(checked, source, place);
    },
    expect(files) {
      waiting.push(...files);
    },
    refresh(changedFiles) {
      made?.refresh(changedFiles);
    },
    files: () => made?.files() ?? [],
  };
}
