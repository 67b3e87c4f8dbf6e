import type { BuiltFlow } from "./flow-modules.ts";

type Note = (file: string) => void;

/** Flows that were built, so that one of which no file has changed is built once. */
export interface FlowCache {
  /**
   * A built flow, made by `build` unless it is known already. `note` is told what took part either way. What could not
   * be built is tried anew the next time.
   */
  get<T>(file: string, note: Note, build: (note: Note) => Promise<BuiltFlow | T>): Promise<BuiltFlow | T>;
  /** Whether a flow is known. */
  has(file: string): boolean;
  /** Keeps a flow that was built with others, and the files that take part in it. */
  set(file: string, flow: BuiltFlow, files: ReadonlySet<string>): void;
  /** Forgets the flows of which a file is one that `hasChanged`. */
  drop(hasChanged: (file: string) => boolean): void;
}

/** A cache that lives as long as it is held. */
export function createFlowCache(): FlowCache {
  const kept = new Map<string, { readonly flow: BuiltFlow; readonly files: ReadonlySet<string> }>();
  return {
    async get(file, note, build) {
      const known = kept.get(file);
      if (known !== undefined) {
        for (const used of known.files) note(used);
        return known.flow;
      }
      const files = new Set<string>();
      const flow = await build((used) => {
        files.add(used);
        note(used);
      });
      if (isBuilt(flow)) kept.set(file, { flow, files: files.add(file) });
      return flow;
    },
    has: (file) => kept.has(file),
    set: (file, flow, files) => void kept.set(file, { flow, files }),
    drop(hasChanged) {
      for (const [file, { files }] of kept) if ([...files].some(hasChanged)) kept.delete(file);
    },
  };
}

function isBuilt(flow: unknown): flow is BuiltFlow {
  return typeof flow === "object" && flow !== null && "modules" in flow;
}
