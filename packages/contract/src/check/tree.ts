import { LIMITS } from "../constants.ts";
import type { Issue } from "../issue.ts";
import { below, Report } from "./report.ts";

interface Visit {
  readonly value: unknown;
  readonly depth: number;
  readonly key: string | number | undefined;
  readonly parent: Visit | undefined;
}

/**
 * Whether a value is JSON that later steps may walk recursively: not too deep, nothing that JSON cannot say, and no
 * key `__proto__`, which too many programs take for something else. Walks without recursion.
 */
export function checkTree(value: unknown): Issue[] {
  const report = new Report();
  const waiting: Visit[] = [{ value, depth: 1, key: undefined, parent: undefined }];
  for (let visit = waiting.pop(); visit !== undefined && !report.isFull; visit = waiting.pop()) {
    if (!isJson(visit.value)) report.add("not_json", "This is not a JSON value.", pointerOf(visit));
    if (typeof visit.value !== "object" || visit.value === null) continue;
    if (visit.depth > LIMITS.bundleDepth) {
      report.add("too_deep", `The bundle nests deeper than ${LIMITS.bundleDepth} levels.`, "");
      break;
    }
    for (const key of keysOf(visit.value).reverse()) {
      const child: unknown = (visit.value as Record<string | number, unknown>)[key];
      const next = { value: child, depth: visit.depth + 1, key, parent: visit };
      if (key === "__proto__") report.add("forbidden_key", "A key cannot be `__proto__`.", pointerOf(next));
      else waiting.push(next);
    }
  }
  return report.issues;
}

/** Whether a value has more levels than `most`; a value without parts has one. Walks without recursion. */
export function isDeeperThan(value: unknown, most: number): boolean {
  const waiting: { value: unknown; depth: number }[] = [{ value, depth: 1 }];
  for (let visit = waiting.pop(); visit !== undefined; visit = waiting.pop()) {
    if (visit.depth > most) return true;
    if (typeof visit.value !== "object" || visit.value === null) continue;
    for (const child of Object.values(visit.value)) waiting.push({ value: child, depth: visit.depth + 1 });
  }
  return false;
}

function isJson(value: unknown): boolean {
  if (value === null) return true;
  if (typeof value === "number") return Number.isFinite(value);
  return ["boolean", "object", "string"].includes(typeof value);
}

function keysOf(value: object): (string | number)[] {
  return Array.isArray(value) ? Array.from(value.keys()) : Object.keys(value);
}

function pointerOf(visit: Visit): string {
  const keys: (string | number)[] = [];
  for (let at: Visit | undefined = visit; at?.key !== undefined; at = at.parent) keys.push(at.key);
  return keys.reduceRight<string>((pointer, key) => below(pointer, key), "");
}
