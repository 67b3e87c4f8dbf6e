import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { startBench, type Bench } from "../fixtures/run.ts";
import type { Json } from "../program.ts";

let bench: Bench;
beforeAll(async () => void (bench = await startBench("python")));
afterAll(() => bench.sandbox.close());

const DECLARATIONS = `
from __future__ import annotations
import enum
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, Dict, List, Literal, NewType, Optional, Tuple, TypedDict, Union

class Currency(str, enum.Enum):
    EUR = "eur"
    USD = "usd"

class Level(enum.IntEnum):
    LOW = 1
    HIGH = 2

class Color(enum.Enum):
    RED = "red"

@dataclass
class Money:
    amount: float
    currency: Currency = Currency.EUR

@dataclass(frozen=True)
class Tree:
    name: str
    children: list[Tree] = field(default_factory=list)
    parent: Optional["Tree"] = None

@dataclass
class Base:
    x: int

@dataclass
class Derived(Base):
    y: int = 5
    total: int = field(init=False, default=0)
    def __post_init__(self):
        self.total = self.x + self.y

class Row(TypedDict):
    id: int
    money: Money

class Colored(Row):
    color: Color

class Partial(TypedDict, total=False):
    tags: Tuple[str, ...]
    level: Level

Id = NewType("Id", int)
Alias = List[Money]
Json_ = Union[None, bool, int, float, str, List["Json_"], Dict[str, "Json_"]]
`;

function call(annotation: string, value: Json, body = "repr(value)") {
  return bench.run(`${DECLARATIONS}\ndef f(value: ${annotation}):\n    return ${body}`, { value });
}

const EUR = "<Currency.EUR: 'eur'>";
const USD = "<Currency.USD: 'usd'>";

describe("entry", () => {
  test.each<[string, Json, string]>([
    ["str", "a", "'a'"],
    ["int", 3, "3"],
    ["float", 3, "3.0"],
    ["float", 1.5, "1.5"],
    ["bool", true, "True"],
    ["None", null, "None"],
    ["Any", { a: [1] }, "{'a': [1]}"],
    ["dict", { a: 1 }, "{'a': 1}"],
    ["list", [1, "a"], "[1, 'a']"],
    ["tuple", [1, "a"], "(1, 'a')"],
    ["Tuple", [1, "a"], "(1, 'a')"],
    ["List", [1, "a"], "[1, 'a']"],
    ["Dict", { a: 1 }, "{'a': 1}"],
    ["object", [1], "[1]"],
    ["list[float]", [1, 2], "[1.0, 2.0]"],
    ["List[Tuple[int, str]]", [[1, "a"]], "[(1, 'a')]"],
    ["Sequence[Currency]", ["eur"], `[${EUR}]`],
    ["tuple[int, ...]", [1, 2, 3], "(1, 2, 3)"],
    ["tuple[()]", [], "()"],
    ["Tuple[()]", [], "()"],
    ["dict[str, Money]", { a: { amount: 1 } }, `{'a': Money(amount=1.0, currency=${EUR})}`],
    ["Mapping[str, tuple[int, int]]", { a: [1, 2] }, "{'a': (1, 2)}"],
    ["Currency", "usd", USD],
    ["Level", 2, "<Level.HIGH: 2>"],
    ["Color", "red", "<Color.RED: 'red'>"],
    ["Literal['a', 1, None]", 1, "1"],
    ["Literal[Currency.EUR]", "eur", EUR],
    ["Optional[Money]", null, "None"],
    ["Optional[Money]", { amount: 2, currency: "usd" }, `Money(amount=2.0, currency=${USD})`],
    ["Union[int, str]", "a", "'a'"],
    ["Union[Money, list[Money]]", [{ amount: 1 }], `[Money(amount=1.0, currency=${EUR})]`],
    ["Union[bool, int]", 1, "1"],
    ["Union[int, float]", 1.5, "1.5"],
    ["Union[Base, Derived]", { x: 1 }, "Base(x=1)"],
    ["Union[Base, Derived]", { x: 1, y: 2 }, "Derived(x=1, y=2, total=3)"],
    [
      "Union[Row, Colored]",
      { id: 1, money: { amount: 1 }, color: "red" },
      `{'id': 1, 'money': Money(amount=1.0, currency=${EUR}), 'color': <Color.RED: 'red'>}`,
    ],
    ["Annotated[Money, {'unhashable': []}]", { amount: 1 }, `Money(amount=1.0, currency=${EUR})`],
    ["Annotated[Optional[Tuple[int]], 'x']", [1], "(1,)"],
    ["Id", 7, "7"],
    ["Alias", [{ amount: 1 }], `[Money(amount=1.0, currency=${EUR})]`],
    ["'Money'", { amount: 1 }, `Money(amount=1.0, currency=${EUR})`],
    ["list['Money']", [{ amount: 1 }], `[Money(amount=1.0, currency=${EUR})]`],
    ["Money", { amount: 1, note: "open" }, `Money(amount=1.0, currency=${EUR})`],
    ["Derived", { x: 1 }, "Derived(x=1, y=5, total=6)"],
    [
      "Row",
      { id: 1, money: { amount: 2 }, extra: [1] },
      `{'id': 1, 'money': Money(amount=2.0, currency=${EUR}), 'extra': [1]}`,
    ],
    ["Partial", {}, "{}"],
    ["Partial", { tags: ["a"], level: 1 }, "{'tags': ('a',), 'level': <Level.LOW: 1>}"],
    ["Json_", { a: [1, null, { b: "c" }] }, "{'a': [1, None, {'b': 'c'}]}"],
    [
      "Tree",
      { name: "a", children: [{ name: "b", parent: { name: "a" } }] },
      "Tree(name='a', children=[Tree(name='b', children=[], parent=Tree(name='a', children=[], parent=None))], parent=None)",
    ],
  ])("%s from %j", async (annotation, value, expected) => {
    expect(await call(annotation, value)).toEqual({ ok: true, value: JSON.stringify(expected), log: "" });
  });

  test.each<[string, Json, string]>([
    ["int", "1", 'An argument is "1" where an integer is declared, at $.value.'],
    ["int", 1.5, "An argument is 1.5 where an integer is declared, at $.value."],
    ["int", true, "An argument is true where an integer is declared, at $.value."],
    ["float", "1", 'An argument is "1" where a number is declared, at $.value.'],
    [
      "list[Money]",
      [{ amount: 1 }, {}],
      "An argument is {} where an object with 'amount' (Money) is declared, at $.value[1].",
    ],
    [
      "Row",
      { id: 1, money: { amount: 1, currency: "gbp" } },
      "An argument is \"gbp\" where one of 'eur', 'usd' is declared, at $.value.money.currency.",
    ],
    ["tuple[int, int]", [1], "An argument is [1] where a list of 2 is declared, at $.value."],
    ["Union[int, Money]", "x", 'An argument is "x" where int or Money is declared, at $.value.'],
    ["Literal[1]", true, "An argument is true where one of 1 is declared, at $.value."],
  ])("%s does not take %j", async (annotation, value, message) => {
    expect(await call(annotation, value)).toMatchObject({ code: "exception", message, frames: [] });
  });

  test("what a dataclass itself refuses is the author's exception, at the author's line", async () => {
    const source =
      "from dataclasses import dataclass\n@dataclass\nclass P:\n    x: int\n    def __post_init__(self):\n        raise ValueError('odd')\ndef f(p: P):\n    return 1";
    expect(await bench.run(source, { p: { x: 1 } })).toMatchObject({
      code: "exception",
      message: "ValueError: odd",
      frames: [{ function: "__post_init__", line: 6 }],
    });
  });

  test("defaults apply to arguments that are not there", async () => {
    const source = "def f(a: int, b: int = 5):\n    return [a, b]";
    expect(await bench.run(source, { a: 1 })).toMatchObject({ value: "[1,5]" });
    expect(await bench.run(source, { b: 1 })).toMatchObject({
      code: "exception",
      message: "TypeError: f() missing 1 required positional argument: 'a'",
    });
  });
});

describe("exit", () => {
  test.each<[string, Json]>([
    ["Money(1, Currency.USD)", { amount: 1, currency: "usd" }],
    ["Tree('a', [Tree('b')])", { name: "a", children: [{ name: "b", children: [], parent: null }], parent: null }],
    ["Derived(1)", { x: 1, y: 5, total: 6 }],
    ["{'a': (1, (2,)), 'b': [Level.HIGH, Color.RED]}", { a: [1, [2]], b: [2, "red"] }],
    ["{Currency.EUR: 1}", { eur: 1 }],
    ["__import__('collections').OrderedDict(a=1)", { a: 1 }],
    ["__import__('collections').Counter('aab')", { a: 2, b: 1 }],
    ["type('S', (str,), {})('x')", "x"],
    ["[2.0, -0.0, 1e300, 1e16]", [2, 0, 1e300, 1e16]],
    ["[True, 2**53 - 1, -(2**53) + 1]", [true, 9007199254740991, -9007199254740991]],
  ])("%s", async (expression, expected) => {
    expect(await call("Any", null, expression)).toEqual({ ok: true, value: JSON.stringify(expected), log: "" });
  });

  test.each([
    ["{'a': [1, {2}]}", "a set (return a sorted list instead) at $.a[1]."],
    ["__import__('datetime').date(2024, 1, 1)", "a date (return value.isoformat() instead) at $."],
    ["{'due': __import__('datetime').datetime(2024, 1, 1)}", "a datetime (return value.isoformat() instead) at $.due."],
    ["[b'x']", "a bytes (return value.decode() or base64 instead) at $[0]."],
    ["Money(__import__('decimal').Decimal(1))", "a Decimal (return float(value) or str(value) instead) at $.amount."],
    ["[2**53]", "an integer beyond ±(2^53 - 1) (write it as a string) at $[0]."],
    ["{'a': {'b': -(2**60)}}", "an integer beyond ±(2^53 - 1) (write it as a string) at $.a.b."],
    ["[float('inf')]", "Infinity (JSON has no such number) at $[0]."],
    ["{'a': float('-inf')}", "-Infinity (JSON has no such number) at $.a."],
    ["Money", "a type (not JSON) at $."],
    ["lambda: 1", "a function (not JSON) at $."],
  ])("%s is refused", async (expression, message) => {
    expect(await call("Any", null, expression)).toMatchObject({
      code: "bad_result",
      message: `The result contains ${message}`,
    });
  });

  test("keys must be strings", async () => {
    expect(await call("Any", null, "{'a': {1: 2}}")).toMatchObject({
      code: "bad_result",
      message: "The result has a key that is not a string (1) at $.a.",
    });
  });
});
