/** Words that TypeScript does not take as the name of a `const`. */
const RESERVED_VALUES: ReadonlySet<string> = new Set(
  (
    "arguments await break case catch class const continue debugger default delete do else enum eval export extends false " +
    "finally for function if implements import in instanceof interface let new null package private protected public " +
    "return static super switch this throw true try typeof undefined var void while with yield"
  ).split(" "),
);

/** Words that TypeScript does not take as the name of a type, and the types that the declarations themselves use. */
const RESERVED_TYPES: ReadonlySet<string> = new Set([
  ..."any Array asserts bigint boolean infer intrinsic keyof never number object readonly string symbol undefined".split(
    " ",
  ),
  ..."unique unknown Integer PythonFunction".split(" "),
  ...RESERVED_VALUES,
]);

/** Gives Python names to TypeScript, with an underscore behind those that mean something else there. */
export class TypeScriptNames {
  readonly #values = new Set<string>();
  readonly #types = new Set<string>();

  /** A name for a constant. */
  valueName(name: string): string {
    return claim(name, RESERVED_VALUES, this.#values);
  }

  /** A name for a type. */
  typeName(name: string): string {
    return claim(name, RESERVED_TYPES, this.#types);
  }
}

function claim(name: string, reserved: ReadonlySet<string>, taken: Set<string>): string {
  let free = name;
  while (reserved.has(free) || taken.has(free)) free += "_";
  taken.add(free);
  return free;
}
