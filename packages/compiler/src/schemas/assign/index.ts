export { assign } from "./assign.ts";
export type { Roots, Verdict } from "./assign.ts";
