"""What a child writes: one line of JSON that says how it went, then the result."""

import json
from types import FrameType, TracebackType
from typing import Any, Dict, List, Optional

from .entry import Mismatch, Path
from .program import FILE, CompileError, ForbiddenImport, NotCallable
from .results import Refused

_MAX_FRAMES = 20
_MAX_MESSAGE = 2000
_MAX_CAUSES = 3


class TimeUp(BaseException):
    """Raised inside the program when its CPU time is used up."""


def success(log: str, value: bytes) -> bytes:
    return _line({"ok": True, "log": log}) + value


def failure(error: BaseException, log: str) -> bytes:
    """Describes whatever a program raised."""
    return _line({"ok": False, "log": log, "frames": _frames(error.__traceback__), **_describe(error)})


def _describe(error: BaseException) -> Dict[str, Any]:
    if isinstance(error, TimeUp):
        return {"code": "timeout", "message": ""}
    if isinstance(error, MemoryError):
        return {"code": "memory", "message": ""}
    if isinstance(error, RecursionError):
        return {"code": "recursion", "message": _message(error)}
    if isinstance(error, CompileError):
        return _describe_syntax(error.error)
    if isinstance(error, ForbiddenImport):
        return {"code": "forbidden_import", "message": str(error)}
    if isinstance(error, Refused):
        place = {"path": _keys(error.path)} if error.code == "bad_result" else {}
        return {"code": error.code, "message": error.message, **place}
    if isinstance(error, Mismatch):
        message = f"An argument is {_preview(error.value)} where {error.expected} is declared,"
        return {"code": "exception", "message": message, "path": _keys(error.path)}
    if isinstance(error, NotCallable):
        return {"code": "exception", "message": str(error)}
    return {"code": "exception", "message": _message(error)}


def _describe_syntax(error: SyntaxError) -> Dict[str, Any]:
    frame: Dict[str, Any] = {"function": "<program>", "line": error.lineno or 1}
    if error.offset:
        frame["column"] = error.offset
    return {"code": "syntax", "message": f"{type(error).__name__}: {error.msg}", "frames": [frame]}


def _message(error: BaseException) -> str:
    """The error and what it was raised from: `ValueError: no total (cause: KeyError: 'amount')`."""
    causes = []
    cause: Optional[BaseException] = error
    while cause is not None and len(causes) <= _MAX_CAUSES:
        causes.append(_text(cause))
        # Not what a class of the author's says that its cause is.
        cause = BaseException.__cause__.__get__(cause)  # type: ignore[attr-defined]
    return " (cause: ".join(causes) + ")" * (len(causes) - 1)


def _text(error: BaseException) -> str:
    name = type(error).__name__
    try:
        text = str(error)[:_MAX_MESSAGE]
    except BaseException:
        return name
    return f"{name}: {text}" if text else name


def _preview(value: Any) -> str:
    try:
        text = json.dumps(value, ensure_ascii=False)
    except (ValueError, RecursionError):
        text = f"a {type(value).__name__}"
    return text if len(text) <= 80 else text[:80] + "…"


def _keys(path: Path) -> List[Any]:
    keys: List[Any] = []
    while path is not None:
        path, key = path
        keys.append(key)
    return keys[::-1]


def _frames(traceback: Optional[TracebackType]) -> List[Dict[str, Any]]:
    frames: List[Dict[str, Any]] = []
    while traceback is not None:
        if traceback.tb_frame.f_code.co_filename == FILE:
            frames.append(_frame(traceback.tb_frame, traceback.tb_lineno, traceback.tb_lasti))
        traceback = traceback.tb_next
    return frames[: -_MAX_FRAMES - 1 : -1]


def _frame(frame: FrameType, line: int, instruction: int) -> Dict[str, Any]:
    code = frame.f_code
    described: Dict[str, Any] = {"function": "<program>" if code.co_name == "<module>" else code.co_name, "line": line}
    if hasattr(code, "co_positions"):  # 3.11
        column = list(code.co_positions())[instruction // 2][2]
        if column is not None:
            described["column"] = column + 1
    return described


def _line(header: Dict[str, Any]) -> bytes:
    return json.dumps(header).encode() + b"\n"


def _prepared(code: str, message: str) -> bytes:
    return _line({"ok": False, "code": code, "message": message, "frames": [], "log": ""})


# Written before there is a program: for when there is no memory left, or the program has broken what writes reports.
OUT_OF_MEMORY = _prepared("memory", "")
INDESCRIBABLE = _prepared("exception", "The program raised an error that cannot be described.")
