import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { echo } from "../fixtures/bundles.ts";
import { refused, startGateway, type TestGateway } from "../fixtures/gateway.ts";
import { sendRaw, type Got, type Sent } from "../fixtures/http.ts";
import type { Scope } from "../store/index.ts";

const messages = [{ role: "user", content: "hi" }];

describe("a gateway without keys", () => {
  let bench: TestGateway;
  beforeAll(async () => {
    bench = await startGateway();
    await bench.install(echo("echo"));
  });
  afterAll(() => bench.close());

  test.each(["127.0.0.1", "127.0.0.1:80", "localhost", "LOCALHOST:4111", "[::1]:4111"])(
    "answers to %s",
    async (host) => {
      expect((await bench.send("/v1/models", { headers: { host } })).status).toBe(200);
    },
  );

  test.each(["evil.example", "127.0.0.1.evil.example", "localhost.evil.example:4111", "192.168.0.1", "localhost@evil"])(
    "does not answer to %s",
    async (host) => {
      for (const path of ["/v1/models", "/v1/runs", "/%76%31/runs"])
        expect(refused(await bench.send(path, { headers: { host } }))).toMatchObject({
          status: 403,
          code: "foreign_host",
        });
    },
  );

  test("does not answer to no name at all", async () => {
    const answer = await sendRaw(bench.url, "GET /v1/models HTTP/1.0\r\n\r\n");
    expect(answer).toMatch(/^HTTP\/1.1 403 /);
  });

  test.each([
    ["https://evil.example", 403],
    ["http://127.0.0.1.evil.example", 403],
    ["null", 403],
    ["http://127.0.0.1:4111", 200],
    ["http://localhost:3000", 200],
  ])("pages of %s get %i, even without a body to ask about", async (origin, status) => {
    const got = await bench.send("/v1/workflows/echo/publish", { method: "POST", headers: { origin } });
    expect(got.status).toBe(status);
    if (status !== 200) expect(refused(got).code).toBe("foreign_origin");
  });

  test("takes any key for none", async () => {
    for (const key of ["anything", bench.gateway.ownKey])
      expect((await bench.send("/v1/runs", { key })).status).toBe(200);
  });
});

describe("a gateway with keys", () => {
  let bench: TestGateway;
  const keys: Record<string, string> = {};
  beforeAll(async () => {
    bench = await startGateway({ config: { models: { fake: { provider: "sample" } } } });
    const scopes: Scope[] = ["author", "invoke", "read"];
    for (const scope of scopes) keys[scope] = await bench.gateway.createKey({ label: scope, scopes: [scope] });
    keys["none"] = await bench.gateway.createKey({ label: "none", scopes: [] });
    keys["one"] = await bench.gateway.createKey({ label: "one", scopes, workflows: ["one"] });
    await bench.install(echo("one"), echo("two"));
  });
  afterAll(() => bench.close());

  const chat = (model: string): Sent => ({ json: { model, messages } });
  /** Each call with the scope that it needs, and the status that it gets with it. */
  const calls: [string, string, Sent, Scope | "any", number][] = [
    ["contract", "/v1/contract", {}, "any", 200],
    ["models", "/v1/models", {}, "any", 200],
    ["one model", "/v1/models/workflow/two", {}, "any", 200],
    ["register", "/v1/workflows", { json: echo("two") }, "author", 200],
    ["publish", "/v1/workflows/two/publish", { json: {} }, "author", 200],
    ["unpublish", "/v1/workflows/three/unpublish", { json: {} }, "author", 404],
    ["workflows", "/v1/workflows", {}, "read", 200],
    ["workflow", "/v1/workflows/two", {}, "read", 200],
    ["version", "/v1/workflows/two/versions/1", {}, "read", 200],
    ["run", "/v1/chat/completions", chat("workflow/two"), "invoke", 200],
    ["model call", "/v1/chat/completions", chat("fake"), "invoke", 200],
    ["runs", "/v1/runs", {}, "read", 200],
    ["one run", "/v1/runs/run_0", {}, "read", 404],
    ["trace", "/v1/runs/run_0/trace", {}, "read", 404],
    ["events", "/v1/runs/run_0/events", {}, "read", 404],
    ["cancel", "/v1/runs/run_0/cancel", { json: {} }, "read", 404],
  ];

  test.each(calls)("%s needs a key with its scope", async (_name, path, sent, scope, status) => {
    expect(refused(await bench.send(path, sent))).toMatchObject({ status: 401, code: "missing_api_key" });
    expect(refused(await bench.send(path, { ...sent, key: "wrong" }))).toMatchObject({
      status: 401,
      code: "invalid_api_key",
    });
    const answers: Record<string, number> = {};
    for (const name of ["author", "invoke", "read", "none"])
      answers[name] = (await bench.send(path, { ...sent, key: keys[name] })).status;
    const allowed = (name: string): number => (scope === "any" || name === scope ? status : 403);
    expect(answers).toEqual({
      author: allowed("author"),
      invoke: allowed("invoke"),
      read: allowed("read"),
      none: allowed("none"),
    });
    expect((await bench.send(path, { ...sent, key: bench.gateway.ownKey })).status).toBe(status);
  });

  test.each(["Basic abc", "Bearer", "Bearer  ", "bearer wrong", "Bearer a b"])(
    "%j is no key",
    async (authorization) => {
      expect((await bench.send("/v1/models", { headers: { authorization } })).status).toBe(401);
    },
  );

  test("no spelling of an address goes around the key", async () => {
    for (const path of ["/%76%31/runs", "/v1%2fruns", "//v1/runs", "/v1/./runs", "/V1/runs"])
      expect((await bench.send(path)).status).toBeGreaterThanOrEqual(401);
    const absolute = `GET http://127.0.0.1/v1/runs HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n`;
    expect(await sendRaw(bench.url, absolute)).toMatch(/^HTTP\/1.1 401 /);
  });

  test("health needs none", async () => {
    expect((await bench.send("/health/liveness")).body).toEqual({ status: "ok" });
    expect((await bench.send("/health/readiness")).status).toBe(200);
  });

  describe("for one workflow", () => {
    const get = (path: string, sent: Sent = {}): Promise<Got> => bench.send(path, { ...sent, key: keys["one"] });
    const forbidden = { status: 403, code: "workflow_not_allowed" };

    test("sees that one only", async () => {
      expect((await get("/v1/workflows")).body.data.map((row: { name: string }) => row.name)).toEqual(["one"]);
      expect((await get("/v1/models")).body.data.map((row: { id: string }) => row.id)).toEqual(["workflow/one"]);
      expect((await get("/v1/workflows/one")).status).toBe(200);
      expect(refused(await get("/v1/workflows/two"))).toMatchObject(forbidden);
      expect(refused(await get("/v1/workflows/two/versions/1"))).toMatchObject(forbidden);
      expect(refused(await get("/v1/models/workflow%2Ftwo"))).toMatchObject({ status: 404, code: "model_not_found" });
      expect(refused(await get("/v1/models/fake"))).toMatchObject({ status: 404, code: "model_not_found" });
    });

    test("changes and runs that one only", async () => {
      expect((await get("/v1/chat/completions", chat("workflow/one"))).status).toBe(200);
      expect(refused(await get("/v1/chat/completions", chat("workflow/two")))).toMatchObject(forbidden);
      expect(refused(await get("/v1/chat/completions", chat("fake")))).toMatchObject({
        status: 403,
        code: "model_not_allowed",
      });
      expect((await get("/v1/workflows", { json: echo("one") })).status).toBe(200);
      expect(refused(await get("/v1/workflows", { json: echo("two") }))).toMatchObject(forbidden);
      for (const act of ["publish", "unpublish"])
        expect(refused(await get(`/v1/workflows/two/${act}`, { json: {} }))).toMatchObject(forbidden);
    });

    test("sees runs of that one only", async () => {
      const theirs = (await bench.chat("workflow/two", "hi", { key: keys["invoke"] })).headers["x-run-id"];
      for (const path of ["", "/trace", "/events"])
        expect(refused(await get(`/v1/runs/${String(theirs)}${path}`))).toMatchObject({ code: "run_not_found" });
      expect(refused(await get(`/v1/runs/${String(theirs)}/cancel`, { json: {} }))).toMatchObject({ status: 404 });
      const seen = (await get("/v1/runs")).body.data.map((run: { workflow: string }) => run.workflow);
      expect(new Set(seen)).toEqual(new Set(["one"]));
      expect(refused(await get("/v1/runs?workflow=two"))).toMatchObject(forbidden);
    });
  });
});
