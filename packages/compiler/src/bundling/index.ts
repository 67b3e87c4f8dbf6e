export { bundleFunctions } from "./bundle-functions.ts";
export type { BundledFunction, BundledFunctions, BundlingOptions, ProgramMap } from "./bundled-function.ts";
