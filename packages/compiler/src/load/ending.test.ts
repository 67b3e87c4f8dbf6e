import { spawnSync } from "node:child_process";
import { expect, test } from "@jest/globals";

// What ends a process can only be seen from outside of it.
const built = (name: string) => JSON.stringify(new URL(`../../dist/load/${name}.js`, import.meta.url).href);
const RUN = `
  import { failAtExit } from ${built("fail-at-exit")};
  import { throwingRejections } from ${built("throwing-rejections")};
  const { default: load } = await import(process.argv[1]);
  const stop = failAtExit("flow.tsx", () => console.log("cleaned up"));
  console.log(await throwingRejections(load).catch(String));
  stop();
`;

function run(body: string): { readonly status: number | null; readonly out: string; readonly err: string } {
  const module = `data:text/javascript,${encodeURIComponent(`export default async () => { ${body} };`)}`;
  const args = ["--input-type=module", "-e", RUN, module];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
  return { status, out: stdout, err: stderr };
}

test("what runs to its end gives its result, and may exit later as it likes", () => {
  expect(run("return 3;")).toEqual({ status: 0, out: "3\n", err: "" });
  expect(run("setTimeout(() => process.exit(0), 50); return 3;")).toEqual({ status: 0, out: "3\n", err: "" });
});

test.each([
  ["process.exit(0);", 1],
  ["process.exit();", 1],
  ["process.exit(7);", 7],
])("leaving in the middle is never a success: %s", (body, status) => {
  const err = "error: flow.tsx ended the process while it was compiled\n";
  expect(run(body)).toEqual({ status, out: "cleaned up\n", err });
});

test.each([
  ['Promise.reject(new Error("no")); return 3;', "Error: no"],
  ["Promise.reject(undefined); return 3;", "undefined"],
  ["Promise.reject(1).catch(() => {}); return 3;", "3"],
])("a rejection that nobody handles is thrown, whatever it is: %s", (body, result) => {
  expect(run(body)).toEqual({ status: 0, out: `${result}\n`, err: "" });
});
