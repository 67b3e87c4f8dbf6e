import type { Alias } from "../config/index.ts";

/** A configured model as it can be shown. */
export interface ListedModel {
  readonly name: string;
  /** The upstream's own name of the model, and its address; undefined for sample data. */
  readonly upstream: { readonly model: string; readonly baseUrl: string } | undefined;
}

/** Configured models, in the order of the file. */
export function listModels(models: ReadonlyMap<string, Alias>): readonly ListedModel[] {
  return [...models].map(([name, alias]) => ({
    name,
    upstream: alias.provider === "openai" ? { model: alias.model, baseUrl: alias.baseUrl } : undefined,
  }));
}
