import type { Usage } from "./types.ts";

export const NO_USAGE: Usage = { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 };

/** The sum of two usages; details are summed where either has them. Upstreams leave out or null what they do not count. */
export function addUsage(one: Usage, other: Usage): Usage {
  const prompt = addDetails(one.prompt_tokens_details, other.prompt_tokens_details);
  const completion = addDetails(one.completion_tokens_details, other.completion_tokens_details);
  return {
    prompt_tokens: count(one.prompt_tokens) + count(other.prompt_tokens),
    completion_tokens: count(one.completion_tokens) + count(other.completion_tokens),
    total_tokens: count(one.total_tokens) + count(other.total_tokens),
    ...(prompt && { prompt_tokens_details: prompt }),
    ...(completion && { completion_tokens_details: completion }),
  };
}

type Details = Readonly<Record<string, number>> | null | undefined;

function addDetails(one: Details, other: Details): Readonly<Record<string, number>> | undefined {
  if (!one && !other) return undefined;
  const sum = new Map<string, number>();
  for (const [key, tokens] of [...Object.entries(one ?? {}), ...Object.entries(other ?? {})]) {
    sum.set(key, (sum.get(key) ?? 0) + count(tokens));
  }
  return Object.fromEntries(sum);
}

function count(tokens: unknown): number {
  return typeof tokens === "number" && Number.isFinite(tokens) ? tokens : 0;
}

/** What something took: tokens, and money where the configuration has prices. Undefined: nobody said. */
export interface Spent {
  readonly usage: Usage | undefined;
  readonly cost: number | undefined;
}

export const NOTHING_SPENT: Spent = { usage: undefined, cost: undefined };

export function addSpent(one: Spent, other: Spent): Spent {
  return {
    usage: one.usage && other.usage ? addUsage(one.usage, other.usage) : (one.usage ?? other.usage),
    cost: one.cost === undefined ? other.cost : one.cost + (other.cost ?? 0),
  };
}
