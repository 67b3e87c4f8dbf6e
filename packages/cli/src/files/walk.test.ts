import { afterAll, expect, test } from "@jest/globals";
import { symlinkSync } from "node:fs";
import { join, relative } from "node:path";
import { createWorkspace } from "../fixtures/workspace.ts";
import { filesBelow } from "./walk.ts";

const workspace = createWorkspace({
  "b/2.tsx": "",
  "b/1.tsx": "",
  "a/x.tsx": "",
  "a/x.ts": "",
  "a/vendor/x.tsx": "",
  "a/.git/x.tsx": "",
});
symlinkSync("..", join(workspace.folder, "a", "up"));
symlinkSync("1.tsx", join(workspace.folder, "b", "link.tsx"));
afterAll(() => workspace.remove());

const below = async (limit?: number): Promise<string[]> =>
  (await filesBelow(workspace.folder, /\.tsx$/, limit)).map((file) => relative(workspace.folder, file));

test("files come in order, links included, and circles end", async () => {
  expect(await below()).toEqual(["a/x.tsx", "b/1.tsx", "b/2.tsx", "b/link.tsx"]);
});

test("a folder that is far too large is refused", async () => {
  await expect(below(5)).rejects.toMatchObject({
    message: `there are more than 5 files below "${workspace.folder}"`,
    hint: "name the flow files, or a smaller folder",
    exitCode: 2,
  });
});

test("a folder that is gone is an error", async () => {
  await expect(filesBelow(join(workspace.folder, "gone"), /x/)).rejects.toMatchObject({
    message: expect.stringMatching(/^cannot look into the folder ".*gone": there is no such file$/),
    exitCode: 2,
  });
});
