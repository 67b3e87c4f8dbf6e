/** Stands for what every module can see, such as `Array.prototype`. */
export const EVERYTHING = "*";

const PREFIX = "espalier:effects/";

/** What the statements of a module that are there for what they do have to do with its names. */
export interface Effects {
  /** What each name at the top level uses. */
  readonly uses: Readonly<Record<string, readonly string[]>>;
  /** Names of functions and literals: they can be used, but not changed, unless it is a member of theirs (`f.`). */
  readonly functions: readonly string[];
  /** What each of the statements uses, in order. */
  readonly touched: readonly (readonly string[])[];
  readonly exported: readonly string[];
}

/** The import by which a module asks which of its effects a program needs. It depends on the module's text alone. */
export function effectsSpecifier(effects: Effects): string {
  return PREFIX + encodeURIComponent(JSON.stringify(effects));
}

/** The module that answers, or undefined for another import. `name` is the program's function where it is the module's. */
export function effectsModule(specifier: string, name: string | undefined): string | undefined {
  if (!specifier.startsWith(PREFIX)) return undefined;
  const effects = JSON.parse(decodeURIComponent(specifier.slice(PREFIX.length))) as Effects;
  return keptEffects(effects, name)
    .map((isKept, index) => `export const keep${index} = ${isKept};\n`)
    .join("");
}

/**
 * Which effects a program needs: those that may change something that the function sees, or, in another module than the
 * function's, something that the module gives out or has from another file of the author's.
 */
export function keptEffects({ uses, functions, touched, exported }: Effects, name: string | undefined): boolean[] {
  const needed = closure(uses, name === undefined ? exported : [name]);
  const isSeen = (used: string): boolean => {
    if (used === EVERYTHING) return true;
    if (used.endsWith(".")) return needed.has(used.slice(0, -1));
    return !functions.includes(used) && (needed.has(used) || (name === undefined && used.startsWith("own ")));
  };
  return touched.map((names) => [...names, ...closure(uses, names)].some(isSeen));
}

function closure(uses: Effects["uses"], names: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>();
  const queue = [...names];
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    if (found.has(next)) continue;
    found.add(next);
    queue.push(...(Object.hasOwn(uses, next) ? (uses[next] ?? []) : []));
  }
  return found;
}
