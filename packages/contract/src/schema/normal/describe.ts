import { canonicalJson } from "../../canonical.ts";
import type { SchemaNode, VariantNode } from "./graph.ts";

const MOST_SHOWN = 5;

/** What a variant is, for deciding whether two can be compared part by part: its type, `values` or `other`. */
export function kindOf({ values }: VariantNode): string {
  if (values["enum"] !== undefined) return "values";
  return typeof values["type"] === "string" ? values["type"] : "other";
}

/** A few words for a schema: `string | null`. */
export function describeNode({ variants }: SchemaNode): string {
  if (variants.length === 0) return "nothing";
  const shown = variants.slice(0, MOST_SHOWN).map(describeVariant);
  return [...shown, ...(variants.length > MOST_SHOWN ? ["…"] : [])].join(" | ");
}

/** A few words for a variant: its values, its type, or for objects their fields. */
export function describeVariant({ edges, sets, values }: VariantNode): string {
  const listed = values["enum"];
  if (Array.isArray(listed)) {
    const shown = listed.slice(0, MOST_SHOWN).map((value) => canonicalJson(value));
    return [...shown, ...(listed.length > MOST_SHOWN ? ["…"] : [])].join(" | ");
  }
  if (typeof values["type"] !== "string") {
    return Object.keys(values).length + edges.length + sets.length === 0 ? "any value" : "a value of several types";
  }
  const fields = edges.filter(({ keyword }) => keyword === "properties").map(({ key }) => key);
  if (fields.length === 0) return values["type"];
  const names = [...fields.slice(0, MOST_SHOWN), ...(fields.length > MOST_SHOWN ? ["…"] : [])];
  return `object { ${names.join(", ")} }`;
}
