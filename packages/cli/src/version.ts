import { createRequire } from "node:module";

/** The version in this package's file. */
export const VERSION: string = (createRequire(import.meta.url)("../package.json") as { version: string }).version;
