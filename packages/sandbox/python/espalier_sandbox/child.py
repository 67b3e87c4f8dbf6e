"""The life of a child: it runs one program, confined, and ends."""

import marshal
import os
import random
import signal
import struct
import sys
import types
from typing import Optional

from . import program, report
from .confinement import Confinement, die_with_parent, limit_resources
from .log import Log
from .request import Limits, Request, read_limits, read_request
from .results import encode_result

REQUESTS, RESULTS, CONTROL = 0, 1, 3

_TIMER_REPEAT = 0.05
_MAX_CODE_BYTES = 128 * 1024
_NO_REQUEST, _OWN_FAULT = 99, 98


def live(number: int, parent: int, confinement: Optional[Confinement], clock: "Clock") -> None:
    """Never returns."""
    try:
        die_with_parent()
        if os.getppid() != parent:  # it had ended before we asked for that
            os._exit(_NO_REQUEST)
        # The module itself takes a new seed after a fork; programs all start from the same state.
        random.seed(0)
        limits = read_limits(REQUESTS)
        clock.start(limits.cpu_seconds)
        # From here on the kernel refuses what a program must not do. The author's text is still unread.
        limit_resources(limits.memory_bytes, limits.cpu_seconds)
        if confinement is not None:
            confinement.enter()
        request = read_request(REQUESTS)
        _let_go(number)
        _write(_run(request, limits, clock))
        os._exit(0)
    except EOFError:
        os._exit(_NO_REQUEST)
    except BaseException:
        os._exit(_OWN_FAULT)


class Clock:
    """Raises TimeUp in the program when its CPU time is used up, again and again if the program catches it."""

    def __init__(self) -> None:
        """Made before the fork: the handler is inherited, the timer is not."""
        self.stopped = True
        signal.signal(signal.SIGPROF, self._ring)

    def start(self, cpu_seconds: float) -> None:
        signal.setitimer(signal.ITIMER_PROF, cpu_seconds, _TIMER_REPEAT)

    def _ring(self, number: int, frame: object) -> None:
        if not self.stopped:
            raise report.TimeUp


def _let_go(number: int) -> None:
    """Closes what belongs to the parent, after telling it that this request has been read to its end."""
    os.write(CONTROL, b'{"read":%d}\n' % number)
    os.close(CONTROL)
    os.close(REQUESTS)
    os.close(2)


def _run(request: Request, limits: Limits, clock: Clock) -> bytes:
    log = Log(limits.log_length)
    sys.stdout = sys.stderr = log  # type: ignore[assignment]
    try:
        try:
            code = _code(request)
            clock.stopped = False
            value = encode_result(program.run(code, request), limits.depth, limits.output_bytes)
        finally:
            # A ring between here and the assignment is caught below; afterwards nothing interrupts the report.
            clock.stopped = True
        return report.success(log.text(), value)
    except BaseException as error:
        clock.stopped = True
        return _report_failure(error, log)


def _code(request: Request) -> types.CodeType:
    """The program, compiled. New code is handed out before any of it runs: no program can change what later calls get."""
    if request.code:
        return marshal.loads(request.code)  # type: ignore[no-any-return]
    data = b""
    try:
        code = program.compile_source(request.source)
        data = marshal.dumps(code)
        return code
    finally:
        if len(data) > _MAX_CODE_BYTES:
            data = b""
        _write(struct.pack(">I", len(data)) + data)


def _report_failure(error: BaseException, log: Log) -> bytes:
    """Describing an error runs the author's code (its text, its class) and needs memory: both can fail again."""
    try:
        return report.failure(error, log.text())
    except BaseException as again:
        return report.OUT_OF_MEMORY if type(again) is MemoryError else report.INDESCRIBABLE


def _write(data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(RESULTS, view) :]
