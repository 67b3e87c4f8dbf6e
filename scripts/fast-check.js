/**
 * What `import fc from "fast-check"` means in our tests: the library with one seed, so that a property that held
 * yesterday holds today. `SEED=<integer> npm run jest -- <path>` looks at other cases; the library prints the seed of a
 * case that fails.
 */
import fc from "../node_modules/fast-check/lib/fast-check.js";

fc.configureGlobal({ seed: Number(process.env.SEED ?? 20_260_101) });

export * from "../node_modules/fast-check/lib/fast-check.js";
export default fc;
