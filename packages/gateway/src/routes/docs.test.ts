import { expect, test } from "@jest/globals";
import Fastify from "fastify";
import { readFileSync } from "node:fs";
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
