import { describe, expect, test } from "@jest/globals";
import { parsePythonModule } from "./module.ts";

const PRELUDE = `import collections.abc
import dataclasses
import typing
import typing as t
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum, IntEnum, StrEnum, auto
from typing import *
from typing import List as L

class Point(TypedDict):
    x: float
    y: float

class Options(TypedDict, total=False):
    a: Required[int]
    b: Annotated[NotRequired[str], "x"]
    c: "ReadOnly[bool]"

class Both(Point, Options):
    y: int

class Color(str, Enum):
    """Doc."""
    _ignore_ = ["x"]
    RED = "r"; BLUE = "b"
    SAME = "r"
    def method(self): ...

class Level(IntEnum):
    LOW = auto()
    HIGH = 10
    TOP = auto()

class Mode(StrEnum):
    Fast = auto()
    SLOW = "slowly"

@dataclass
class Base:
    id: str
    size: int = 3
    kind: typing.ClassVar[str] = "base"

@dataclasses.dataclass(repr=False)
class Derived(Base):
    tags: list[str] = field(default_factory=list)
    _: dataclasses.KW_ONLY
    level: Level = field(kw_only=True)
    size: float = 1.5

class Node(TypedDict):
    value: int
    children: "list[Node]"

class Ping(TypedDict):
    pong: "Pong | None"

class Pong(TypedDict):
    ping: Ping

UserId = NewType("UserId", int)
Alias = Optional[UserId]
Explicit: TypeAlias = "list[Alias]"
type Lazy = list[Late]
Json = Union[str, float, bool, None, "list[Json]", "dict[str, Json]"]
Functional = TypedDict("Functional", {"a-b": int, "c": NotRequired[str]})
Modes = Literal["a", "b"]

class Late(TypedDict):
    late: bool
`;

function schemaOf(annotation: string): unknown {
  const signature = parsePythonModule(`${PRELUDE}\ndef f(x: ${annotation}) -> None: ...\n`, "f.py").signature("f");
  return signature.ok ? signature.value.parameters[0]?.schema : signature.findings;
}

const INTEGER = { type: "integer" };
const NULL = { type: "null" };
const NUMBER = { type: "number" };
const STRING = { type: "string" };
const POINT = { type: "object", properties: { x: NUMBER, y: NUMBER }, required: ["x", "y"] };
const LATE = { type: "object", properties: { late: { type: "boolean" } }, required: ["late"] };
const LEVEL = { type: "integer", enum: [1, 10, 11] };

const TABLE: readonly (readonly [annotation: string, schema: unknown])[] = [
  ["str", STRING],
  ["int", INTEGER],
  ["float", NUMBER],
  ["bool", { type: "boolean" }],
  ["None", NULL],
  ["Any", {}],
  ["typing.Any", {}],
  ["list", { type: "array" }],
  ["dict", { type: "object" }],
  ["tuple", { type: "array" }],
  ["list[int]", { type: "array", items: INTEGER }],
  ["L[int]", { type: "array", items: INTEGER }],
  ["t.List[int]", { type: "array", items: INTEGER }],
  ["Sequence[int]", { type: "array", items: INTEGER }],
  ["collections.abc.Sequence[int]", { type: "array", items: INTEGER }],
  ["tuple[int, ...]", { type: "array", items: INTEGER }],
  ["tuple[int, str]", { type: "array", prefixItems: [INTEGER, STRING], minItems: 2, items: false, maxItems: 2 }],
  ["Tuple[int,]", { type: "array", prefixItems: [INTEGER], minItems: 1, items: false, maxItems: 1 }],
  ["tuple[()]", { type: "array", items: false, maxItems: 0 }],
  ["dict[str, int]", { type: "object", additionalProperties: INTEGER }],
  ["Dict[str, Any]", { type: "object", additionalProperties: {} }],
  ["Mapping[str, int]", { type: "object", additionalProperties: INTEGER }],
  ["Optional[int]", { anyOf: [INTEGER, NULL] }],
  ["Union[str, int]", { anyOf: [INTEGER, STRING] }],
  ["str | int | None", { anyOf: [INTEGER, NULL, STRING] }],
  ["None | (int | str)", { anyOf: [INTEGER, NULL, STRING] }],
  ["Union[int]", INTEGER],
  ["int | float", NUMBER],
  ["int | Any", {}],
  ["bool | int", { anyOf: [{ type: "boolean" }, INTEGER] }],
  ['Literal["b", "a"]', { type: "string", enum: ["a", "b"] }],
  ["Literal[10, 9, -1]", { type: "integer", enum: [-1, 9, 10] }],
  ["Literal[True, False]", { type: "boolean" }],
  ["Literal[True]", { type: "boolean", enum: [true] }],
  ['Literal["a", 1, None]', { anyOf: [{ type: "integer", enum: [1] }, NULL, { type: "string", enum: ["a"] }] }],
  ['Literal["a"] | str', STRING],
  ['Literal[Modes, Color.RED, "\\x41\\u00e9"]', { type: "string", enum: ["Aé", "a", "b", "r"] }],
  ["Color", { type: "string", enum: ["b", "r"] }],
  ["Optional[Color]", { anyOf: [NULL, { type: "string", enum: ["b", "r"] }] }],
  ["Level", LEVEL],
  ["Mode", { type: "string", enum: ["fast", "slowly"] }],
  ["Point", POINT],
  ["Options", { type: "object", properties: { a: INTEGER, b: STRING, c: { type: "boolean" } }, required: ["a"] }],
  [
    "Both",
    {
      type: "object",
      properties: { x: NUMBER, y: INTEGER, a: INTEGER, b: STRING, c: { type: "boolean" } },
      required: ["a", "x", "y"],
    },
  ],
  ["Functional", { type: "object", properties: { "a-b": INTEGER, c: STRING }, required: ["a-b"] }],
  ["Base", { type: "object", properties: { id: STRING, size: INTEGER }, required: ["id"] }],
  [
    "Derived",
    {
      type: "object",
      properties: { id: STRING, size: NUMBER, tags: { type: "array", items: STRING }, level: LEVEL },
      required: ["id", "level"],
    },
  ],
  ['Annotated[int, "anything", len]', INTEGER],
  ["UserId", INTEGER],
  ["Alias", { anyOf: [INTEGER, NULL] }],
  ["Explicit", { type: "array", items: { anyOf: [INTEGER, NULL] } }],
  ["Lazy", { type: "array", items: LATE }],
  ['"list[Point]"', { type: "array", items: POINT }],
  ["list['Point']", { type: "array", items: POINT }],
  [
    "Node",
    {
      $ref: "#/$defs/Node",
      $defs: {
        Node: {
          type: "object",
          properties: { value: INTEGER, children: { type: "array", items: { $ref: "#/$defs/Node" } } },
          required: ["children", "value"],
        },
      },
    },
  ],
  [
    "list[Ping]",
    {
      type: "array",
      items: { $ref: "#/$defs/Ping" },
      $defs: {
        Ping: {
          type: "object",
          properties: {
            pong: {
              anyOf: [NULL, { type: "object", properties: { ping: { $ref: "#/$defs/Ping" } }, required: ["ping"] }],
            },
          },
          required: ["pong"],
        },
      },
    },
  ],
  [
    "Json",
    {
      $ref: "#/$defs/Json",
      $defs: {
        Json: {
          anyOf: [
            { type: "array", items: { $ref: "#/$defs/Json" } },
            { type: "boolean" },
            NULL,
            NUMBER,
            { type: "object", additionalProperties: { $ref: "#/$defs/Json" } },
            STRING,
          ],
        },
      },
    },
  ],
  [
    "tuple[Point, Point]",
    {
      type: "array",
      prefixItems: [{ $ref: "#/$defs/Point" }, { $ref: "#/$defs/Point" }],
      minItems: 2,
      items: false,
      maxItems: 2,
      $defs: { Point: POINT },
    },
  ],
];

describe("annotations become schemas", () => {
  test.each(TABLE)("%s", (annotation, schema) => {
    expect(schemaOf(annotation)).toEqual(schema);
  });

  test("the order in which a union is written does not show", () => {
    expect(JSON.stringify(schemaOf("Point | Color | None | int"))).toBe(
      JSON.stringify(schemaOf('Union[int, Literal["b", "r"], None, Point]')),
    );
  });

  test("types that hold each other twice at every level do not grow without end", () => {
    const lines = Array.from({ length: 40 }, (_, level) => `T${level + 1} = tuple[T${level}, T${level}]`);
    const text = `T0 = tuple[int, int]\n${lines.join("\n")}\ndef f(x: T40) -> int: ...\n`;
    const signature = parsePythonModule(text, "f.py").signature("f");
    expect(signature.findings).toEqual([
      {
        code: "unserializable-type",
        message: 'The schema of the parameter "x" of "f" is larger than 64 KB.',
        hint: "Take or return a part of it, or declare some of it as dict or list.",
        place: { file: "f.py", line: 42, column: 5 },
      },
    ]);
  });

  test("a long chain of classes is no problem", () => {
    const classes = Array.from(
      { length: 400 },
      (_, level) => `class C${level}(TypedDict):\n    next: "C${level + 1}"\n`,
    );
    const text = `from typing import TypedDict\n${classes.join("")}class C400(TypedDict):\n    end: int\ndef f(x: C0) -> int: ...\n`;
    expect(parsePythonModule(text, "f.py").signature("f").ok).toBe(true);
  });
});
