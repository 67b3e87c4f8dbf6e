import type { BuiltFlow } from "./build-flow.ts";

type Note = (file: string) => void;

/** Flows that were joined into one module, so that one of which no file has changed is joined once. */
export interface FlowCache {
  /**
   * A joined flow, made by `build` unless it is known already. `note` is told what took part either way. What could not
   * be joined is tried anew the next time.
   */
  get<T>(file: string, note: Note, build: (note: Note) => Promise<BuiltFlow | T>): Promise<BuiltFlow | T>;
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
    drop(hasChanged) {
      for (const [file, { files }] of kept) if ([...files].some(hasChanged)) kept.delete(file);
    },
  };
}

function isBuilt(flow: unknown): flow is BuiltFlow {
  return typeof flow === "object" && flow !== null && "code" in flow;
}
