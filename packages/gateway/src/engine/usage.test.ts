import { expect, test } from "@jest/globals";
import { addUsage, NO_USAGE } from "./usage.ts";
import type { Usage } from "./types.ts";

test("counts and details are summed; explicit zeros stay", () => {
  const one = { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3, prompt_tokens_details: { cached_tokens: 0 } };
  const other = { ...one, completion_tokens_details: { reasoning_tokens: 5 } };
  expect(addUsage(one, other)).toEqual({
    prompt_tokens: 2,
    completion_tokens: 4,
    total_tokens: 6,
    prompt_tokens_details: { cached_tokens: 0 },
    completion_tokens_details: { reasoning_tokens: 5 },
  });
});

test("what an upstream leaves out or nulls counts as nothing", () => {
  const odd = { prompt_tokens: 4, total_tokens: null, prompt_tokens_details: null } as unknown as Usage;
  expect(addUsage(odd, odd)).toEqual({ prompt_tokens: 8, completion_tokens: 0, total_tokens: 0 });
  expect(addUsage(NO_USAGE, odd)).toEqual({ prompt_tokens: 4, completion_tokens: 0, total_tokens: 0 });
});
