"""From the value that a program returned to JSON text.

This goes by the values, not by the annotations, so that it is right inside an unconstrained dict too: dataclasses become
objects, Enum members their values, tuples lists. What JSON cannot say is refused with the path to it.
"""

import dataclasses
import enum
import json
from typing import Any, Dict, List

from .entry import Path

_SAFE = 2**53 - 1
_PLAIN = frozenset({str, bool, type(None)})
_REMEDIES = {
    "set": "a sorted list",
    "frozenset": "a sorted list",
    "datetime": "value.isoformat()",
    "date": "value.isoformat()",
    "time": "value.isoformat()",
    "timedelta": "value.total_seconds()",
    "bytes": "value.decode() or base64",
    "bytearray": "value.decode() or base64",
    "Decimal": "float(value) or str(value)",
    "Fraction": "float(value) or str(value)",
    "complex": "a list of two numbers",
    "generator": "list(value)",
    "range": "list(value)",
}


class Refused(Exception):
    """A result that cannot leave the sandbox. `code` is bad_result, with the path to the value, or result_too_large."""

    def __init__(self, code: str, message: str, path: Path) -> None:
        super().__init__(message)
        self.code, self.message, self.path = code, message, path


def encode_result(value: Any, max_depth: int, max_bytes: int) -> bytes:
    """The JSON text of a result, in UTF-8. Raises Refused."""
    plain = _Unbuilder(max_depth, max_bytes).unbuild(value, None, 0)
    text = json.dumps(plain, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    try:
        encoded = text.encode()
    except UnicodeEncodeError:
        path = _find_surrogate(plain, None)
        raise Refused("bad_result", "The result contains half of a character (a lone surrogate)", path) from None
    if len(encoded) > max_bytes:
        raise _too_large(max_bytes)
    return encoded


class _Unbuilder:
    def __init__(self, max_depth: int, max_bytes: int) -> None:
        self._max_depth = max_depth
        self._max_bytes = max_bytes
        self._count = 0

    def unbuild(self, value: Any, path: Path, depth: int) -> Any:
        kind = type(value)
        if kind in _PLAIN:
            return value
        if kind is int:
            return _integer(value, path)
        if kind is float:
            return _number(value, path)
        if kind is dict:
            return self._object(value, path, depth)
        if kind is list:
            return self._list(value, path, depth)
        if isinstance(value, enum.Enum):
            return self.unbuild(value.value, path, depth)
        return self._unbuild_other(value, path, depth)

    def _unbuild_other(self, value: Any, path: Path, depth: int) -> Any:
        if dataclasses.is_dataclass(value) and not isinstance(value, type):
            members = {field.name: getattr(value, field.name) for field in dataclasses.fields(value)}
            return self._object(members, path, depth)
        if isinstance(value, dict):
            return self._object(value, path, depth)
        if isinstance(value, (list, tuple)):
            return self._list(value, path, depth)
        # Subclasses of the scalars lose their class, as in JSON.
        if isinstance(value, str):
            return str.__str__(value)
        if isinstance(value, int):
            return _integer(int.__int__(value), path)
        if isinstance(value, float):
            return _number(float.__float__(value), path)
        raise _not_json(value, path)

    def _object(self, value: Dict[Any, Any], path: Path, depth: int) -> Dict[str, Any]:
        self._descend(len(value), path, depth)
        result: Dict[str, Any] = {}
        for key, member in value.items():
            name = key if type(key) is str else _key(key, path)
            plain = type(member) in _PLAIN
            result[name] = member if plain else self.unbuild(member, (path, name), depth + 1)
        return result

    def _list(self, value: Any, path: Path, depth: int) -> List[Any]:
        self._descend(len(value), path, depth)
        return [
            item if type(item) in _PLAIN else self.unbuild(item, (path, index), depth + 1)
            for index, item in enumerate(value)
        ]

    def _descend(self, members: int, path: Path, depth: int) -> None:
        if depth >= self._max_depth:
            message = f"The result is nested deeper than {self._max_depth} levels or contains itself"
            raise Refused("bad_result", message, path)
        # Every value takes at least one byte and a comma. Counted on the way, because shared parts multiply.
        self._count += 2 * members
        if self._count > self._max_bytes:
            raise _too_large(self._max_bytes)


def _key(key: Any, path: Path) -> str:
    name = key.value if isinstance(key, enum.Enum) else key
    if not isinstance(name, str):
        raise Refused("bad_result", f"The result has a key that is not a string ({_show_key(key)})", path)
    return str.__str__(name)


def _show_key(key: Any) -> str:
    try:
        return str(key)[:100]
    except Exception:  # the author's __str__, or an integer with more digits than Python writes
        return f"a {type(key).__name__}"


def _too_large(max_bytes: int) -> Refused:
    return Refused("result_too_large", f"The result is more than {max_bytes} bytes of JSON.", None)


def _integer(value: int, path: Path) -> int:
    if not -_SAFE <= value <= _SAFE:
        raise Refused("bad_result", "The result contains an integer beyond ±(2^53 - 1) (write it as a string)", path)
    return value


def _number(value: float, path: Path) -> float:
    if value - value != 0.0:
        name = "NaN" if value != value else "Infinity" if value > 0 else "-Infinity"
        raise Refused("bad_result", f"The result contains {name} (JSON has no such number)", path)
    return value


def _not_json(value: Any, path: Path) -> Refused:
    name = type(value).__name__[:100]
    remedy = f"return {_REMEDIES[name]} instead" if name in _REMEDIES else "not JSON"
    return Refused("bad_result", f"The result contains a {name} ({remedy})", path)


def _find_surrogate(value: Any, path: Path) -> Path:
    """The path of a string that UTF-8 cannot write; there is one."""
    pending = [(value, path)]
    while pending:
        value, path = pending.pop()
        if isinstance(value, str) and any("\ud800" <= character <= "\udfff" for character in value):
            return path
        if isinstance(value, dict):
            if any("\ud800" <= character <= "\udfff" for key in value for character in key):
                return path
            pending.extend((member, (path, key)) for key, member in value.items())
        if isinstance(value, list):
            pending.extend((item, (path, index)) for index, item in enumerate(value))
    return None
