import { describe, expect, test } from "@jest/globals";
import { parsePythonModule } from "./module.ts";

const PRELUDE = `import datetime, collections, dataclasses
from dataclasses import dataclass, field, InitVar
from datetime import date
from enum import Enum, Flag
from typing import *
if TYPE_CHECKING:
    from elsewhere import Elsewhere
class Plain: ...
class Bare(Enum):
    A = 1
class Row(NamedTuple):
    a: int
class Page(TypedDict, Generic[T]):
    a: int
class Box[T](TypedDict):
    a: T
@dataclass
class Data:
    a: int
class Undecorated(Data):
    b: int
T = TypeVar("T")
LIMIT = 3
def helper(): ...
Endless: TypeAlias = "Endless | None"
`;
const LINE = PRELUDE.split("\n").length;
const TYPES = "Write a type that JSON has: str, int, float, bool, list[T], dict[str, T], a TypedDict or a dataclass.";

/** Column 10 is the first of the annotation. */
function refusal(annotation: string): string[] {
  const signature = parsePythonModule(`${PRELUDE}def f(xx: ${annotation}) -> None: ...\n`, "f.py").signature("f");
  return signature.findings.map(({ code, message, hint, place }) => {
    expect(place?.file).toBe("f.py");
    return `${place?.line === LINE ? "" : `${place?.line}:`}${place?.column} ${code}: ${message}${hint ? ` ${hint}` : ""}`;
  });
}

const TABLE: readonly (readonly [annotation: string, ...findings: string[]])[] = [
  [
    "datetime.datetime",
    '11 unserializable-type: "datetime.datetime" is not a type that JSON has. Take and return a str in ISO 8601 form, and parse it inside with datetime.fromisoformat.',
  ],
  [
    "list[date]",
    '16 unserializable-type: "date" is not a type that JSON has. Take and return a str in ISO 8601 form, and parse it inside with date.fromisoformat.',
  ],
  ["set[int]", '11 unserializable-type: "set[int]" is not a type that JSON has. Write list[T].'],
  [
    "bytes | None",
    '11 unserializable-type: "bytes" is not a type that JSON has. Take and return a str in base64, and decode it inside.',
  ],
  ["Callable[[int], str]", '11 unserializable-type: "Callable" is not defined. ' + TYPES],
  ["object", '11 unserializable-type: "object" is not a type that JSON has. Write Any.'],
  ["Invoice", '11 unserializable-type: "Invoice" is not defined. ' + TYPES],
  ["Optional[strr]", '20 unserializable-type: "strr" is not defined. Did you mean "str"?'],
  ['"list[dat]"', '17 unserializable-type: "dat" is not defined. Did you mean "date"?'],
  [
    "Elsewhere",
    '11 unserializable-type: "Elsewhere" exists only under "if TYPE_CHECKING:", which does not run in a gateway. Define or import it outside of that block.',
  ],
  [
    "Plain",
    '11 unserializable-type: "Plain" is a class of its own, not data. Make it a dataclass (@dataclass) or a TypedDict.',
  ],
  [
    "Bare",
    '11 unserializable-type: "Bare" is an enum whose members are not strings or whole numbers themselves. Derive it from (str, Enum) or (int, Enum).',
  ],
  [
    "Undecorated",
    '11 unserializable-type: "Undecorated" is not decorated with @dataclass, though its base class is. Decorate it too.',
  ],
  ["Box", '11 unserializable-type: "Box" is a generic class. Write the class for one type.'],
  ["Box[int]", '11 unserializable-type: "Box" is generic: its schema depends on what is put in. Write the type out.'],
  ["LIMIT", '11 unserializable-type: "LIMIT" is a variable, not a type.'],
  ["helper", '11 unserializable-type: "helper" is a function, not a type.'],
  ["3", '11 unserializable-type: "3" is not a type. ' + TYPES],
  ["[int]", '11 unserializable-type: "[int]" is not a type. ' + TYPES],
  [
    "dict[int, str]",
    '16 unserializable-type: The keys of an object in JSON are strings, not "int". Write dict[str, T].',
  ],
  ["list[int, str]", '11 unserializable-type: "list" takes 1 type, not 2.'],
  ["dict[str]", '11 unserializable-type: "dict" takes 2 types, not 1.'],
  ["Optional", '11 unserializable-type: "Optional" needs types in brackets. Write Optional[T].'],
  [
    "Literal[1.5]",
    '19 unserializable-type: "1.5" cannot stand in a Literal. Literal takes strings, whole numbers, booleans and None.',
  ],
  [
    "Required[int]",
    `11 unserializable-type: "Required[int]" is not a type that JSON has. It belongs around the type of a TypedDict's field.`,
  ],
  [
    '"Data" | None',
    '11 unserializable-type: Python cannot combine the quoted "Data" with "|" when it loads the file. Put the whole annotation in quotes.',
  ],
  ['"int int"', `11 unserializable-type: The quoted annotation "\\"int int\\"" is not a type.`],
  ["Endless", '25:1 unserializable-type: "Endless" stands for itself, with no list or object in between.'],
];

describe("annotations that are not JSON", () => {
  test.each(TABLE)("%s", (annotation, ...findings) => {
    expect(refusal(annotation)).toEqual(findings);
  });

  test("deep nesting is refused, not run out of stack on", () => {
    const deep = `${"list[".repeat(5_000)}int${"]".repeat(5_000)}`;
    const module = parsePythonModule(`def f(x: ${deep}) -> int: ...\n`, "f.py");
    expect(module.signature("f").ok).toBe(false);
    expect(module.findings[0]?.message).toBe("The code is nested too deeply for Python.");
  });

  test("a class is refused at its own member, with its file's place", () => {
    const text = `from dataclasses import dataclass, field\nimport datetime\n@dataclass\nclass A:\n    due: datetime.date\n    n: int = field(init=False)\n    __x: int = 1\ndef f(a: "list[A]") -> A: ...\n`;
    const signature = parsePythonModule(text, "f.py").signature("f");
    expect(signature.findings.map(({ message, place }) => `${place?.line}:${place?.column} ${message}`)).toEqual([
      '5:10 "datetime.date" is not a type that JSON has.',
      "6:14 A field that the constructor does not take cannot be built from JSON.",
      '7:10 Python renames the field "__x", because it begins with two underscores.',
    ]);
  });

  test("dataclasses that Python does not load", () => {
    const text = `from dataclasses import dataclass, field, KW_ONLY
@dataclass
class A:
    a: int = 1
    b: list[int] = []
    c: int
    _: KW_ONLY
    d: int
@dataclass
class B(A):
    e: dict = {}
    a: int
    f: int
@dataclass(init=False)
class C(Plain):
    g: int
def f(b: B, c: C) -> None: ...
`;
    const signature = parsePythonModule(text, "f.py").signature("f");
    const lines = signature.findings.map(
      ({ code, message, place }) => `${place?.line}:${place?.column} ${code}: ${message}`,
    );
    expect(lines.sort()).toEqual([
      "11:15 unsupported-python: Python does not take a list, dict or set as the default of a field.",
      '13:8 unsupported-python: The field "f" has no default, but "b" before it has one.',
      '14:17 unserializable-type: "C" has no constructor, so it cannot be built from JSON.',
      '15:9 unserializable-type: "Plain" is no class of this file, so its fields are not known.',
      "5:20 unsupported-python: Python does not take a list, dict or set as the default of a field.",
      '6:8 unsupported-python: The field "c" has no default, but "a" before it has one.',
    ]);
  });

  test("a name that comes later needs quotes, or the future import", () => {
    const rest = "def f(x: Later) -> int: ...\nclass Later(TypedDict):\n    a: int\n    next: Later\n";
    const findings = parsePythonModule(`from typing import TypedDict\n${rest}`, "f.py").signature("f").findings;
    expect(findings).toEqual([
      {
        code: "unserializable-type",
        message: '"Later" does not exist yet where Python reads this annotation.',
        hint: 'Put the annotation in quotes, or begin the file with "from __future__ import annotations".',
        place: { file: "f.py", line: 2, column: 10 },
        related: [{ message: "It is defined here.", place: { file: "f.py", line: 3, column: 7 } }],
      },
    ]);
    const future = `from __future__ import annotations\nfrom typing import TypedDict\n${rest}`;
    expect(parsePythonModule(future, "f.py").signature("f").ok).toBe(true);
  });
});
