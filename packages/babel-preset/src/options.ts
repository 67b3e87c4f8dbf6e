/** What the preset takes. Each may be left out. */
export interface PresetOptions {
  /** JSX calls carry the place where they were written (`jsxDEV`). Default true. */
  readonly development?: boolean | undefined;
  /** Top-level functions and `schema<T>()` calls carry where they come from. Default true. */
  readonly provenance?: boolean | undefined;
  /** The package that JSX and `schema` come from. Default `@espalier/jsx`. */
  readonly importSource?: string | undefined;
}

/** {@link PresetOptions} with nothing left open. */
export interface Settings {
  readonly development: boolean;
  readonly provenance: boolean;
  readonly importSource: string;
}

const NAMES = ["development", "provenance", "importSource"];

/** Checks what the author's Babel configuration says; throws an `Error` that names the option. */
export function readOptions(options: unknown): Settings {
  const given = (options ?? {}) as Record<string, unknown>;
  for (const name of Object.keys(given)) {
    if (!NAMES.includes(name)) fail(`there is no option "${name}"; the options are ${NAMES.join(", ")}`);
  }
  return {
    development: readBoolean(given, "development"),
    provenance: readBoolean(given, "provenance"),
    importSource: readImportSource(given["importSource"]),
  };
}

function readBoolean(given: Record<string, unknown>, name: string): boolean {
  const value = given[name] ?? true;
  if (typeof value !== "boolean") fail(`the option "${name}" must be true or false, not ${JSON.stringify(value)}`);
  return value;
}

function readImportSource(given: unknown): string {
  const value = given ?? "@espalier/jsx";
  if (typeof value !== "string" || value === "") fail(`the option "importSource" must be the name of a package`);
  return value;
}

function fail(sentence: string): never {
  throw new Error(`@espalier/babel-preset: ${sentence}.`);
}
