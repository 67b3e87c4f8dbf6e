import { expect, test } from "@jest/globals";
import { parsePythonModule } from "./module.ts";

test.each([
  ["def f(x: list) -> int\n    return 1\n", "1:22", 'Write ":" at the end of the line.'],
  ["for x in y[1:2]\n    pass\n", "1:16", 'Write ":" at the end of the line.'],
  ["def f():\nreturn 1\n", "2:1", /^Indent it/],
  ["if a = 1:\n    pass\n", "1:6", 'Write "==" to compare.'],
  ["x = len(y))\n", "1:11", /^Look at the brackets/],
  ['x = f"{y[0}"\n', "1:11", /^Look at the brackets/],
  ["def f():\n    else:\n        pass\n", "2:5", /^"else" stands below/],
  ['print "x"\n', "1:7", "Write print(…)."],
  ["class = 3\n", "1:7", undefined],
])("%j", (text, at, hint) => {
  const [first] = parsePythonModule(text, "/p/f.py").findings;
  expect(`${first?.place?.line}:${first?.place?.column}`).toBe(at);
  if (hint instanceof RegExp) expect(first?.hint).toMatch(hint);
  else expect(first?.hint).toBe(hint);
});
