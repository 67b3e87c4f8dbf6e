import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "@jest/globals";

const FOLDER = fileURLToPath(new URL("../../python", import.meta.url));
const FILES = readdirSync(FOLDER, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".py"));

test.each(FILES)("%s is Python 3.9, with types that exist there", (name) => {
  const text = readFileSync(join(FOLDER, name), "utf8");
  const parse = "import ast, sys; ast.parse(sys.stdin.read(), feature_version=(3, 9))";
  expect(execFileSync("python3", ["-c", parse], { input: text, encoding: "utf8" })).toBe("");
  // `int | None` parses there as an operation and fails when it is evaluated; in quotes it is never evaluated.
  expect(text).not.toMatch(/(?:->|:) [\w.[\], ]+ \| /);
});
