import type { Alias, SampleAlias } from "../config/index.ts";
import type { Validator } from "../engine/index.ts";
import { createUpstreamFetch } from "./fetch.ts";
import { callOpenAi } from "./openai.ts";
import { callSample } from "./sample.ts";
import type { Models } from "./types.ts";

const SAMPLE: SampleAlias = { provider: "sample", seed: 1 };

/**
 * The models behind the configured aliases. With none configured, every alias is the sample provider; with one or more,
 * an unknown alias is refused: made-up data never stands in for a model that somebody meant to call.
 */
export function createModels(aliases: ReadonlyMap<string, Alias>, validate: Validator): Models {
  const { fetch, close } = createUpstreamFetch();
  const allSample = aliases.size === 0;
  const resolve = (name: string): Alias | undefined => aliases.get(name) ?? (allSample ? SAMPLE : undefined);
  return {
    aliases,
    allSample,
    resolve,
    fetch,
    close,
    call: async (request, signal) => {
      const alias = resolve(request.model);
      if (alias === undefined)
        return {
          ok: false,
          code: "model_not_found",
          message: `the gateway has no model "${request.model}": it has ${[...aliases.keys()].map((name) => `"${name}"`).join(", ")}`,
          retryable: false,
        };
      if (alias.provider === "sample") return callSample(alias, request);
      return callOpenAi(alias, request, signal, { fetch, validate });
    },
  };
}
