import { canonicalJson, digestOfText } from "@espalier/contract";
import type { ElementItem, Place } from "@espalier/jsx/tree";
import type { WorkflowTree } from "./build/tree.ts";
import { buildWorkflow } from "./build/workflow.ts";
import { runChecks } from "./checks/run.ts";
import { type Compiled, failedCompilation } from "./compiled.ts";
import { createReporter, type Reporter } from "./diagnostics/reporter.ts";
import { messageOf } from "./diagnostics/wording.ts";
import { analyseFlow } from "./flow/flow.ts";
import { numberNodes } from "./lower/ids.ts";
import { lower } from "./lower/lower.ts";
import type { Settings } from "./options.ts";
import { resolveTree } from "./resolve/resolve.ts";
import type { Sources } from "./resolve/sources.ts";
import { assertBundle } from "./serialize/assert.ts";
import { sourceMap } from "./serialize/source-map.ts";

/** Compiles one expanded workflow: build, resolve, check, lower, serialize. `start` is where its file starts. */
export async function compileWorkflow(
  item: ElementItem,
  sources: Sources,
  settings: Settings,
  start?: Place,
): Promise<Compiled> {
  const reporter = createReporter({ ...settings, start });
  const tree = build(item, reporter);
  if (tree === undefined) return failedCompilation("", reporter.diagnostics());
  const output = await compileTree(tree, sources, settings, reporter).catch((error: unknown) =>
    reportOurs(error, tree, reporter),
  );
  const nothing = { bundle: undefined, json: undefined, digest: undefined, map: undefined };
  return { name: tree.name, ...(output ?? nothing), diagnostics: reporter.diagnostics() };
}

/** Reading props can run code of the author's: a getter, a proxy. It may throw, and that is the author's mistake. */
function build(item: ElementItem, reporter: Reporter): WorkflowTree | undefined {
  try {
    return buildWorkflow(item, reporter);
  } catch (error) {
    const message = `Reading the props of the workflow threw: ${messageOf(error)}`;
    reporter.report(item, "component-failed", "threw", { message });
    return undefined;
  }
}

/** Whatever else throws here is our mistake. The other workflows are still compiled. */
function reportOurs(error: unknown, tree: WorkflowTree, reporter: Reporter): undefined {
  const [said = "", where = "nowhere"] =
    error instanceof Error
      ? [`${error.name}: ${error.message}`, /^ +(at .*)$/m.exec(error.stack ?? "")?.[1]]
      : [messageOf(error)];
  reporter.report(tree.origin, "internal", "threw", { error: said.split("\n", 1)[0] ?? "", where });
}

async function compileTree(tree: WorkflowTree, sources: Sources, settings: Settings, reporter: Reporter) {
  const resolution = await resolveTree(tree, sources, reporter);
  const flow = analyseFlow(tree, resolution);
  const { root, languages, strict } = settings;
  runChecks({ tree, resolution, flow, reporter, sources, root, languages, strict });
  if (reporter.hasErrors()) return undefined;
  const ids = numberNodes(tree);
  const bundle = lower(tree, ids, resolution, flow);
  if (!assertBundle(bundle, tree, ids, reporter)) return undefined;
  const json = canonicalJson(bundle);
  const digest = digestOfText(json);
  const map = sourceMap(tree, digest, ids, resolution, root);
  return { bundle, json, digest, map };
}
