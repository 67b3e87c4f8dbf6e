import { spawnSync } from "node:child_process";
import { expect, test } from "@jest/globals";

// What ends a process can only be seen from outside of it.
const RUN = `
  import { guarded } from ${JSON.stringify(new URL("../../dist/load/guarded.js", import.meta.url).href)};
  const run = await import(process.argv[1]);
  const told = (error) => console.log(String(error));
  console.log(await guarded(run.default, () => console.log("at exit")).catch(told));
`;

function run(body: string): { readonly status: number | null; readonly output: string } {
  const module = `data:text/javascript,${encodeURIComponent(`export default async () => { ${body} };`)}`;
  const { status, stdout } = spawnSync(process.execPath, ["--input-type=module", "-e", RUN, module], {
    encoding: "utf8",
  });
  return { status, output: stdout };
}

test("what runs to its end gives its result, and may exit later as it likes", () => {
  expect(run("return 3;")).toEqual({ status: 0, output: "3\n" });
  expect(run("setTimeout(() => process.exit(0), 50); return 3;")).toEqual({ status: 0, output: "3\n" });
});

test("leaving in the middle is never a success", () => {
  expect(run("process.exit(0);")).toEqual({ status: 1, output: "at exit\n" });
  expect(run("process.exit();")).toEqual({ status: 1, output: "at exit\n" });
  expect(run("process.exit(7);")).toEqual({ status: 7, output: "at exit\n" });
});

test("a rejection that nobody handles is thrown, whatever it is", () => {
  expect(run('Promise.reject(new Error("no")); return 3;')).toEqual({ status: 0, output: "Error: no\nundefined\n" });
  expect(run("Promise.reject(undefined); return 3;")).toEqual({ status: 0, output: "undefined\nundefined\n" });
  expect(run("Promise.reject(1).catch(() => {}); return 3;")).toEqual({ status: 0, output: "3\n" });
});
