"""Compiling and calling an author's program."""

import builtins
import json
import sys
import types
import typing
import warnings
from typing import Any, Dict

from .entry import Builders
from .modules import is_allowed
from .request import Request

FILE = "program.py"
_NAME = "program"

_MISSING = ("breakpoint", "input", "open")


class CompileError(Exception):
    """The text is not Python. Wraps the SyntaxError, so that it is not taken for one raised by the program."""

    def __init__(self, error: SyntaxError) -> None:
        super().__init__(str(error))
        self.error = error


class ForbiddenImport(ImportError):
    """A module that programs do not have."""


class NotCallable(Exception):
    """The entrypoint is not a function of the program."""


def run(code: types.CodeType, request: Request) -> Any:
    """Runs the module, then its function with the arguments built as its annotations say."""
    module = types.ModuleType(_NAME)
    namespace = module.__dict__
    namespace.update(__builtins__=_BUILTINS, __file__=FILE)
    # typing and dataclasses look the module of a class up by name.
    sys.modules[_NAME] = module
    exec(code, namespace)
    function = namespace.get(request.entrypoint)
    if not callable(function):
        raise NotCallable(f"The program's entrypoint {request.entrypoint[:200]} is not a function.")
    return function(**_build_arguments(function, json.loads(request.args_text), namespace))


def compile_source(source: str) -> types.CodeType:
    try:
        with warnings.catch_warnings():
            # A log would have them the first time only: afterwards the text is not compiled again.
            warnings.simplefilter("ignore")
            return compile(source, FILE, "exec", dont_inherit=True)
    except SyntaxError as error:
        raise CompileError(error) from None
    except ValueError as error:  # a null character, before Python 3.12
        raise CompileError(SyntaxError(str(error))) from None


def _build_arguments(function: Any, args: Dict[str, Any], namespace: Dict[str, Any]) -> Dict[str, Any]:
    hints = typing.get_type_hints(function, include_extras=True) if hasattr(function, "__annotations__") else {}
    builders = Builders(namespace)
    return {
        name: builders.builder(hints[name])(value, (None, name)) if name in hints else value
        for name, value in args.items()
    }


def _builtins() -> Dict[str, Any]:
    names = dict(vars(builtins))
    for name in _MISSING:
        names[name] = _missing(name)
    names["__import__"] = _import
    return names


def _missing(name: str) -> Any:
    def unavailable(*args: Any, **kwargs: Any) -> Any:
        raise PermissionError(f"{name}() is not available: a program computes its result from its arguments only")

    return unavailable


def _import(name: str, globals: Any = None, locals: Any = None, fromlist: Any = (), level: int = 0) -> Any:
    if level > 0:
        raise ForbiddenImport("A program is one file; it has no relative imports.", name=name)
    # A list comes from C code of the library (datetime.strftime imports time), statements give a tuple or None. Whoever
    # imitates that gains nothing: this is for clear messages, and the kernel is the boundary.
    by_library = type(fromlist) is list and name in sys.modules
    if not (by_library or is_allowed(name)):
        raise ForbiddenImport(f"The module {name[:100]} is not available to programs.", name=name)
    return builtins.__import__(name, globals, locals, fromlist, level)


# Made before the first fork and used by one call of each child: copying it would write to every built-in function, which
# copies the page of each.
_BUILTINS = _builtins()
