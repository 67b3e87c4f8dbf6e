import type { Bundle } from "../bundle.ts";
import { CONTRACT_VERSIONS } from "../constants.ts";
import type { Issue } from "../issue.ts";
import { isJsonObject } from "../json.ts";
import { checkSchemas } from "./schemas.ts";
import { checkShape } from "./shape.ts";
import { checkStructure } from "./structure.ts";
import { checkTree } from "./tree.ts";

/**
 * Everything that is wrong with a bundle, at most 100 issues; none when a gateway may take it. The contract version
 * comes first, then the shape, then the schemas inside, then what no schema can say; each step only when the one
 * before has found nothing. Never throws on any JSON value.
 */
export function checkBundle(value: unknown): Issue[] {
  const version = checkVersion(value);
  if (version.length > 0) return version;
  const tree = checkTree(value);
  if (tree.length > 0) return tree;
  const bundle = value as Bundle;
  const shape = checkShape(bundle, bundle.contract_version);
  if (shape.length > 0) return shape;
  const schemas = checkSchemas(bundle);
  return schemas.length > 0 ? schemas : checkStructure(bundle);
}

function checkVersion(value: unknown): Issue[] {
  if (!isJsonObject(value)) return [{ code: "wrong_type", message: "A bundle is an object.", pointer: "" }];
  if (!Object.hasOwn(value, "contract_version")) {
    return [{ code: "missing_key", message: 'The key "contract_version" is missing.', pointer: "" }];
  }
  const version: unknown = value["contract_version"];
  if (CONTRACT_VERSIONS.some((known) => known === version)) return [];
  const named = typeof version === "number" || typeof version === "string" ? ` ${JSON.stringify(version)}` : "";
  const message = `Contract version${named} is not supported; the versions known here are ${CONTRACT_VERSIONS.join(" and ")}.`;
  return [{ code: "unsupported_contract_version", message, pointer: "/contract_version" }];
}
