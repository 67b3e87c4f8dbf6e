import { stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { flowFilesBelow } from "../files/flow-files.ts";
import type { Declarations } from "./declarations.ts";

const NAME = "espalier-workflows.d.ts";

/**
 * For each folder among the paths, what the workflows below it give. None for a folder that has no workflow and never
 * had one.
 */
export async function resultDeclarations(paths: readonly string[], cwd: string): Promise<Declarations[]> {
  const done: Declarations[] = [];
  for (const path of new Set((paths.length === 0 ? ["."] : paths).map((given) => resolve(cwd, given)))) {
    if (await is(path, "isDirectory")) done.push(...(await ofFolder(path, cwd)));
  }
  return done;
}

async function ofFolder(folder: string, cwd: string): Promise<Declarations[]> {
  const file = join(folder, NAME);
  const flows = await flowFilesBelow(folder);
  if (flows.length === 0 && !(await is(file, "isFile"))) return [];
  const { compileFiles } = await import("@espalier/compiler");
  const { workflowDeclarations } = await import("./workflow-declarations.ts");
  const { workflows, diagnostics } = await compileFiles(flows, { root: cwd });
  const mistakes = diagnostics.filter((diagnostic) => diagnostic.severity === "error");
  if (mistakes.length > 0) return [{ file, text: undefined, mistakes }];
  const outputs = workflows.flatMap(({ name, bundle }) =>
    bundle === undefined ? [] : [{ name, schema: bundle.output_schema }],
  );
  return [{ file, text: await workflowDeclarations(outputs), mistakes }];
}

function is(path: string, kind: "isDirectory" | "isFile"): Promise<boolean> {
  return stat(path).then(
    (info) => info[kind](),
    () => false,
  );
}
