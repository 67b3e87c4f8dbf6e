"""The warm interpreter from which every Python program is forked.

It loads all that programs may use, then keeps one child waiting for a request. It never sees a request itself: the
child reads it from descriptor 0 and writes to descriptor 1, and both belong to the caller. Descriptor 3 carries lines
between the caller and this process:

    from the caller   run N FENCE      request N was written; write FENCE to 1 after child N and all it wrote is gone
                      kill N           end child N
    to the caller     {"ready": …}     the interpreter's version, and why it is not confined, if it is not
                      {"child": N}     child N waits for a request
                      {"read": N}      child N has read its request to the end (the child says so)
                      {"exit": N, …}   child N has ended; "fenced": whether "run N" came before that
"""

import sys

if sys.version_info < (3, 9):
    sys.exit("Python 3.9 or newer is needed")

import gc
import json
import os
import select
import signal
from typing import Any, Dict, Optional, Tuple

import espalier_sandbox.child as child
from espalier_sandbox import modules
from espalier_sandbox.confinement import Confinement, refusals

CONTROL, RESULTS = child.CONTROL, child.RESULTS


def tell(message: Dict[str, Any]) -> None:
    os.write(CONTROL, (json.dumps(message) + "\n").encode())


class Zygote:
    def __init__(self, confinement: Optional[Confinement]) -> None:
        self._confinement = confinement
        self._clock = child.Clock()
        self._received = b""
        self._fence = b""
        self._wake, self._waker = os.pipe()
        for descriptor in (self._wake, self._waker):
            os.set_blocking(descriptor, False)
        # A child's end interrupts the waiting below. (A pidfd would do as well, but only on newer kernels.)
        signal.signal(signal.SIGCHLD, lambda number, frame: None)
        signal.set_wakeup_fd(self._waker, warn_on_full_buffer=False)
        self._poll = select.poll()
        self._poll.register(CONTROL, select.POLLIN)
        self._poll.register(self._wake, select.POLLIN)

    def serve(self) -> None:
        number = 0
        while True:
            number += 1
            own = os.getpid()
            pid = os.fork()
            if pid == 0:
                self._become_child(number, own)
            tell({"child": number})
            status, seconds = self._watch(pid, number)
            # Everything that the child wrote is in the pipe by now. It did not know the fence and could not write it.
            os.write(RESULTS, self._fence)
            tell({"exit": number, "status": status, "cpuSeconds": seconds, "fenced": self._fence != b""})
            self._fence = b""

    def _become_child(self, number: int, parent: int) -> None:
        # The handler of SIGCHLD stays: it does nothing, and to change it would cost more than it does.
        signal.set_wakeup_fd(-1)
        os.close(self._wake)
        os.close(self._waker)
        child.live(number, parent, self._confinement, self._clock)

    def _watch(self, pid: int, number: int) -> Tuple[int, float]:
        """Waits for the end of the child and obeys the caller meanwhile. Gives exit status and CPU seconds."""
        while True:
            for descriptor, _ in self._poll.poll():
                if descriptor == CONTROL:
                    self._obey(pid, number)
                else:
                    os.read(self._wake, 512)
            ended, status, usage = os.wait4(pid, os.WNOHANG)
            if ended == pid:
                return os.waitstatus_to_exitcode(status), usage.ru_utime + usage.ru_stime

    def _obey(self, pid: int, number: int) -> None:
        data = os.read(CONTROL, 65536)
        if not data:
            # The caller is gone. The child is not yet waited for, so the number still means it.
            os.kill(pid, signal.SIGKILL)
            os._exit(0)
        *lines, self._received = (self._received + data).split(b"\n")
        for line in lines:
            command, target, *rest = line.split(b" ")
            if int(target) != number:
                continue
            if command == b"run":
                self._fence = rest[0]
            elif command == b"kill":
                os.kill(pid, signal.SIGKILL)


def prove(confinement: Confinement) -> Optional[str]:
    """Tries in a child what a program must not be able to do. Gives what was possible, or None."""
    reader, writer = os.pipe()
    pid = os.fork()
    if pid == 0:
        try:
            confinement.enter()
            os.write(writer, ", ".join(refusals()).encode() or b"-")
        except BaseException as error:
            os.write(writer, f"the filter could not be installed: {error}".encode())
        os._exit(0)
    os.close(writer)
    possible = os.read(reader, 4096).decode()
    os.close(reader)
    os.waitpid(pid, 0)
    return None if possible == "-" else possible or "the test did not finish"


def confine() -> Tuple[Optional[Confinement], Optional[str]]:
    """A filter that has been tried out, or why there is none."""
    try:
        confinement = Confinement()
        possible = prove(confinement)
    except Exception as error:
        return None, str(error)
    if possible is None:
        return confinement, None
    return None, f"the self-test of the sandbox failed ({possible})"


def close_inherited() -> None:
    """Closes what the caller's own parents left open: a program could write to it."""
    listing = "/proc/self/fd"
    end = max(map(int, os.listdir(listing))) + 1 if os.path.isdir(listing) else os.sysconf("SC_OPEN_MAX")
    os.closerange(CONTROL + 1, end)


def go_first() -> None:
    """Has the kernel end programs, when the machine is out of memory, before it ends the process that they run for."""
    try:
        with open("/proc/self/oom_score_adj", "w") as file:
            file.write("500")
    except OSError:
        pass  # another system, or one that does not let us


def main() -> None:
    close_inherited()
    go_first()
    confinement, reason = confine()
    modules.preload()
    # Programs must not find our own folder, and no folder is worth searching: everything is loaded.
    sys.path.clear()
    sys.path_importer_cache.clear()
    gc.collect()
    gc.freeze()
    tell({"ready": {"version": sys.version.split()[0], "unconfined": reason}})
    if reason is not None and "--unconfined" not in sys.argv:
        sys.exit(1)
    Zygote(confinement).serve()


main()
