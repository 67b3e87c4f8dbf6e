import { expect, test } from "@jest/globals";
import { parsePythonModule } from "./module.ts";

const HEAD = `import functools
from dataclasses import dataclass
from functools import lru_cache, wraps, singledispatch
from typing import TypedDict
class Row(TypedDict):
    a: int
@dataclass
class Loose:
    a: int
@dataclass(frozen=True)
class Frozen:
    a: int
def traced(function):
    @wraps(function)
    def inner(*args, **kwargs):
        return function(*args, **kwargs)
    return inner
`;

function found(decorated: string): string[] {
  const { findings } = parsePythonModule(`${HEAD}${decorated}\n`, "f.py").signature("f");
  return findings.map(({ code, message, place }) => `${place?.line}:${place?.column} ${code}: ${message}`);
}

const CACHED = (name: string) =>
  `18:1 unsupported-python: "f" is cached, and the cache cannot take "${name}", whose values can change.`;

test.each([
  ["@functools.cache\ndef f(a: int, b: list[int]) -> int: return a", CACHED("b")],
  ["@lru_cache(maxsize=None)\ndef f(a: dict[str, int]) -> int: return 1", CACHED("a")],
  ["@lru_cache\ndef f(a: Row) -> int: return 1", CACHED("a")],
  ["@functools.lru_cache(100)\ndef f(*, a: 'Loose') -> int: return 1".replace("'Loose'", "Loose"), CACHED("a")],
  [
    "@singledispatch\ndef f(a: int) -> int: return a",
    '18:1 unsupported-python: "f" is dispatched by the position of its argument, and a program is called by name.',
  ],
])("%s is refused", (decorated, message) => {
  expect(found(decorated)).toEqual([message]);
});

test.each([
  "@functools.cache\ndef f(a: int, b: tuple[str, ...], c: Frozen) -> int: return a",
  "@traced\ndef f(a: list[int]) -> int: return 1",
  "@traced\n@functools.cache\ndef f(a: str) -> int: return 1",
  "@functools.cache\ndef g(a: list[int]) -> int: return 1\ndef f(a: int) -> int: return a",
])("%s is fine", (decorated) => {
  expect(found(decorated)).toEqual([]);
});

test("dataclasses that are half frozen are not loaded", () => {
  const half = (first: string, second: string) =>
    found(
      `@dataclass(${first})\nclass A:\n    a: int\n@dataclass(${second})\nclass B(A):\n    b: int\ndef f(b: B) -> int: return 1`,
    );
  expect(half("", "frozen=True")).toEqual([
    '22:9 unsupported-python: "B" is frozen, but "A", which it extends, is not.',
  ]);
  expect(half("frozen=True", "")).toEqual([
    '22:9 unsupported-python: "B" is not frozen, but "A", which it extends, is.',
  ]);
  expect([half("", ""), half("frozen=True", "frozen=True")]).toEqual([[], []]);
});
