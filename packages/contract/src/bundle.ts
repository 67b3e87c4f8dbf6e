import type { BundleV1 } from "./generated/v1.ts";
import type { BundleV2 } from "./generated/v2.ts";

/** A workflow in the form that a gateway runs. */
export type Bundle = BundleV1 | BundleV2;
