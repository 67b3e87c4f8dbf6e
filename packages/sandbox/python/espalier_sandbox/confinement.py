"""What the kernel refuses a program: everything but computing, and reading and writing what is already open.

The filter is installed with prctl through ctypes. It needs no privilege, because a process may always give up rights.
"""

import ctypes
import functools
import os
import platform
import resource
import struct

_X86_64 = dict(
    read=0, write=1, close=3, fstat=5, lseek=8, mmap=9, mprotect=10, munmap=11, brk=12, rt_sigaction=13,
    rt_sigprocmask=14, rt_sigreturn=15, mremap=25, getpid=39, exit=60, sched_yield=24, gettimeofday=96,
    sigaltstack=131, gettid=186, futex=202, clock_gettime=228, clock_getres=229, exit_group=231, getrandom=318, rseq=334,
)  # fmt: skip
_AARCH64 = dict(
    read=63, write=64, close=57, fstat=80, lseek=62, mmap=222, mprotect=226, munmap=215, brk=214, rt_sigaction=134,
    rt_sigprocmask=135, rt_sigreturn=139, mremap=216, getpid=172, exit=93, sched_yield=124,
    gettimeofday=169, sigaltstack=132, gettid=178, futex=98, clock_gettime=113, clock_getres=114, exit_group=94,
    getrandom=278, rseq=293,
)  # fmt: skip

# AUDIT_ARCH_* of linux/audit.h, and the system calls allowed there.
_MACHINES = {"x86_64": (0xC000003E, _X86_64), "aarch64": (0xC00000B7, _AARCH64)}
_X32_BIT = 0x40000000

# Opcodes and return values of linux/bpf_common.h and linux/seccomp.h; offsets in struct seccomp_data.
_LOAD, _JUMP_EQUAL, _JUMP_AT_LEAST, _RETURN = 0x20, 0x15, 0x35, 0x06
_NUMBER, _ARCH = 0, 4
_ALLOW, _REFUSE = 0x7FFF0000, 0x00050001  # SECCOMP_RET_ALLOW, SECCOMP_RET_ERRNO with EPERM

_PR_SET_PDEATHSIG, _PR_SET_DUMPABLE, _PR_SET_SECCOMP, _PR_SET_NO_NEW_PRIVS = 1, 4, 22, 38
_SECCOMP_MODE_FILTER = 2
_SIGKILL = 9
# linux/capability.h: the header for this process, and two sets of effective, permitted and inheritable ones, all empty.
_CAPABILITIES_OF_SELF = struct.pack("Ii", 0x20080522, 0)
_NO_CAPABILITIES = bytes(2 * 3 * 4)


class _FilterProgram(ctypes.Structure):
    _fields_ = [("length", ctypes.c_ushort), ("instructions", ctypes.c_void_p)]


class Confinement:
    """The filter, built once before the first fork."""

    def __init__(self) -> None:
        """Raises OSError on a machine whose system calls we do not know."""
        machine = platform.machine()
        if machine not in _MACHINES:
            raise OSError(f"programs cannot be confined on {machine}, only on {' and '.join(_MACHINES)}")
        instructions = _filter(*_MACHINES[machine], has_x32=machine == "x86_64")
        self._buffer = ctypes.create_string_buffer(b"".join(struct.pack("HBBI", *i) for i in instructions))
        self._program = _FilterProgram(len(instructions), ctypes.addressof(self._buffer))
        self._prctl = _prctl()
        self._capset = ctypes.CDLL(None, use_errno=True).capset

    def enter(self) -> None:
        """Confines this process for good. Raises OSError when the kernel does not do it."""
        self.give_up_privileges()
        self._call(_PR_SET_SECCOMP, _SECCOMP_MODE_FILTER, "seccomp", ctypes.addressof(self._program))

    def give_up_privileges(self) -> None:
        """What is allowed of root is no more than what is allowed of anybody, and a crash starts nothing on the host."""
        # Where crashes are piped to a program of the host's, the limit on core dumps is not asked.
        self._call(_PR_SET_DUMPABLE, 0, "to leave no core dump")
        if self._capset(_CAPABILITIES_OF_SELF, _NO_CAPABILITIES) != 0:
            raise OSError(ctypes.get_errno(), "the kernel refused to drop capabilities")
        self._call(_PR_SET_NO_NEW_PRIVS, 1, "no_new_privs")

    def _call(self, option: int, value: int, what: str, address: int = 0) -> None:
        if self._prctl(option, value, address, 0, 0) != 0:
            raise OSError(ctypes.get_errno(), f"the kernel refused {what}")


def die_with_parent() -> None:
    """Has the kernel kill this process when its parent ends (Linux only; elsewhere nothing happens)."""
    try:
        _prctl()(_PR_SET_PDEATHSIG, _SIGKILL, 0, 0, 0)
    except (OSError, AttributeError):
        pass


def limit_resources(memory_bytes: int, cpu_seconds: float) -> None:
    """Hard limits, below the filter: address space, CPU time, no new open files, no processes, no core dumps."""
    # Whole seconds only. The soft limit is a timer of the child's; this one ends what the timer cannot interrupt.
    seconds = int(cpu_seconds + 0.5) + 1
    limits = {"RLIMIT_CORE": 0, "RLIMIT_CPU": seconds, "RLIMIT_NOFILE": 0, "RLIMIT_NPROC": 0, "RLIMIT_AS": memory_bytes}
    for name, value in limits.items():
        try:
            resource.setrlimit(getattr(resource, name), (value, value))
        except (AttributeError, ValueError, OSError):
            # Not every system has each of them. Where confinement is promised, all of these exist.
            if platform.system() == "Linux":
                raise


def refusals() -> "list[str]":
    """What a confined process can still do and must not. Called inside a confined child; empty when all is well."""
    attempts = {
        "open a file": lambda: os.open("/dev/null", os.O_RDONLY),
        "list a directory": lambda: os.listdir("/"),
        "look at a file": lambda: os.stat("/"),
        "open a network socket": lambda: _socket(2),
        "open a local socket": lambda: _socket(1),
        "start a process": _fork,
        "run another program": lambda: os.execv("/bin/true", ["true"]),
        "send a signal": lambda: os.kill(os.getpid(), 0),
    }
    return [what for what, attempt in attempts.items() if not _is_refused(attempt)]


def _socket(family: int) -> None:
    # Through the C library: importing the module socket would need files.
    library = ctypes.CDLL(None, use_errno=True)
    if library.socket(family, 1, 0) < 0:
        raise OSError(ctypes.get_errno(), "socket")


def _fork() -> None:
    if os.fork() == 0:
        os._exit(0)


def _is_refused(attempt) -> bool:
    try:
        attempt()
    except PermissionError:
        return True
    except OSError:
        return False
    return False


@functools.lru_cache(maxsize=None)  # made before the first fork: in a child it would cost more than the call itself
def _prctl():
    function = ctypes.CDLL(None, use_errno=True).prctl
    function.argtypes = [ctypes.c_int] + [ctypes.c_ulong] * 4
    return function


def _filter(arch: int, calls: "dict[str, int]", has_x32: bool) -> "list[tuple[int, int, int, int]]":
    """Instructions (opcode, jump if true, jump if false, operand); jumps count from the next instruction."""
    instructions = [(_LOAD, 0, 0, _ARCH), (_JUMP_EQUAL, 1, 0, arch), (_RETURN, 0, 0, _REFUSE), (_LOAD, 0, 0, _NUMBER)]
    if has_x32:
        # The same architecture value serves the x32 interface, whose calls carry a bit of their own.
        instructions += [(_JUMP_AT_LEAST, 0, 1, _X32_BIT), (_RETURN, 0, 0, _REFUSE)]
    numbers = list(calls.values())
    for index, number in enumerate(numbers):
        instructions.append((_JUMP_EQUAL, len(numbers) - index, 0, number))
    return instructions + [(_RETURN, 0, 0, _REFUSE), (_RETURN, 0, 0, _ALLOW)]
