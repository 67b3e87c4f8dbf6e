import type { Finding } from "../finding.ts";
import { messageOf } from "./wording.ts";

/**
 * What is wrong when code of the author's threw because it used a binding as a value; undefined for any other error.
 * Known by its code: there may be two copies of the package that threw it, and two realms.
 */
export function bindingUse(error: unknown): Finding | undefined {
  const code = "binding-as-condition";
  if (typeof error !== "object" || error === null) return undefined;
  const { code: thrown, problem, remedy } = error as Readonly<Record<string, unknown>>;
  if (thrown !== code) return undefined;
  if (typeof problem !== "string" || typeof remedy !== "string") return { code, message: messageOf(error) };
  return { code, message: problem, hint: remedy };
}
