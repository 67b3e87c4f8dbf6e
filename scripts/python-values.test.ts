import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import fc from "fast-check";
import { parsePythonModule } from "@espalier/compiler";
import { createSandbox, type Json, type Sandbox } from "@espalier/sandbox";

/** Forms of annotations, each with the values that its schema takes. */
const HEAD = `
import enum
import typing
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, KW_ONLY
from typing import Annotated, Any, Dict, List, Literal, NewType, NotRequired, Optional, Required, Tuple, TypeAlias, TypedDict, Union
class Color(str, enum.Enum):
    RED = "red"
    BLUE = "blue"
    CRIMSON = "red"
class Level(enum.IntEnum):
    LOW = 1
    HIGH = 2
class Auto(enum.StrEnum):
    ONE = enum.auto()
    TWO = enum.auto()
class Row(TypedDict):
    id: int
    note: NotRequired[str]
class Partial(TypedDict, total=False):
    id: Required[int]
    color: Color
class Wide(Row, Partial):
    extra: list[float]
Legacy = TypedDict("Legacy", {"in": int, "out-of": "Optional[Row]"})
@dataclass
class Money:
    amount: float
    currency: Literal["EUR", "USD"] = "EUR"
@dataclass(slots=True)
class Line(Money):
    tags: list[str] = field(default_factory=list)
    _: KW_ONLY
    level: Level = Level.LOW
@dataclass
class Tree:
    name: str
    children: "list[Tree]" = field(default_factory=list)
    left: "Tree | None" = None
Id = NewType("Id", int)
Pair: TypeAlias = "tuple[Id, Money]"
Nested = Union[int, List["Nested"]]
`;

const str = fc.string({ maxLength: 4 });
const int = fc.integer();
const float = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => (Object.is(value, -0) ? 0 : value));
const any = fc
  .jsonValue({ maxDepth: 2 })
  .map((value) => JSON.parse(JSON.stringify(value).replaceAll("-0", "0")) as Json);
const color = fc.constantFrom("red", "blue");
const level = fc.constantFrom(1, 2);
const opt = <T>(required: fc.Arbitrary<T>) => fc.option(required, { nil: null });
const list = <T>(item: fc.Arbitrary<T>) => fc.array(item, { maxLength: 3 });
const map = <T>(value: fc.Arbitrary<T>) => fc.dictionary(str, value, { maxKeys: 3, noNullPrototype: true });
const record = (
  required: Record<string, fc.Arbitrary<unknown>>,
  optional: Record<string, fc.Arbitrary<unknown>> = {},
) => fc.record({ ...required, ...optional }, { requiredKeys: Object.keys(required), noNullPrototype: true });
const row = record({ id: int }, { note: str });
const money = record({ amount: float }, { currency: fc.constantFrom("EUR", "USD") });
const line = record({ amount: float }, { currency: fc.constantFrom("EUR", "USD"), tags: list(str), level });
const { tree, nested } = fc.letrec((tie) => ({
  tree: record(
    { name: str },
    {
      children: fc.array(tie("tree"), { maxLength: 2, depthIdentifier: "t" }),
      left: fc.option(tie("tree"), { nil: null, depthIdentifier: "t", maxDepth: 2 }),
    },
  ),
  nested: fc.oneof({ maxDepth: 3 }, int, list(tie("nested"))),
}));

const FORMS: readonly (readonly [annotation: string, values: fc.Arbitrary<unknown>])[] = [
  ["str", str],
  ["int", int],
  ["float", fc.oneof(int, float)],
  ["bool", fc.boolean()],
  ["None", fc.constant(null)],
  ["Any", any],
  ["list", list(any)],
  ["List", list(any)],
  ["Sequence", list(any)],
  ["tuple", list(any)],
  ["Tuple", list(any)],
  ["dict", map(any)],
  ["Dict", map(any)],
  ["Mapping", map(any)],
  ["list[int]", list(int)],
  ["typing.List[typing.Optional[str]]", list(opt(str))],
  ["Sequence[Color]", list(color)],
  ["tuple[int, str]", fc.tuple(int, str)],
  ["Tuple[float, ...]", list(float)],
  ["tuple[()]", fc.constant([])],
  ["dict[str, list[bool]]", map(list(fc.boolean()))],
  ["Dict[str, Any]", map(any)],
  ["Mapping[str, tuple[int, ...]]", map(list(int))],
  ["Optional[int]", opt(int)],
  ["Union[int, str, None]", fc.oneof(int, str, fc.constant(null))],
  ["int | list[str]", fc.oneof(int, list(str))],
  ["bool | float", fc.oneof(fc.boolean(), float)],
  ['Literal["a", 1, True, None]', fc.constantFrom("a", 1, true, null)],
  ["Literal[Color.RED]", fc.constant("red")],
  ["Color", color],
  ["Level", level],
  ["Auto", fc.constantFrom("one", "two")],
  ["Row", row],
  ["Partial", record({ id: int }, { color })],
  ["Wide", record({ id: int, extra: list(float) }, { note: str, color })],
  ["Legacy", record({ in: int, "out-of": opt(row) })],
  ["Money", money],
  ["Line", line],
  ["Tree", tree],
  ["list[Money | Row]", list(fc.oneof(money, row))],
  ["Id", int],
  ["Pair", fc.tuple(int, money)],
  ["Nested", nested],
  ['Annotated[int, "positive"]', int],
  ['"dict[str, Money]"', map(money)],
];

let sandbox: Sandbox;
beforeAll(async () => void (sandbox = await createSandbox({ javascriptWorkers: 0, pythonWorkers: 2 })));
afterAll(() => sandbox.close());

const ajv = new Ajv2020({ strict: false, logger: false });

test.each(FORMS)(
  "%s: what the schema takes, the sandbox takes, and what it gives fits the schema",
  async (annotation, values) => {
    const source = `${HEAD}\ndef f(value: ${annotation}) -> ${annotation}:\n    return value\n`;
    const signature = parsePythonModule(source, "f.py").signature("f");
    expect(signature.findings).toEqual([]);
    const { parameters, returns } = (signature as Extract<typeof signature, { ok: true }>).value;
    const [takes, gives] = [parameters[0]!.schema, returns].map((schema) => ajv.compile(schema));
    await fc.assert(
      fc.asyncProperty(values, async (value) => {
        expect([value, takes!(value)]).toEqual([value, true]);
        const program = { language: "python", source, entrypoint: "f", parameters: ["value"] } as const;
        const outcome = await sandbox.call(program, { value: value as Json }, { cpuSeconds: 10 });
        if (!outcome.ok) throw new Error(`${outcome.code}: ${outcome.message}`);
        const result: unknown = JSON.parse(outcome.value);
        expect([value, result, gives!(result)]).toEqual([value, result, true]);
        expect({ result }).toMatchObject({ result: value });
      }),
      { numRuns: 5 },
    );
  },
);
