import { usageError } from "./exit.ts";

/** A workflow as people name it on the command line. */
export interface NamedVersion {
  readonly name: string;
  readonly version: number | undefined;
}

/**
 * Reads `name`, `name@3`, and both behind `workflow/` as they stand in lists and answers. Throws a `UserError` when
 * the name carries a version and `--version` says another.
 */
export function readName(given: string, version: number | undefined): NamedVersion {
  const [, name = given, number] = /^(?:workflow\/)?(.*?)(?:@([1-9]\d{0,8}))?$/s.exec(given) ?? [];
  if (number === undefined) return { name, version };
  if (version !== undefined && version !== Number(number))
    throw usageError(`"${given}" and --version ${version} name two versions`);
  return { name, version: Number(number) };
}
