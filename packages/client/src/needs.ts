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
  const lacks: string[] = [];
  if (!gateway.contract_versions.includes(bundle.contract_version))
    lacks.push(`contract version ${bundle.contract_version} (it takes ${gateway.contract_versions.join(", ")})`);
  const missing = languagesOf(bundle).filter((language) => !gateway.languages.includes(language));
  if (missing.length > 0)
    lacks.push(`${missing.join(" and ")} programs (it runs ${gateway.languages.join(", ") || "none"})`);
  if (lacks.length === 0) return;
  const message = `"${bundle.name}" needs ${lacks.join(" and ")}, which this gateway does not have`;
  throw new UnsupportedContractError(message, { status: 0, code: "unsupported_contract" });
}
