import type { Usage } from "./types.ts";

export const NO_USAGE: Usage = { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 };

/** The sum of two usages; details are summed where either has them. */
export function addUsage(one: Usage, other: Usage): Usage {
  const prompt = addDetails(one.prompt_tokens_details, other.prompt_tokens_details);
  const completion = addDetails(one.completion_tokens_details, other.completion_tokens_details);
  return {
    prompt_tokens: one.prompt_tokens + other.prompt_tokens,
    completion_tokens: one.completion_tokens + other.completion_tokens,
    total_tokens: one.total_tokens + other.total_tokens,
    ...(prompt && { prompt_tokens_details: prompt }),
    ...(completion && { completion_tokens_details: completion }),
  };
}

type Details = Readonly<Record<string, number>> | undefined;

function addDetails(one: Details, other: Details): Details {
  if (one === undefined || other === undefined) return one ?? other;
  const sum = new Map(Object.entries(one));
  for (const [key, count] of Object.entries(other)) sum.set(key, (sum.get(key) ?? 0) + count);
  return Object.fromEntries(sum);
}
