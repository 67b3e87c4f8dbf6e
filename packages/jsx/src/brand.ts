/**
 * The key that marks every value this package makes, in types and at run time.
 *
 * A string, not a symbol: a `unique symbol` declared by two installed copies of the package gives two types that
 * TypeScript will not mix, while one string key gives one structure. `~` sorts last in editors.
 */
export const BRAND = "~espalier";
export type Brand = typeof BRAND;

/** What a branded value says it is. */
export type BrandName = "element" | "binding" | "text" | "model" | "python";

/** Whether a value is an object, or a function, that can have properties. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return (typeof value === "object" && value !== null) || typeof value === "function";
}

/** Whether a value carries our brand, whichever copy of the package made it. Never `instanceof`. */
export function isBranded(value: unknown, name: BrandName): value is Readonly<Record<string, unknown>> {
  return isObject(value) && Object.hasOwn(value, BRAND) && value[BRAND] === name;
}
