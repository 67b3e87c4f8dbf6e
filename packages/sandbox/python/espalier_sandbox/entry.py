"""From JSON to the values that a function's annotations ask for.

For each annotation a builder is made once: a function from (value, path) to the built value. A TypedDict stays a dict,
a dataclass is made from a dict, an Enum from its value, a tuple from a list; a Union takes its members in order.
"""

import dataclasses
import enum
import math
import types
import typing
from collections import abc
from typing import Any, Callable, Dict, Optional, Tuple

Path = Optional[Tuple[Any, Any]]  # (path of the parent, key); a linked list costs nothing until it is needed
Builder = Callable[[Any, Path], Any]

_LISTS = (list, abc.Sequence, abc.MutableSequence, abc.Iterable, abc.Collection)
_DICTS = (dict, abc.Mapping, abc.MutableMapping)
_UNIONS = (typing.Union, getattr(types, "UnionType", typing.Union))
_WRAPPERS = tuple(
    wrapper
    for wrapper in (getattr(typing, name, None) for name in ("Required", "NotRequired", "ReadOnly", "Final"))
    if wrapper is not None
)


class Mismatch(Exception):
    """A value that is not of the annotated type."""

    def __init__(self, expected: str, value: Any, path: Path) -> None:
        super().__init__(expected)
        self.expected, self.value, self.path = expected, value, path


class Builders:
    """Builders by annotation, for the annotations of one module."""

    def __init__(self, namespace: Dict[str, Any]) -> None:
        self._namespace = namespace
        self._made: Dict[Any, Builder] = {}

    def builder(self, annotation: Any) -> Builder:
        """The builder of an annotation. A recursive type gets one that looks itself up when it is used."""
        while hasattr(annotation, "__metadata__"):  # Annotated, whose metadata need not be hashable
            annotation = annotation.__origin__
        if annotation not in self._made:
            self._made[annotation] = lambda value, path: self._made[annotation](value, path)
            self._made[annotation] = self._make(annotation)
        return self._made[annotation]

    def _make(self, annotation: Any) -> Builder:
        if isinstance(annotation, str):
            return self.builder(eval(annotation, self._namespace))
        if isinstance(annotation, typing.ForwardRef):
            return self.builder(annotation.__forward_arg__)
        if annotation in _SCALARS:
            return _SCALARS[annotation]
        if hasattr(annotation, "__supertype__"):  # NewType
            return self.builder(annotation.__supertype__)
        if type(annotation).__name__ == "TypeAliasType":  # type X = …
            return self.builder(annotation.__value__)
        if isinstance(annotation, type) and typing.get_origin(annotation) is None:
            return self._make_class(annotation)
        return self._make_generic(annotation)

    def _make_class(self, cls: type) -> Builder:
        if issubclass(cls, enum.Enum):
            return _enum_builder(cls)
        if dataclasses.is_dataclass(cls):
            return self._dataclass_builder(cls)
        if hasattr(cls, "__required_keys__"):
            return self._typed_dict_builder(cls)
        if cls in _LISTS:
            return self._list_builder(Any)
        if cls in _DICTS:
            return self._dict_builder(Any)
        return _tuple_of_any if cls is tuple else _identity

    def _make_generic(self, annotation: Any) -> Builder:
        origin, args = typing.get_origin(annotation), typing.get_args(annotation)
        if origin in _WRAPPERS:
            return self.builder(args[0])
        if origin in _UNIONS:
            return self._union_builder(args)
        if origin is typing.Literal:
            return _literal_builder(args)
        if origin is tuple:
            # Without brackets it has no arguments either, but holds anything.
            return _tuple_of_any if annotation is typing.Tuple else self._tuple_builder(args)
        if origin in _LISTS:
            return self._list_builder(args[0] if args else Any)
        if origin in _DICTS:
            return self._dict_builder(args[1] if len(args) == 2 else Any)
        if isinstance(origin, type) and dataclasses.is_dataclass(origin):
            return self._dataclass_builder(origin)
        return _identity

    def _list_builder(self, element: Any) -> Builder:
        build = self.builder(element)

        def build_list(value: Any, path: Path) -> Any:
            _expect(isinstance(value, list), "a list", value, path)
            return value if build is _identity else [build(item, (path, index)) for index, item in enumerate(value)]

        return build_list

    def _dict_builder(self, member: Any) -> Builder:
        build = self.builder(member)

        def build_dict(value: Any, path: Path) -> Any:
            _expect(isinstance(value, dict), "an object", value, path)
            return value if build is _identity else {key: build(item, (path, key)) for key, item in value.items()}

        return build_dict

    def _tuple_builder(self, args: Tuple[Any, ...]) -> Builder:
        if len(args) == 2 and args[1] is Ellipsis:
            build_list = self._list_builder(args[0])
            return lambda value, path: tuple(build_list(value, path))
        builders = [] if args == ((),) else [self.builder(arg) for arg in args]

        def build_tuple(value: Any, path: Path) -> Any:
            fits = isinstance(value, list) and len(value) == len(builders)
            _expect(fits, f"a list of {len(builders)}", value, path)
            return tuple(build(item, (path, index)) for index, (build, item) in enumerate(zip(builders, value)))

        return build_tuple

    def _union_builder(self, members: Tuple[Any, ...]) -> Builder:
        candidates = [(member, self.builder(member)) for member in members]
        expected = " or ".join(_name(member) for member in members)

        def build_union(value: Any, path: Path) -> Any:
            # Objects are open, so a smaller class would also take the values of a larger one, and drop fields or leave
            # them as they are: members that know every key of the value come first.
            for _, build in sorted(candidates, key=lambda candidate: _drops_keys(candidate[0], value)):
                try:
                    return build(value, path)
                except Mismatch:
                    continue
            raise Mismatch(expected, value, path)

        return build_union

    def _dataclass_builder(self, cls: type) -> Builder:
        hints = typing.get_type_hints(cls, include_extras=True)
        fields = [field for field in dataclasses.fields(cls) if field.init]
        builders = {field.name: self.builder(hints[field.name]) for field in fields}
        missing = dataclasses.MISSING
        required = {f.name for f in fields if f.default is missing and f.default_factory is missing}

        def build_dataclass(value: Any, path: Path) -> Any:
            _expect_keys(cls.__name__, required, value, path)
            built = {name: build(value[name], (path, name)) for name, build in builders.items() if name in value}
            return cls(**built)

        return build_dataclass

    def _typed_dict_builder(self, cls: Any) -> Builder:
        hints = typing.get_type_hints(cls, include_extras=True)
        builders = {name: self.builder(hint) for name, hint in hints.items()}
        required = {name for name, hint in hints.items() if _is_required(cls, name, hint)}

        def build_typed_dict(value: Any, path: Path) -> Any:
            _expect_keys(cls.__name__, required, value, path)
            return {
                key: builders[key](item, (path, key)) if key in builders else item for key, item in value.items()
            }

        return build_typed_dict


def _is_required(cls: Any, name: str, hint: Any) -> bool:
    # With `from __future__ import annotations` the class itself does not see these two wrappers.
    origin = typing.get_origin(hint)
    if origin is getattr(typing, "NotRequired", Ellipsis):
        return False
    return origin is getattr(typing, "Required", Ellipsis) or name in cls.__required_keys__


def _expect(fits: bool, expected: str, value: Any, path: Path) -> None:
    if not fits:
        raise Mismatch(expected, value, path)


def _expect_keys(name: str, required: "set[str]", value: Any, path: Path) -> None:
    _expect(isinstance(value, dict), f"an object ({name})", value, path)
    for key in required:
        _expect(key in value, f"an object with {key!r} ({name})", value, path)


def _drops_keys(member: Any, value: Any) -> bool:
    names = _field_names(member)
    return names is not None and isinstance(value, dict) and not value.keys() <= names


def _field_names(member: Any) -> "Optional[set[str]]":
    """The fields of a dataclass or TypedDict; None for everything else."""
    member = typing.get_origin(member) or member
    if isinstance(member, type) and dataclasses.is_dataclass(member):
        return {field.name for field in dataclasses.fields(member)}
    if hasattr(member, "__required_keys__"):
        return {*member.__required_keys__, *member.__optional_keys__}
    return None


def _identity(value: Any, path: Path) -> Any:
    return value


def _tuple_of_any(value: Any, path: Path) -> Any:
    _expect(isinstance(value, list), "a list", value, path)
    return tuple(value)


def _build_none(value: Any, path: Path) -> Any:
    _expect(value is None, "null", value, path)
    return None


def _build_str(value: Any, path: Path) -> Any:
    _expect(type(value) is str, "a string", value, path)
    return value


def _build_bool(value: Any, path: Path) -> Any:
    _expect(type(value) is bool, "a boolean", value, path)
    return value


def _build_int(value: Any, path: Path) -> Any:
    # JSON does not tell 3.0 from 3, so neither do we.
    is_whole = type(value) is int or (type(value) is float and math.isfinite(value) and value.is_integer())
    _expect(is_whole, "an integer", value, path)
    return int(value)


def _build_float(value: Any, path: Path) -> Any:
    _expect(type(value) in (int, float), "a number", value, path)
    return float(value)


def _literal_builder(options: Tuple[Any, ...]) -> Builder:
    # By type too: True is not 1 in JSON. An Enum member stands for its value.
    plain = [(option.value if isinstance(option, enum.Enum) else option, option) for option in options]

    def build_literal(value: Any, path: Path) -> Any:
        for wanted, option in plain:
            if type(wanted) is type(value) and wanted == value:
                return option
        raise Mismatch("one of " + ", ".join(repr(wanted) for wanted, _ in plain), value, path)

    return build_literal


def _enum_builder(cls: Any) -> Builder:
    return _literal_builder(tuple(cls.__members__.values()))


def _name(annotation: Any) -> str:
    return "null" if annotation is type(None) else getattr(annotation, "__name__", None) or str(annotation)


_SCALARS: Dict[Any, Builder] = {
    None: _build_none,
    type(None): _build_none,
    str: _build_str,
    bool: _build_bool,
    int: _build_int,
    float: _build_float,
    Any: _identity,
    object: _identity,
}
