"""The modules that a program may import.

They are all loaded before the first program runs: afterwards no file can be opened, so nothing else can be imported
whatever a program tries. The list itself only makes for a clear message.
"""

import importlib
import sys

ALLOWED = (
    "__future__",
    "abc",
    "array",
    "base64",
    "binascii",
    "bisect",
    "calendar",
    "cmath",
    "collections",
    "collections.abc",
    "colorsys",
    "contextlib",
    "copy",
    "csv",
    "dataclasses",
    "datetime",
    "decimal",
    "difflib",
    "enum",
    "fractions",
    "functools",
    "hashlib",
    "heapq",
    "hmac",
    "html",
    "html.entities",
    "io",
    "itertools",
    "json",
    "keyword",
    "math",
    "numbers",
    "operator",
    "pprint",
    "random",
    "re",
    "shlex",
    "statistics",
    "string",
    "struct",
    "textwrap",
    "types",
    "typing",
    "unicodedata",
    "urllib.parse",
    "zlib",
)

# Imported by allowed modules in the middle of a call (datetime.strptime, "x".encode("idna")).
_LAZY = ("_strptime", "locale", "stringprep", "encodings.idna")
_CODECS = ("utf-8", "ascii", "latin-1", "utf-16", "utf-32", "cp1252", "punycode")

_ROOTS = {name.partition(".")[0] for name in ALLOWED}


def preload() -> None:
    """Loads everything that a program may need."""
    for name in ALLOWED + _LAZY:
        importlib.import_module(name)
    for codec in _CODECS:
        "".encode(codec)


def is_allowed(name: str) -> bool:
    """Whether a program may import this module, a submodule of an allowed one included."""
    return name in ALLOWED or (name.partition(".")[0] in _ROOTS and name in sys.modules)
