import type { Bundle } from "@espalier/contract";
import { UnsupportedContractError } from "./errors/index.ts";
import type { GatewayContract } from "./types.ts";

/** Languages of the programs in a bundle, sorted. */
export function languagesOf(bundle: Bundle): string[] {
  const found = new Set<string>();
  const open: unknown[] = [...bundle.nodes];
  while (open.length > 0) {
    const node = open.pop() as Record<string, unknown>;
    for (const program of [node["program"], node["condition"]])
      if (program !== undefined) found.add((program as { language: string }).language);
    for (const list of [node["nodes"], node["then"], node["otherwise"]]) if (Array.isArray(list)) open.push(...list);
    if (Array.isArray(node["branches"]))
      open.push(...(node["branches"] as { nodes: unknown[] }[]).flatMap((b) => b.nodes));
  }
  return [...found].sort();
}

/** Throws when the bundle needs what the gateway does not have, naming both. */
export function assertTaken(bundle: Bundle, gateway: GatewayContract): void {
  const problems: string[] = [];
  const versions = gateway.contract_versions.join(" and ");
  if (!gateway.contract_versions.includes(bundle.contract_version))
    problems.push(`it is of contract version ${bundle.contract_version}, and the gateway takes ${versions}`);
  for (const language of languagesOf(bundle))
    if (!gateway.languages.includes(language))
      problems.push(`it has ${language} programs, ${absence(language, gateway)}`);
  if (problems.length === 0) return;
  const message = `the gateway cannot take "${bundle.name}": ${problems.join("; ")}`;
  throw new UnsupportedContractError(message, { status: 0, code: "unsupported_contract" });
}

/** Why a language does not run there, in the gateway's own words where it gives any. */
function absence(language: string, { languages, unavailable = {} }: GatewayContract): string {
  const reason = Object.hasOwn(unavailable, language) ? unavailable[language] : undefined;
  if (reason !== undefined) return `which do not run there: ${reason}`;
  return `and the gateway runs ${languages.length === 0 ? "none" : `only ${languages.join(" and ")} programs`}`;
}
