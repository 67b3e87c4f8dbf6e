import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { echo } from "../fixtures/bundles.ts";
import { startGateway, type TestGateway } from "../fixtures/gateway.ts";
import { OPENAPI_DOCUMENT } from "../routes/openapi/document.ts";
import type { Scope } from "../store/index.ts";

interface Operation {
  readonly "x-scopes"?: readonly Scope[];
  readonly security?: readonly unknown[];
}

const SCOPES: readonly Scope[] = ["author", "invoke", "read"];
const CHAT = { model: "workflow/own", messages: [{ role: "user", content: "x" }] };
/** Bodies that are taken; those of other routes are empty. */
const BODIES: Readonly<Record<string, object>> = {
  "post /v1/workflows": echo("own"),
  "post /v1/chat/completions": CHAT,
};

const routes = Object.entries(OPENAPI_DOCUMENT.paths as Record<string, Record<string, Operation>>).flatMap(
  ([path, item]) =>
    ["get", "post"].flatMap((method) => {
      const operation = item[method];
      return operation === undefined ? [] : [{ method, path, operation }];
    }),
);

let bench: TestGateway;
const runs: Record<string, string> = {};

beforeAll(async () => {
  bench = await startGateway();
  await bench.gateway.createKey({ label: "closes the gateway", scopes: [] });
  await bench.install(echo("own"), echo("other"));
  for (const name of ["own", "other"]) {
    const { body } = await bench.chat(`workflow/${name}`, "x", { key: bench.gateway.ownKey });
    runs[name] = body.workflow.run_id;
  }
});
afterAll(() => bench.close());

/** Calls a route for one workflow or its run. */
async function call(method: string, path: string, name: string, key: string | undefined) {
  const address = path
    .replace("{name}", name)
    .replace("{version}", "1")
    .replace("{id}", runs[name]!)
    .replace("{model}", `workflow/${name}`);
  const body = BODIES[`${method} ${path}`];
  const json = path === "/v1/chat/completions" ? { ...CHAT, model: `workflow/${name}` } : body && echo(name);
  const sent = method === "get" ? {} : json === undefined ? { method: "POST" } : { json };
  const { status, body: got } = await bench.send(address, { ...sent, key });
  return `${status} ${got?.error?.code ?? "ok"}`;
}

describe.each(routes)("$method $path", ({ method, path, operation }) => {
  const needed = operation["x-scopes"] ?? [];
  const open = operation.security !== undefined;

  test("without a key", async () => {
    expect(await call(method, path, "own", undefined)).toBe(open ? "200 ok" : "401 missing_api_key");
  });

  test("with each set of scopes", async () => {
    for (let set = 0; set < 8; set++) {
      const scopes = SCOPES.filter((_scope, index) => set & (1 << index));
      const key = await bench.gateway.createKey({ label: "k", scopes });
      const enough = open || needed.every((scope) => scopes.includes(scope));
      expect([scopes, await call(method, path, "own", key)]).toEqual([
        scopes,
        enough ? "200 ok" : "403 insufficient_scope",
      ]);
    }
  });

  test("with a key for one workflow", async () => {
    const key = await bench.gateway.createKey({ label: "k", scopes: SCOPES, workflows: ["own"] });
    const elsewhere = path.includes("{id}")
      ? "404 run_not_found"
      : path.includes("{model}")
        ? "404 model_not_found"
        : "403 workflow_not_allowed";
    const bound = path.includes("{") || BODIES[`${method} ${path}`] !== undefined;
    const all = path === "/metrics" ? "403 workflow_not_allowed" : "200 ok";
    expect(await call(method, path, "other", key)).toBe(bound ? elsewhere : all);
    expect(await call(method, path, "own", key)).toBe(all);
  });
});

test("nothing here was the gateway's own fault", () => {
  expect(bench.reported).toEqual([]);
});
