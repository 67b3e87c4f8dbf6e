import type { Issue } from "../issue.ts";

/** More issues than this help nobody. */
const MOST_ISSUES = 100;

/** Takes in the issues of one bundle, up to 100 of them. */
export class Report {
  readonly issues: Issue[] = [];

  add(code: string, message: string, pointer: string): void {
    if (this.issues.length < MOST_ISSUES) this.issues.push({ code, message, pointer });
  }

  get isFull(): boolean {
    return this.issues.length >= MOST_ISSUES;
  }
}

/** The pointer to a key below another pointer. */
export function below(pointer: string, key: string | number): string {
  return `${pointer}/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

/** `"a", "b" or "c"`. */
export function oneOf(values: readonly unknown[]): string {
  const texts = values.map((value) => JSON.stringify(value));
  const last = texts.pop() ?? "nothing";
  return texts.length === 0 ? last : `${texts.join(", ")} or ${last}`;
}
