import { below, Report } from "../check/report.ts";
import { isDeeperThan } from "../check/tree.ts";
import { LIMITS } from "../constants.ts";
import type { Issue } from "../issue.ts";
import type { JsonSchema, Subschema } from "../json.ts";
import { isJsonObject } from "../json.ts";
import { entanglement } from "./entanglement.ts";
import { problemOf } from "./keyword-values.ts";
import { children } from "./keywords.ts";
import { resolveReference } from "./reference.ts";

/** Keywords with which a schema could reach outside itself or be reached in more than one way. */
const FORBIDDEN = new Set([
  "$anchor",
  "$dynamicAnchor",
  "$dynamicRef",
  "$id",
  "$recursiveAnchor",
  "$recursiveRef",
  "$vocabulary",
]);

/** How many definitions may lead from one to the next without going into the value. */
const MOST_IN_PLACE = 100;

/**
 * Whether a value is a self-contained JSON Schema 2020-12 object within the limits: each keyword well formed, each
 * `$ref` to one of its own `$defs`, no reference that leads back to itself without going into the value. When there
 * are no issues, the types of `JsonSchema` hold. `pointer` is where the schema stands.
 */
export function checkSchema(schema: unknown, pointer = ""): Issue[] {
  const report = new Report();
  if (isDeeperThan(schema, LIMITS.schemaDepth)) {
    report.add("schema_too_deep", `A schema has at most ${LIMITS.schemaDepth} levels.`, pointer);
  } else if (!isJsonObject(schema)) {
    report.add("invalid_schema", "A schema is an object.", pointer);
  } else if (Buffer.byteLength(JSON.stringify(schema)) > LIMITS.schemaBytes) {
    report.add("schema_too_large", `A schema has at most ${LIMITS.schemaBytes} bytes in canonical form.`, pointer);
  } else {
    checkDocument(schema as JsonSchema, pointer, report);
  }
  return report.issues;
}

function checkDocument(root: JsonSchema, pointer: string, report: Report): void {
  const waiting: { schema: Subschema; at: string }[] = [{ schema: root, at: pointer }];
  for (let next = waiting.pop(); next !== undefined && !report.isFull; next = waiting.pop()) {
    const { schema, at } = next;
    if (typeof schema === "boolean") continue;
    checkKeywords(schema, root, at, report);
    for (const { key, keyword, schema: inner } of children(schema).reverse()) {
      const inside = below(at, keyword);
      waiting.push({ schema: inner, at: key === undefined ? inside : below(inside, key) });
    }
  }
  if (report.issues.length > 0) return;
  const tangle = entanglement(root, MOST_IN_PLACE);
  if (tangle === undefined) return;
  const at = below(`${pointer}/$defs`, tangle.name);
  if (tangle.kind === "circular") {
    report.add(
      "circular_ref",
      `The definition "${tangle.name}" leads back to itself without going into the value.`,
      at,
    );
  } else {
    report.add("schema_too_deep", `More than ${MOST_IN_PLACE} definitions refer to each other in a row.`, at);
  }
}

function checkKeywords(schema: JsonSchema, root: JsonSchema, at: string, report: Report): void {
  for (const [keyword, value] of Object.entries(schema)) {
    const pointer = below(at, keyword);
    const problem = problemOf(keyword, value);
    if (FORBIDDEN.has(keyword)) {
      report.add("forbidden_keyword", `A schema in a bundle cannot use \`${keyword}\`.`, pointer);
    } else if (keyword === "$defs" && schema !== root) {
      report.add("forbidden_keyword", "`$defs` stands at the top of a schema only.", pointer);
    } else if (problem !== undefined) {
      report.add("invalid_schema", `\`${keyword}\` must be ${problem}.`, pointer);
    } else if (keyword === "$ref" && (value === "#" || resolveReference(root, String(value)) === undefined)) {
      report.add("unresolved_ref", "A `$ref` must name one of the schema's own `$defs`.", pointer);
    }
  }
}
