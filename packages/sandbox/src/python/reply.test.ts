import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { DEFAULT_LIMITS } from "../limits.ts";
import { SANDBOX_CODES } from "../outcome.ts";
import { readReply } from "./reply.ts";

const limits = { ...DEFAULT_LIMITS.python, outputBytes: 100, depth: 5, logLength: 4 };
const read = (header: unknown, value = "") => readReply(Buffer.from(`${JSON.stringify(header)}\n${value}`), limits);

describe("readReply", () => {
  test("a result", () => {
    expect(read({ ok: true, log: "hi" }, '{"a":2.0}')).toEqual({ ok: true, value: '{"a":2}', log: "hi" });
  });

  test("a failure with a place in the result", () => {
    const header = { ok: false, code: "bad_result", message: "Odd", path: ["a", 0], frames: [], log: "" };
    expect(read(header)).toEqual({ ok: false, code: "bad_result", message: "Odd at $.a[0].", frames: [], log: "" });
  });

  test.each([
    ["nothing", ""],
    ["no newline", '{"ok":true}'],
    ["no JSON", "hello\n1"],
    ["no object", "[]x\n1"],
    ["a result that is no JSON", '{"ok":true,"log":""}\n{evil'],
    ["two results", '{"ok":true,"log":""}\n1 2'],
    ["a result that is too deep", `{"ok":true,"log":""}\n${"[".repeat(6)}${"]".repeat(6)}`],
  ])("forged: %s", (_, text) => {
    expect(readReply(Buffer.from(text), limits)).toMatchObject({ ok: false, code: "bad_result" });
  });

  test("forged: a result that is too large", () => {
    expect(read({ ok: true, log: "" }, `"${"x".repeat(99)}"`)).toMatchObject({ ok: false, code: "result_too_large" });
  });

  test.each(["crash", "cancelled", "unavailable", "never_settled", "nonsense", 1, null])(
    "forged: the code %s",
    (code) => {
      expect(read({ ok: false, code, message: "", frames: [], log: "" })).toMatchObject({ code: "bad_result" });
    },
  );

  test("forged: odd logs, messages and frames are dropped or cut", () => {
    const frames = [
      { function: "f", line: 1, column: 2, extra: 1 },
      { function: 1, line: 1 },
      { function: "g", line: -1 },
      null,
      "x",
    ];
    expect(read({ ok: false, code: "exception", message: { a: 1 }, frames, log: "123456" })).toEqual({
      ok: false,
      code: "exception",
      message: "",
      frames: [{ function: "f", line: 1, column: 2 }],
      log: "1234",
    });
  });

  test("never throws, and gives a known code or valid JSON, for any header and value", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.string(), (header, value) => {
        const outcome = read(header, value);
        if (outcome.ok) JSON.parse(outcome.value);
        else expect(SANDBOX_CODES).toContain(outcome.code);
      }),
    );
  });
});
