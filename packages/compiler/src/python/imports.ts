import type { SyntaxNode, Tree } from "@lezer/common";
import { nearest } from "../diagnostics/nearest.ts";
import type { Finding } from "../finding.ts";
import { ALLOWED_MODULES } from "./allowed-modules.ts";
import { branchesOf } from "./conditions.ts";
import { readExpression } from "./expression.ts";
import { readImport } from "./import-statement.ts";
import type { Source } from "./source.ts";

/** Submodules that come with a module that is allowed. */
const COMING_ALONG = ["json.decoder", "json.encoder"];
const ALLOWED: ReadonlySet<string> = new Set([...ALLOWED_MODULES, ...COMING_ALONG]);

/** Imports that a gateway would refuse, wherever in the file they can run: inside functions and classes too. */
export function forbiddenImports(source: Source, tree: Tree): Finding[] {
  const findings: Finding[] = [];
  const skipped = new Set<number>();
  tree.iterate({
    enter(reference) {
      if (reference.name === "Body") return !skipped.has(reference.from);
      if (reference.name === "IfStatement") {
        for (const body of branchesOf(source, reference.node).skipped) skipped.add(body.from);
      } else if (reference.name === "ImportStatement") findings.push(...inStatement(source, reference.node));
      else if (reference.name === "CallExpression") findings.push(...inCall(source, reference.node));
      return true;
    },
  });
  return findings;
}

function inStatement(source: Source, node: SyntaxNode): Finding[] {
  const { modules, from } = readImport(source, node);
  if (from?.relative) return [relative(from.place)];
  const named = from && from.module !== "" ? [...modules, from] : modules;
  return named.filter(({ module }) => !ALLOWED.has(module)).map(({ module, place }) => forbidden(module, place));
}

/** `__import__("os")` is the same import in other clothes. */
function inCall(source: Source, node: SyntaxNode): Finding[] {
  if (source.text.slice(node.from, node.from + 10) !== "__import__") return [];
  const call = readExpression(source, node);
  if (call.kind !== "call" || call.callee.kind !== "name") return [];
  const [module] = call.positional;
  if (module?.kind !== "string" || module.value === undefined || ALLOWED.has(module.value)) return [];
  return [forbidden(module.value, module.place)];
}

function relative(place: Finding["place"]): Finding {
  return {
    code: "forbidden-import",
    message: "A program is one file, so it cannot import from the files beside it.",
    hint: "Move what it needs into this file.",
    place,
  };
}

function forbidden(module: string, place: Finding["place"]): Finding {
  const message = `A program cannot import ${JSON.stringify(module)}: it is not among the modules that a gateway offers.`;
  return { code: "forbidden-import", message, hint: remedy(module), place };
}

function remedy(module: string): string {
  if (module === "typing_extensions") return 'Import the same names from "typing".';
  const meant = nearest(module, ALLOWED_MODULES);
  if (meant !== undefined && module.length > 3) return `Did you mean ${JSON.stringify(meant)}?`;
  const offered = ALLOWED_MODULES.filter((name) => !name.startsWith("_")).join(", ");
  return `Programs have no files, network or installed packages. The modules are: ${offered}.`;
}
