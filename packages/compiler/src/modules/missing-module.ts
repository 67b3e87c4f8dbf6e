import { readdirSync } from "node:fs";
import { basename, dirname, resolve } from "node:path";
import leven from "leven";

const NO_REACT = 'A workflow needs no React: its components come from "@espalier/jsx", and nothing in it has state.';
const NO_CLIENT =
  'A model is called by <ChatCompletion model="…"> of "@espalier/jsx"; the gateway has the client and its key.';
const NO_GRAPH =
  'A workflow is written with the components of "@espalier/jsx": <Workflow>, <ChatCompletion>, <Script>, <If>, <ForEach>, <Parallel>.';

/** Packages that people know from elsewhere, by the start of their names. */
const FOREIGN: readonly (readonly [pattern: RegExp, remedy: string])[] = [
  [/^(?:react|react-dom|preact)(?:\/|$)/, NO_REACT],
  [/^(?:openai|@anthropic-ai\/sdk|ai|@ai-sdk\/[^/]+|@google\/genai|ollama)(?:\/|$)/, NO_CLIENT],
  [/^(?:langgraph|langchain|@langchain\/[^/]+|@mastra\/[^/]+|inngest|@temporalio\/[^/]+)(?:\/|$)/, NO_GRAPH],
];

function foreignPackage(specifier: string): string | undefined {
  return FOREIGN.find(([pattern]) => pattern.test(specifier))?.[1];
}

/** What to do about an import of something that is not there. */
export function missingModuleHint(specifier: string, importer: string): string {
  if (!specifier.startsWith(".") && !specifier.startsWith("/")) {
    return foreignPackage(specifier) ?? `Install it, or write a path that starts with "./".`;
  }
  const wanted = resolve(dirname(importer), specifier);
  const near = nearest(basename(wanted), filesOf(dirname(wanted)));
  if (near === undefined) return "Write the path from this file to the one that you mean.";
  const folder = specifier.slice(0, specifier.length - basename(specifier).length);
  return `Did you mean "${folder}${near}"?`;
}

function nearest(wanted: string, names: readonly string[]): string | undefined {
  const ranked = names.map((name) => ({ name, distance: leven(wanted, name) }));
  ranked.sort((a, b) => a.distance - b.distance || (a.name < b.name ? -1 : 1));
  const best = ranked[0];
  return best !== undefined && best.distance <= Math.max(2, wanted.length / 4) ? best.name : undefined;
}

function filesOf(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
