import type { Babel } from "./babel.ts";

/** A file's syntax tree; null for one that cannot be parsed, which is reported when it is loaded. */
export function parseFile(babel: Babel, file: string, text: string) {
  const plugins: ("typescript" | "jsx")[] = /\.[mc]?ts$/.test(file) ? ["typescript"] : ["typescript", "jsx"];
  try {
    return babel.parseSync(text, {
      filename: file,
      configFile: false,
      babelrc: false,
      browserslistConfigFile: false,
      parserOpts: { plugins },
    });
  } catch {
    return null;
  }
}
