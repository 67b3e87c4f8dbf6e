"""What a child reads: first its limits, which come from us, then the author's program."""

import json
import os
import struct
from typing import NamedTuple

_CHUNK = 1 << 20


class Limits(NamedTuple):
    """The limits of one call; see Limits in limits.ts."""

    cpu_seconds: float
    memory_bytes: int
    output_bytes: int
    depth: int
    log_length: int


class Request(NamedTuple):
    """One program and its arguments, still as text. `code` is empty, or what an earlier child compiled the source to."""

    entrypoint: str
    source: str
    code: bytes
    args_text: str


def read_limits(descriptor: int) -> Limits:
    """Raises EOFError when the other side has gone: there will be no request."""
    return Limits(**json.loads(_read_block(descriptor)))


def read_request(descriptor: int) -> Request:
    """Reads the program and its arguments, in that order."""
    entrypoint, source, code, args = (_read_block(descriptor) for _ in range(4))
    return Request(entrypoint.decode(), source.decode(), code, args.decode())


def _read_block(descriptor: int) -> bytes:
    (length,) = struct.unpack(">I", _read_exactly(descriptor, 4))
    return _read_exactly(descriptor, length)


def _read_exactly(descriptor: int, length: int) -> bytes:
    data = bytearray()
    while len(data) < length:
        chunk = os.read(descriptor, min(_CHUNK, length - len(data)))
        if not chunk:
            raise EOFError
        data += chunk
    return bytes(data)
