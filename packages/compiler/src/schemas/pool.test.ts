import { expect, test } from "@jest/globals";
import { createSchemaPool } from "./pool.ts";

test("equal schemas are one object, and others are left as they are", () => {
  const pool = createSchemaPool();
  const text = { type: "string" } as const;
  expect(pool(text)).toBe(text);
  expect(pool({ type: "string" })).toBe(text);
  const list = { type: "array", items: text } as const;
  expect(pool(list)).toBe(list);
});
