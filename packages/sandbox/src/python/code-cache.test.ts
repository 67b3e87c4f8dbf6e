import { expect, test } from "@jest/globals";
import { createCodeCache, splitCode } from "./code-cache.ts";

test("the programs used last are kept", () => {
  const cache = createCodeCache();
  cache.set("first", Buffer.from("1"));
  cache.set("second", Buffer.from("2"));
  cache.get("first");
  for (let more = 0; more < 199; more++) cache.set(`more ${more}`, Buffer.from("3"));
  expect(cache.get("first")?.toString()).toBe("1");
  expect(cache.get("second")).toBeUndefined();
});

const written = (length: number, rest: string) => {
  const head = Buffer.alloc(4);
  head.writeUInt32BE(length);
  return Buffer.concat([head, Buffer.from(rest)]);
};

test.each<[string, Buffer, string | undefined, string]>([
  ["code and a reply", written(3, "abc{}"), "abc", "{}"],
  ["no code, because it does not compile", written(0, "{}"), undefined, "{}"],
  ["code that was cut off", written(9, "abc"), undefined, ""],
  ["nothing", Buffer.alloc(0), undefined, ""],
  ["less than a length", Buffer.alloc(3), undefined, "\0\0\0"],
])("%s", (_, output, code, reply) => {
  const split = splitCode(output);
  expect([split.code?.toString(), split.reply.toString()]).toEqual([code, reply]);
});
