import type { Availability } from "@espalier/sandbox";
import type { GatewayLimits } from "../config/index.ts";
import type { Engine } from "../engine/index.ts";
import type { Metrics } from "../metrics/metrics.ts";
import type { Store } from "../store/index.ts";
import type { Models } from "../upstream/types.ts";
import type { SchemaValidator } from "../validation/index.ts";
import type { KeyRing } from "./caller.ts";
import type { RateLimiter } from "./rate-limiter.ts";

/** What the routes work with. */
export interface GatewayContext {
  readonly store: Store;
  readonly engine: Engine;
  readonly models: Models;
  readonly validator: SchemaValidator;
  readonly keys: KeyRing;
  readonly languages: Readonly<Record<"javascript" | "python", Availability>>;
  readonly limits: GatewayLimits;
  readonly metrics: Metrics;
  readonly limiter: RateLimiter;
  readonly now: () => number;
}

/** The languages that do not run here, each with the reason. */
export function unavailableLanguages(context: GatewayContext): Record<string, string> {
  const states = Object.entries(context.languages);
  return Object.fromEntries(states.flatMap(([name, state]) => (state.available ? [] : [[name, state.reason]])));
}

/** The languages that run here. */
export function availableLanguages(context: GatewayContext): string[] {
  return (["python", "javascript"] as const).filter((language) => context.languages[language].available);
}
