import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { echo } from "../fixtures/bundles.ts";
import { refused, startGateway, type TestGateway } from "../fixtures/gateway.ts";
import { sendRaw } from "../fixtures/http.ts";

let bench: TestGateway;
beforeAll(async () => {
  bench = await startGateway({ config: { limits: { bodyBytes: 20_000 } } });
  await bench.install(echo("echo"));
});
afterAll(() => bench.close());

const JSON_TYPE = { "content-type": "application/json" };
const deep = (levels: number): string => `${"[".repeat(levels)}${"]".repeat(levels)}`;
const chat = (messages: string): string => `{"model":"workflow/echo","messages":${messages}}`;

test.each<[string, string, number, string]>([
  ["GET", "/nothing", 404, "there is nothing at GET /nothing"],
  ["GET", "/v1", 404, "there is nothing at GET /v1"],
  ["GET", "/v1/nothing?x=1", 404, "there is nothing at GET /v1/nothing"],
  ["GET", "/v1/chat/completions", 405, "/v1/chat/completions does not take GET, but POST"],
  ["DELETE", "/v1/workflows", 405, "/v1/workflows does not take DELETE, but GET, POST"],
  ["PUT", "/v1/workflows/echo/publish", 405, "/v1/workflows/echo/publish does not take PUT, but POST"],
  ["OPTIONS", "/v1/models", 405, "/v1/models does not take OPTIONS, but GET"],
  ["POST", "/v1/models/workflow/echo", 405, "/v1/models/workflow/echo does not take POST, but GET"],
  ["POST", "/health/liveness", 405, "/health/liveness does not take POST, but GET"],
  ["DELETE", "/v1/runs/run_1/trace", 405, "/v1/runs/run_1/trace does not take DELETE, but GET"],
])("%s %s is refused with %i", async (method, path, status, message) => {
  const got = await bench.send(path, { method });
  expect(refused(got)).toEqual({
    status,
    code: status === 404 ? "not_found" : "method_not_allowed",
    param: null,
    message,
  });
  expect(got.headers.allow).toBe(status === 405 ? message.split(", but ")[1] : undefined);
});

test("HEAD is refused without a body", async () => {
  const got = await bench.send("/v1/models", { method: "HEAD" });
  expect([got.status, got.headers.allow, got.text]).toEqual([405, "GET", ""]);
  expect(got.headers["x-request-id"]).toMatch(/^req_[0-9a-f]{32}$/);
});

test.each([["/v1/workflows/%zz"], [`/v1/workflows/${"a".repeat(600)}`]])(
  "an address that cannot be read: %.30s",
  async (path) => {
    expect(refused(await bench.send(path))).toMatchObject({ status: 404, code: "not_found" });
  },
);

test.each<[string, string, string]>([
  ["GARBAGE\r\n\r\n", "400", "bad_http"],
  [`GET /v1/models HTTP/1.1\r\nHost: 127.0.0.1\r\nX: ${"x".repeat(20_000)}\r\n\r\n`, "431", "bad_http"],
  ["POST /v1/workflows HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: x\r\n\r\n", "400", "bad_http"],
  ["GET /v1/models HTTP/1.1\r\nConnection: close\r\n\r\n", "403", "foreign_host"],
  ["GET /none HTTP/1.1\r\nHost: 127.0.0.1\r\nExpect: x\r\nConnection: close\r\n\r\n", "404", "not_found"],
])("what is hardly HTTP is answered in the envelope: %.20j", async (bytes, status, code) => {
  const answer = await sendRaw(bench.url, bytes);
  const [head, body] = answer.split("\r\n\r\n");
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(head).toMatch(/\r\nx-request-id: req_[0-9a-f]{32}\r\n/);
  expect(JSON.parse(body!)).toEqual({
    error: { message: expect.any(String), type: expect.any(String), param: null, code },
  });
});

describe("a body", () => {
  const POSTS = ["/v1/workflows", "/v1/chat/completions", "/v1/workflows/echo/publish", "/v1/runs/run_1/cancel"];
  const text = (path: string, body: string, headers: Record<string, string> = JSON_TYPE) =>
    bench.send(path, { text: body, headers });

  test.each(POSTS)("of another type than JSON is refused by %s", async (path) => {
    for (const type of ["text/plain", "application/x-www-form-urlencoded", "text/xml", "application/jsonp"])
      expect(refused(await text(path, "{}", { "content-type": type }))).toMatchObject({
        status: 415,
        code: "unsupported_media_type",
      });
    expect(refused(await text(path, "{}", {}))).toMatchObject({ status: 415 });
  });

  test.each(POSTS)("that is no JSON is refused by %s", async (path) => {
    expect(refused(await text(path, '{"a":'))).toMatchObject({
      status: 400,
      code: "invalid_json",
      message: expect.stringMatching(/^the body is not JSON: Unexpected end of JSON input/),
    });
  });

  test.each(POSTS)("that is too large is refused by %s", async (path) => {
    expect(refused(await text(path, `"${"x".repeat(20_000)}"`))).toEqual({
      status: 413,
      code: "request_too_large",
      param: null,
      message: "the body is larger than this gateway takes",
    });
  });

  test("may say its charset", async () => {
    const got = await text("/v1/chat/completions", chat('[{"role":"user","content":"ä"}]'), {
      "content-type": "application/json; charset=utf-8",
    });
    expect(got.body.choices[0].message.content).toBe("ä");
  });

  test("may be empty where nothing is needed", async () => {
    expect((await text("/v1/workflows/echo/publish", "")).status).toBe(200);
    expect((await bench.send("/v1/workflows/echo/publish", { method: "POST" })).status).toBe(200);
    expect(refused(await text("/v1/chat/completions", ""))).toMatchObject({
      status: 400,
      message: "the body must be a JSON object",
    });
  });

  test("that is too deep is refused, however deep", async () => {
    for (const levels of [250, 9000])
      expect(refused(await text("/v1/chat/completions", chat(deep(levels))))).toMatchObject({
        status: 400,
        code: "json_too_deep",
      });
    expect(refused(await text("/v1/workflows", deep(9000)))).toMatchObject({ status: 400, code: "invalid_bundle" });
  });

  test("with a key __proto__ is refused, and changes nothing", async () => {
    for (const body of ['{"__proto__":{"polluted":1}}', chat('[{"role":"user","content":"a","x":{"__proto__":1}}]')])
      expect(refused(await text("/v1/chat/completions", body))).toMatchObject({ status: 400, code: "forbidden_key" });
    expect(refused(await text("/v1/workflows", '{"contract_version":2,"__proto__":{"polluted":1}}'))).toMatchObject({
      status: 400,
      code: "invalid_bundle",
      param: "/__proto__",
    });
    expect(refused(await text("/v1/workflows/echo/publish", '{"__proto__":{"version":1}}'))).toMatchObject({
      status: 400,
      param: "__proto__",
    });
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  test("with a number that none can hold is refused, rather than passed on as null", async () => {
    const headers = { ...JSON_TYPE, "idempotency-key": "large" };
    for (const number of ["1e999", "-1e999"]) {
      const body = `{"model":"workflow/echo","messages":[{"role":"user","content":"a"}],"seed":${number}}`;
      expect(refused(await bench.send("/v1/chat/completions", { text: body, headers }))).toEqual({
        status: 400,
        code: "invalid_request",
        param: null,
        message: "a number of the body is too large, such as 1e999",
      });
    }
  });
});

test("every answer has a request id of its own", async () => {
  const ids = new Set<unknown>();
  for (const path of ["/health/liveness", "/health/readiness", "/v1/contract", "/v1/models", "/v1/runs", "/nothing"])
    ids.add((await bench.send(path)).headers["x-request-id"]);
  ids.add((await bench.chat("workflow/echo")).headers["x-request-id"]);
  ids.add((await bench.chat("workflow/echo", "a", { body: { stream: true } })).headers["x-request-id"]);
  expect([...ids].filter((id) => /^req_[0-9a-f]{32}$/.test(String(id)))).toHaveLength(8);
});

test("nothing here was the gateway's own fault", () => {
  expect(bench.reported).toEqual([]);
});
