import { type Compiled, failedCompilation } from "./compiled.ts";
import { compileWorkflow } from "./compile-workflow.ts";
import { createReporter, NOWHERE, type Reporter } from "./diagnostics/reporter.ts";
import { findWorkflows, type Found, reportOthers } from "./discover/items.ts";
import { failAtExit } from "./load/index.ts";
import { type CompileOptions, settingsOf } from "./options.ts";
import { createProjectSources } from "./resolve/project-sources.ts";
import type { Sources } from "./resolve/sources.ts";

/**
 * Compiles a workflow: a `<Workflow>` element, an element of a component that gives one, or an array that holds one.
 * Mistakes are diagnostics and never thrown. With an error there is no bundle.
 */
export async function compile(value: unknown, options: CompileOptions = {}): Promise<Compiled> {
  return compileWith(value, createProjectSources(settingsOf(options).root), options);
}

/** As {@link compile}, with sources that the caller gives. */
export async function compileWith(value: unknown, sources: Sources, options: CompileOptions = {}): Promise<Compiled> {
  const settings = settingsOf(options);
  const stop = failAtExit("a component");
  const found = findWorkflows(value);
  stop();
  const [workflow] = found.workflows;
  if (workflow !== undefined && found.workflows.length === 1 && found.others.length === 0) {
    return compileWorkflow(workflow, sources, settings);
  }
  const reporter = createReporter(settings);
  reportNotOne(found, reporter);
  return failedCompilation("", reporter.diagnostics());
}

function reportNotOne(found: Found, reporter: Reporter): void {
  reportOthers(found.others, reporter);
  const [first] = found.workflows;
  if (first !== undefined && found.workflows.length > 1) {
    const names = found.workflows.map((item) => String(item.props["name"]));
    reporter.report(first, "not-a-workflow", "several", { names });
  } else if (found.others.length === 0) {
    reporter.report(NOWHERE, "not-a-workflow", "nothing", {});
  }
}
