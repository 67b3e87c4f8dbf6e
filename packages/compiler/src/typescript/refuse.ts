import type { Finding, Resolved } from "../finding.ts";

/** No value, for these reasons. */
export function refuse(...findings: readonly Finding[]): Resolved<never> {
  return { ok: false, findings };
}
