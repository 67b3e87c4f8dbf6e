import { expect, test } from "@jest/globals";
import { Validator } from "@seriousme/openapi-schema-validator";
import Fastify from "fastify";
import { readFileSync } from "node:fs";
import { fitsDocument } from "../../fixtures/document.ts";
import { startGateway } from "../../fixtures/gateway.ts";
import type { GatewayContext } from "../../http/context.ts";
import { addRoutes } from "../index.ts";
import { COMPONENTS } from "./components.ts";
import { OPENAPI_DOCUMENT } from "./document.ts";

interface Operation {
  readonly operationId: string;
  readonly "x-scopes"?: readonly string[];
  readonly parameters?: readonly { readonly $ref: string }[];
  readonly security?: readonly unknown[];
}

type Item = Readonly<Record<string, Operation>> & { readonly parameters?: Operation["parameters"] };

const operations = Object.entries(OPENAPI_DOCUMENT.paths as Record<string, Item>).flatMap(([path, item]) =>
  ["get", "post", "put", "delete", "patch"].flatMap((method) => {
    const operation = item[method];
    const parameters = [...(item.parameters ?? []), ...(operation?.parameters ?? [])];
    return operation === undefined ? [] : [{ path, method, operation, parameters }];
  }),
);

test("the document is valid OpenAPI 3.1", async () => {
  const validator = new Validator();
  expect(await validator.validate(structuredClone(OPENAPI_DOCUMENT))).toEqual({ valid: true });
  expect(validator.version).toBe("3.1");
});

test("it has every route, and none that is not there", () => {
  const routes: string[] = [];
  const app = Fastify({ exposeHeadRoutes: false });
  app.addHook("onRoute", ({ method, url }) => {
    const path = url.replace("/v1/models/*", "/v1/models/{model}").replaceAll(/:(\w+)/g, "{$1}");
    routes.push(`${String(method)} ${path}`);
  });
  addRoutes(app, {} as GatewayContext);
  expect(operations.map(({ path, method }) => `${method.toUpperCase()} ${path}`).sort()).toEqual(routes.sort());
});

test("its operations have names of their own, and all parameters of their paths", () => {
  expect(new Set(operations.map(({ operation }) => operation.operationId)).size).toBe(operations.length);
  for (const { path, parameters } of operations) {
    const names = parameters.map(({ $ref }) => {
      const { name, in: where } = (COMPONENTS.parameters as Record<string, { name?: unknown; in?: unknown }>)[
        $ref.split("/").at(-1)!
      ]!;
      return where === "path" ? String(name) : "";
    });
    expect(names.filter((name) => name !== "").sort()).toEqual(
      [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort(),
    );
  }
});

test("it gives the scopes that docs/gateway.md gives", () => {
  const page = readFileSync(new URL("../../../../../docs/gateway.md", import.meta.url), "utf8");
  const rows = [...page.matchAll(/^\| `((?:GET|POST) [^`]+)` +\| ([^|]+?) +\|/gm)];
  const documented = rows.map(([, route, scopes]) => [
    route!.replace("/v1/models/*", "/v1/models/{model}").replaceAll(/:(\w+)/g, "{$1}"),
    scopes === "no key" ? ["no key"] : scopes === "any" ? [] : scopes!.replaceAll("`", "").split(", "),
  ]);
  const told = operations.map(({ path, method, operation }) => [
    `${method.toUpperCase()} ${path}`,
    operation.security === undefined ? (operation["x-scopes"] ?? []) : ["no key"],
  ]);
  expect(Object.fromEntries(told)).toEqual(Object.fromEntries(documented));
});

test("every part of it is used", () => {
  const text = JSON.stringify(OPENAPI_DOCUMENT);
  const parts = ["schemas", "responses", "headers", "parameters"] as const;
  const names = parts.flatMap((part) => Object.keys(COMPONENTS[part]).map((name) => `#/components/${part}/${name}"`));
  expect(names.filter((name) => !text.includes(`"$ref":"${name}`))).toEqual([]);
});

test("it is served without a key", async () => {
  const bench = await startGateway();
  await bench.gateway.createKey({ label: "one", scopes: ["read"] });
  const { status, body, headers } = await bench.send("/openapi.json");
  expect([status, headers["content-type"]]).toEqual([200, "application/json; charset=utf-8"]);
  expect(body).toEqual(OPENAPI_DOCUMENT);
  await bench.close();
});

test.each([
  ["a status", 418, { "x-request-id": "r" }, {}, /has no 418/],
  ["a field", 200, { "x-request-id": "r" }, { object: "list", data: [], more: 1 }, /additional properties/],
  ["a missing field", 200, { "x-request-id": "r" }, { object: "list" }, /required property 'data'/],
  ["a missing header", 200, {}, { object: "list", data: [] }, /has no x-request-id/],
])("answers of the other tests are held to it: %s", (_what, status, headers, body, says) => {
  const got = { status, headers: { "content-type": "application/json", ...headers }, text: "", body: body as unknown };
  expect(() => fitsDocument("GET", "/v1/workflows?x=1", got)).toThrow(says);
});
