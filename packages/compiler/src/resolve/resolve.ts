import type { JsonSchema } from "@espalier/contract";
import type { FunctionTag } from "@espalier/jsx";
import type { ChatTree, ProgramReference, TreeNode, WorkflowTree } from "../build/tree.ts";
import { walkNodes } from "../build/walk.ts";
import type { BundledFunction } from "../bundling/bundled-function.ts";
import type { Origin, Reporter } from "../diagnostics/reporter.ts";
import type { Finding } from "../finding.ts";
import { createSchemaPool } from "../schemas/pool.ts";
import type { Signature } from "../signature.ts";
import { resolveModel } from "./models.ts";
import { resolvePython } from "./python.ts";
import { programKey, type Resolution, type ResolvedProgram } from "./resolution.ts";
import type { Sources } from "./sources.ts";

/** A program that some node uses, with the first such node. */
interface Used {
  readonly reference: ProgramReference;
  readonly at: Origin;
  readonly isCondition: boolean;
}

/** What a condition returns is known, so a result of no type has one remedy. */
function asCondition(finding: Finding): Finding {
  if (finding.code !== "untyped-return") return finding;
  return { ...finding, hint: "A condition returns a boolean: return a comparison, such as value !== undefined." };
}

/** Reads every program and response model of the tree. What cannot be read is reported at the node that needs it. */
export async function resolveTree(tree: WorkflowTree, sources: Sources, reporter: Reporter): Promise<Resolution> {
  const used = usedPrograms(tree);
  const signatures = new Map<string, Signature>();
  const programs = new Map<string, ResolvedProgram>();
  for (const [key, { reference, at, isCondition }] of used) {
    if (reference.language === "python") {
      const resolved = resolvePython(reference, at, sources, reporter);
      if (resolved !== undefined) keep(key, resolved);
    } else {
      const signature = sources.signature(reference.tag);
      reporter.found(at, isCondition ? signature.findings.map(asCondition) : signature.findings);
      if (signature.ok) signatures.set(key, signature.value);
    }
  }
  for (const [key, bundled] of await bundleAll(used, sources, reporter)) {
    const signature = signatures.get(key);
    if (signature !== undefined) keep(key, scriptProgram(bundled, signature));
  }
  const models = resolveModels(tree, sources, reporter);
  return {
    signature: (reference) => signatures.get(programKey(reference)),
    program: (reference) => programs.get(programKey(reference)),
    model: (node) => models.get(node),
  };

  function keep(key: string, resolved: ResolvedProgram): void {
    signatures.set(key, resolved.program);
    programs.set(key, resolved);
  }
}

function usedPrograms(tree: WorkflowTree): Map<string, Used> {
  const used = new Map<string, Used>();
  walkNodes(tree.body, (node) => {
    const reference = programOf(node);
    if (reference === undefined) return;
    const key = programKey(reference);
    if (!used.has(key)) used.set(key, { reference, at: node.origin, isCondition: node.kind === "if" });
  });
  return used;
}

/** The program that a node runs, when it runs one. */
export function programOf(node: TreeNode): ProgramReference | undefined {
  if (node.kind === "program") return node.run;
  return node.kind === "if" ? node.condition : undefined;
}

/** The scripts of all TypeScript functions, by program key. */
async function bundleAll(
  used: ReadonlyMap<string, Used>,
  sources: Sources,
  reporter: Reporter,
): Promise<Map<string, BundledFunction>> {
  const tags = new Map<FunctionTag, { readonly key: string; readonly at: Origin }>();
  for (const [key, { reference, at }] of used) {
    if (reference.language === "javascript") tags.set(reference.tag, { key, at });
  }
  const scripts = new Map<string, BundledFunction>();
  if (tags.size === 0) return scripts;
  for (const [tag, result] of await sources.bundle([...tags.keys()])) {
    const asked = tags.get(tag);
    if (asked === undefined) continue;
    reporter.found(asked.at, result.findings);
    if (result.ok) scripts.set(asked.key, result.value);
  }
  return scripts;
}

function scriptProgram(bundled: BundledFunction, { parameters, returns }: Signature): ResolvedProgram {
  const { source, entrypoint, map } = bundled;
  return { program: { language: "javascript", source, entrypoint, parameters: [...parameters], returns }, map };
}

function resolveModels(tree: WorkflowTree, sources: Sources, reporter: Reporter): Map<ChatTree, JsonSchema> {
  const models = new Map<ChatTree, JsonSchema>();
  const pool = createSchemaPool();
  walkNodes(tree.body, (node) => {
    if (node.kind !== "chat_completion" || node.responseModel === undefined) return;
    const schema = resolveModel(node.responseModel, node.origin, sources, reporter);
    if (schema !== undefined) models.set(node, pool(schema));
  });
  return models;
}
