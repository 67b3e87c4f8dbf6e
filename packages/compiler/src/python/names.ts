/** Names that mean something in an annotation, by the module that defines them. */

/** Types that stand alone. */
export const SIMPLE_TYPES: ReadonlyMap<string, "string" | "integer" | "number" | "boolean" | "null" | "unconstrained"> =
  new Map([
    ["builtins.str", "string"],
    ["builtins.int", "integer"],
    ["builtins.float", "number"],
    ["builtins.bool", "boolean"],
    ["types.NoneType", "null"],
    ["typing.Any", "unconstrained"],
  ]);

/** Types that hold others, and what they are one of. */
export const CONTAINERS: ReadonlyMap<string, "list" | "tuple" | "map"> = new Map([
  ["builtins.list", "list"],
  ["typing.List", "list"],
  ["typing.Sequence", "list"],
  ["collections.abc.Sequence", "list"],
  ["builtins.tuple", "tuple"],
  ["typing.Tuple", "tuple"],
  ["builtins.dict", "map"],
  ["typing.Dict", "map"],
  ["typing.Mapping", "map"],
  ["collections.abc.Mapping", "map"],
]);

const BUILTINS =
  "bool bytearray bytes complex dict float frozenset int list memoryview object range set slice str tuple type";

/** The builtin types. */
export const BUILTIN_TYPES: ReadonlySet<string> = new Set(BUILTINS.split(" "));

/** What `typing` offers to annotations; also what `from typing import *` brings. */
export const TYPING_NAMES: readonly string[] =
  "Annotated Any Dict List Literal Mapping NewType NotRequired Optional ReadOnly Required Sequence Tuple TypeAlias TypedDict Union".split(
    " ",
  );

const PARSE_INSIDE = "Take and return a str in ISO 8601 form, and parse it inside with";
const A_LIST = "Write list[T].";
const A_MAP = "Write dict[str, T].";
const NO_FUNCTIONS = "A program takes and returns data. Call a function of the same file instead.";
const A_CLASS = "Write a TypedDict or a dataclass.";

const REMEDIES: readonly (readonly [names: string, remedy: string])[] = [
  ["datetime.datetime", `${PARSE_INSIDE} datetime.fromisoformat.`],
  ["datetime.date", `${PARSE_INSIDE} date.fromisoformat.`],
  ["datetime.time", `${PARSE_INSIDE} time.fromisoformat.`],
  ["datetime.timedelta", "Take and return the seconds as a float."],
  ["decimal.Decimal fractions.Fraction", "Take and return a str (exact) or a float, and convert inside."],
  ["builtins.complex", "Write tuple[float, float]."],
  ["builtins.set builtins.frozenset typing.Set typing.FrozenSet typing.AbstractSet collections.abc.Set", A_LIST],
  ["builtins.range builtins.slice collections.deque typing.Deque typing.Iterable collections.abc.Iterable", A_LIST],
  ["typing.Collection collections.abc.Collection typing.MutableSequence collections.abc.MutableSequence", A_LIST],
  ["typing.Iterator collections.abc.Iterator typing.Generator collections.abc.Generator", A_LIST],
  ["builtins.bytes builtins.bytearray builtins.memoryview", "Take and return a str in base64, and decode it inside."],
  ["builtins.object", "Write Any."],
  ["builtins.type typing.Type typing.Callable collections.abc.Callable", NO_FUNCTIONS],
  ["typing.MutableMapping collections.abc.MutableMapping collections.OrderedDict typing.OrderedDict", A_MAP],
  ["collections.defaultdict typing.DefaultDict collections.Counter typing.Counter collections.ChainMap", A_MAP],
  ["typing.NamedTuple collections.namedtuple typing.Protocol typing.TypedDict", A_CLASS],
  ["typing.Text typing.AnyStr typing.LiteralString", "Write str."],
  ["typing.NoReturn typing.Never", "Write None, and return it."],
  ["enum.Enum enum.StrEnum enum.IntEnum enum.Flag enum.IntFlag", "Write a subclass with members."],
  ["typing.Required typing.NotRequired typing.ReadOnly", "It belongs around the type of a TypedDict's field."],
  ["typing.ClassVar typing.Final dataclasses.InitVar dataclasses.KW_ONLY", "Write the type alone."],
];

const REMEDY_OF: ReadonlyMap<string, string> = new Map(
  REMEDIES.flatMap(([names, remedy]) => names.split(" ").map((name) => [name, remedy] as const)),
);

/** What to write instead of a type that is not JSON. */
export function remedyFor(qualified: string): string {
  const known = REMEDY_OF.get(qualified);
  if (known !== undefined) return known;
  if (qualified.startsWith("pydantic."))
    return "Write a TypedDict or a dataclass: a program has the standard library only.";
  return "Write a type that JSON has: str, int, float, bool, list[T], dict[str, T], a TypedDict or a dataclass.";
}
