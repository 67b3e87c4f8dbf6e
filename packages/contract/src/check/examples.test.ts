import { describe, expect, test } from "@jest/globals";
import { readdirSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { checkBundle } from "../index.ts";
import type { Issue } from "../index.ts";

const examples = new URL("../../../../fixtures/bundles/", import.meta.url);

/** An invalid example: the bundle, and where and how it is wrong. */
interface Invalid {
  readonly bundle: unknown;
  readonly issues: readonly Pick<Issue, "code" | "pointer">[];
}

function read(folder: string): [name: string, content: unknown][] {
  const files = readdirSync(new URL(folder, examples)).sort();
  return files.map((file) => [
    basename(file, ".json"),
    JSON.parse(readFileSync(new URL(folder + file, examples), "utf8")),
  ]);
}

describe.each(["v1", "v2"])("the examples of %s", (version) => {
  test.each(read(`${version}/valid/`))("%s is admissible", (_name, bundle) => {
    expect(checkBundle(bundle)).toEqual([]);
  });

  test.each(read(`${version}/invalid/`) as [string, Invalid][])(
    "%s is refused for the right reason",
    (_name, example) => {
      const issues = checkBundle(example.bundle);
      expect(issues.map(({ code, pointer }) => ({ code, pointer }))).toEqual(example.issues);
      for (const { message } of issues) expect(message).toMatch(/^["`]?[A-Z\p{L}].*\.$/u);
    },
  );
});
