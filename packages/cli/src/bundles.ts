import { checkBundle, CONTRACT_VERSIONS, type Bundle } from "@espalier/contract";
import { compileOrStop, type Ready } from "./compile-paths.ts";
import { UserError } from "./exit.ts";
import { parseJson } from "./files/parse-json.ts";
import { readText } from "./files/read-text.ts";
import { note, type Terminal } from "./terminal.ts";

/** A bundle, with where its nodes were written when it was compiled just now. */
export interface ReadBundle {
  readonly name: string;
  readonly bundle: Bundle;
  readonly map?: Ready["map"];
}

const ISSUES_SHOWN = 10;

/** Bundles of paths: a `.json` file is one as it stands, anything else is compiled. Checked, in the order given. */
export async function readBundles(paths: readonly string[], terminal: Terminal): Promise<readonly ReadBundle[]> {
  const files = paths.filter((path) => path.endsWith(".json"));
  const flows = paths.filter((path) => !path.endsWith(".json"));
  const read: ReadBundle[] = [];
  for (const file of withoutMaps(files, paths, terminal)) read.push(await readBundle(file, terminal));
  const compiled = flows.length > 0 ? await compileOrStop(flows, terminal) : [];
  return [...read, ...compiled];
}

/** `bundles/*.json` names the source maps that `espalier build` writes beside the bundles, too. */
function withoutMaps(files: readonly string[], all: readonly string[], terminal: Terminal): readonly string[] {
  const isMap = (file: string): boolean => file.endsWith(".map.json") && all.length > 1;
  for (const map of files.filter(isMap)) note(terminal, `passed over ${map}: a source map, not a bundle`);
  return files.filter((file) => !isMap(file));
}

async function readBundle(path: string, terminal: Terminal): Promise<ReadBundle> {
  const value = await parseJson(await readText(path, terminal), path);
  const issues = checkBundle(value);
  if (issues.length === 0) return { name: (value as Bundle).name, bundle: value as Bundle };
  const shown = issues.slice(0, ISSUES_SHOWN);
  const lines = shown.map((issue) => `  ${path}#${issue.pointer} - ${issue.code}: ${issue.message}`);
  if (issues.length > shown.length) lines.push(`  and ${issues.length - shown.length} more`);
  throw new UserError(`"${path}" is not a bundle that a gateway takes:\n${lines.join("\n")}`, {
    hint: issues.some((issue) => issue.code === "unsupported_contract_version")
      ? `this espalier writes and reads the versions ${CONTRACT_VERSIONS.join(" and ")}: build the bundle again with it`
      : "a bundle is never edited by hand: build it again from its .tsx file with `espalier build`",
  });
}
