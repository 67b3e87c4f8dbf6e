import type { Usage } from "../engine/index.ts";
import type { OpenAiAlias } from "../config/index.ts";

type Details = Readonly<Record<string, number>>;

/** An upstream's usage. Zeros are figures; absent ones count as zero, and absent details stay absent. */
export function readUsage(value: unknown): Usage | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const usage = value as Readonly<Record<string, unknown>>;
  const prompt = count(usage["prompt_tokens"]) ?? 0;
  const completion = count(usage["completion_tokens"]) ?? 0;
  const promptDetails = readDetails(usage["prompt_tokens_details"]);
  const completionDetails = readDetails(usage["completion_tokens_details"]);
  return {
    prompt_tokens: prompt,
    completion_tokens: completion,
    total_tokens: count(usage["total_tokens"]) ?? prompt + completion,
    ...(promptDetails && { prompt_tokens_details: promptDetails }),
    ...(completionDetails && { completion_tokens_details: completionDetails }),
  };
}

function readDetails(value: unknown): Details | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const figures = Object.entries(value).filter((entry): entry is [string, number] => count(entry[1]) !== undefined);
  return figures.length === 0 ? undefined : Object.fromEntries(figures);
}

function count(value: unknown): number | undefined {
  return typeof value === "number" && value >= 0 && value <= Number.MAX_SAFE_INTEGER ? value : undefined;
}

/** What a call cost, when the configuration has prices. */
export function costOf({ prices }: OpenAiAlias, usage: Usage): { cost?: number } {
  if (prices === undefined) return {};
  return { cost: (usage.prompt_tokens * prices.input + usage.completion_tokens * prices.output) / 1_000_000 };
}
