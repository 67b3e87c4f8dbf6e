import { expect, test } from "@jest/globals";
import { isHopeless, neverStarted, reasonOf } from "./unreachable.ts";

const failed = (code: string) => new TypeError("fetch failed", { cause: Object.assign(new Error("why"), { code }) });

test.each([
  ["DEPTH_ZERO_SELF_SIGNED_CERT", true, true],
  ["SELF_SIGNED_CERT_IN_CHAIN", true, true],
  ["CERT_HAS_EXPIRED", true, true],
  ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", true, true],
  ["ERR_TLS_CERT_ALTNAME_INVALID", true, true],
  ["ERR_SSL_WRONG_VERSION_NUMBER", true, true],
  ["ECONNREFUSED", false, true],
  ["ENOTFOUND", false, true],
  ["UND_ERR_CONNECT_TIMEOUT", false, true],
  ["ECONNRESET", false, false],
  ["UND_ERR_SOCKET", false, false],
])("%s is hopeless: %s; before anything was sent: %s", (code, hopeless, before) => {
  const error = failed(code);
  expect([isHopeless(error), neverStarted(error), reasonOf(error)]).toEqual([hopeless, before, code]);
});

test("without a code the message says why", () => {
  expect(reasonOf(new TypeError("terminated"))).toBe("terminated");
  expect(reasonOf(new TypeError("fetch failed", { cause: new Error("other side closed") }))).toBe("other side closed");
  expect(reasonOf("odd")).toBe("odd");
});
