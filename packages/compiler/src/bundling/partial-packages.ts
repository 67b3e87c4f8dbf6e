import type { Finding } from "../finding.ts";
import { isInstalled } from "../modules/resolution.ts";
import { packageOf } from "./author-place.ts";
import { type DraftProgram, type PlacedUse, withPlace } from "./check-program.ts";
import { isTolerable, isWorking } from "./sandbox-globals.ts";

/**
 * Warns of packages of which parts cannot run in a program, when it is not known whether those are called: `debounce` of
 * lodash, which needs `setTimeout`. One warning for each package, at its import.
 */
export function partialPackages(draft: DraftProgram, uses: readonly PlacedUse[]): readonly Finding[] {
  const byPackage = new Map<string, PlacedUse[]>();
  for (const use of uses) {
    if (use.when !== "perhaps" || use.isTried || use.place === undefined || !isInstalled(use.place.file)) continue;
    if (use.kind === "global" && (isTolerable(use.name) || isWorking(use.name))) continue;
    const name = packageOf(use.place.file);
    byPackage.set(name, [...(byPackage.get(name) ?? []), use]);
  }
  return [...byPackage].map(([name, found]) => {
    const what = [...new Set(found.map((use) => (use.kind === "import" ? "`import(…)`" : `\`${use.name}\``)))];
    const message = `"${draft.tag.name}" takes in parts of "${name}" that use ${listed(what)}, which programs do not have.`;
    const hint =
      "It fails if it calls such a part. Where the package allows it, import only the functions that you need.";
    return withPlace(draft, "partial-package", message, hint, found[0]?.place);
  });
}

function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}
