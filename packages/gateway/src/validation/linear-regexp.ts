import { RE2JS } from "re2js";

/** A pattern that Ajv can test strings with, in time linear in the string. */
export interface LinearRegExp {
  test(text: string): boolean;
  toString(): string;
}

/**
 * Compiles a JSON Schema `pattern` (ECMA-262) for an engine without backtracking, or throws for what it cannot express
 * (look-around, back-references).
 */
export function linearRegExp(source: string): LinearRegExp {
  const pattern = RE2JS.compile(translate(source));
  return {
    test: (text) => pattern.matcher(text).find(),
    // Ajv tells patterns apart by their text: two that print alike would share one.
    toString: () => `linear:${source}`,
  };
}

/** The spellings in which the two dialects differ. */
function translate(source: string): string {
  return source
    .replace(/\\u\{([0-9a-fA-F]+)\}/g, "\\x{$1}")
    .replace(/\\u([0-9a-fA-F]{4})/g, "\\x{$1}")
    .replace(/\\\//g, "/")
    .replace(/\(\?<(?![=!])/g, "(?P<");
}
