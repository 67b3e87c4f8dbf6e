import { BRAND, isBranded } from "./brand.ts";
import { dedent } from "./dedent.ts";
import type { PromptText } from "./nodes.ts";

/** Text with values in it, made by {@link text}. */
export interface TextParts {
  readonly [BRAND]: "text";
  readonly parts: readonly PromptText[];
}

/**
 * Template tag for prompt text over several lines. The first line break, the last one and the indentation that all
 * lines share are removed; values (bindings too) are left as they are.
 */
export function text(strings: TemplateStringsArray, ...values: readonly PromptText[]): TextParts {
  if (!Array.isArray(strings) || !Array.isArray(strings.raw)) {
    throw new TypeError("text is a template tag: write text`…`, without parentheses.");
  }
  const pieces = dedent(strings.raw);
  const parts = pieces.flatMap((piece, index): PromptText[] => [
    ...(piece === "" ? [] : [piece]),
    ...(index < values.length ? [values[index]] : []),
  ]);
  return Object.freeze({ [BRAND]: "text" as const, parts: Object.freeze(parts) });
}

/** Whether a value was made by the `text` tag, of this copy of the package or another. */
export function isText(value: unknown): value is TextParts {
  return isBranded(value, "text") && Array.isArray(value["parts"]);
}
