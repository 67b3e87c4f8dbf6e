import { BRAND, isBranded } from "./brand.ts";
import { asPlace, type Place } from "./place.ts";

/**
 * A function imported from a `.py` file; never callable. `espalier types` declares it, with its parameters by name:
 * `export declare const clean_total: PythonFunction<{ invoice: Invoice; rate?: number }, Invoice>`.
 */
export interface PythonFunction<Parameters extends object = object, Returns = unknown> {
  readonly [BRAND]: "python";
  readonly "~parameters"?: Parameters;
  readonly "~returns"?: Returns;
}

/** What a Python reference holds. Authors see {@link PythonFunction} only. */
export interface PythonReference extends PythonFunction {
  /** Absolute name of the `.py` file. */
  readonly file: string;
  readonly entrypoint: string;
  /** Where it was imported. */
  readonly place?: Place | undefined;
}

/** What the preset writes in place of an import from a `.py` file. */
export function python(file: string, entrypoint: string, place?: Place): PythonFunction {
  const reference: PythonReference = { [BRAND]: "python", file, entrypoint, place: asPlace(place) };
  return Object.freeze(reference);
}

/** Whether a value is a reference to a Python function, of this copy of the package or another. */
export function isPython(value: unknown): value is PythonReference {
  return isBranded(value, "python") && typeof value["file"] === "string" && typeof value["entrypoint"] === "string";
}
