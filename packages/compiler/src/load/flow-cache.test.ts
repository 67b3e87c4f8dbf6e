import { expect, test } from "@jest/globals";
import type { BuiltFlow } from "./flow-modules.ts";
import { createFlowCache } from "./flow-cache.ts";

const FLOW = { modules: [], files: ["/a.tsx"], packages: new Map() } as unknown as BuiltFlow;

test("a flow is joined once until one of its files has changed, and its files are told every time", async () => {
  const cache = createFlowCache();
  let built = 0;
  const files = async (): Promise<string[]> => {
    const noted: string[] = [];
    await cache.get(
      "/a.tsx",
      (file) => noted.push(file),
      (note) => {
        built++;
        note("/b.ts");
        return Promise.resolve(FLOW);
      },
    );
    return noted;
  };
  expect([await files(), await files(), built]).toEqual([["/b.ts"], ["/b.ts", "/a.tsx"], 1]);
  cache.drop((file) => file === "/c.ts");
  await files();
  expect(built).toBe(1);
  cache.drop((file) => file === "/b.ts");
  await files();
  expect(built).toBe(2);
});

test("what cannot be joined is tried again", async () => {
  const cache = createFlowCache();
  const findings: readonly string[] = ["no"];
  let tried = 0;
  const attempt = () =>
    cache.get(
      "/a.tsx",
      () => {},
      () => Promise.resolve((tried++, findings)),
    );
  expect(await attempt()).toBe(findings);
  expect(await attempt()).toBe(findings);
  expect(tried).toBe(2);
});
