import { expect, test } from "@jest/globals";
import Fastify from "fastify";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { SANDBOX_CODES } from "@espalier/sandbox";
import type { GatewayContext } from "../http/context.ts";
import { addRoutes } from "./index.ts";

const page = readFileSync(new URL("../../../../docs/gateway.md", import.meta.url), "utf8");

test("docs/gateway.md has a row for every route, and none for what is no route", () => {
  const routes: string[] = [];
  const app = Fastify({ exposeHeadRoutes: false });
  app.addHook("onRoute", ({ method, url }) => void routes.push(`${String(method)} ${url}`));
  addRoutes(app, {} as GatewayContext);
  const documented = [...page.matchAll(/^\| `((?:GET|POST) [^`]+)`/gm)].map((match) => match[1]!);
  expect(documented.sort()).toEqual(routes.sort());
});

test("docs/gateway.md names every code of an error that the sources write", () => {
  const folder = fileURLToPath(new URL("..", import.meta.url));
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
    (file) => file.endsWith(".ts") && !file.endsWith(".test.ts") && !file.includes("fixtures"),
  );
  const written = files.flatMap((file) => {
    const text = readFileSync(join(folder, file), "utf8");
    return [...text.matchAll(/(?:code: |LeafError\(|failure\(|notFound\([^)]*, )"([a-z]+_[a-z_]+)"/g)].map(
      (match) => match[1]!,
    );
  });
  const codes = new Set([...written, ...SANDBOX_CODES]);
  // What a caller never sees: a call whose run was cancelled, and a worker that is not there, which registering refuses.
  for (const hidden of ["cancelled", "unavailable"]) codes.delete(hidden);
  expect(codes.size).toBeGreaterThan(40);
  expect([...codes].filter((code) => !page.includes(`\`${code}\``))).toEqual([]);
});
