"""Runs the command with system calls that fail, fall short or are interrupted."""
import errno
import mmap
import os
import struct
import subprocess
from dataclasses import dataclass

from checking import inherited_environment

CALLS = ("open", "read", "pread", "write", "send", "sendfile", "copy_file_range", "splice", "fsync",
         "ftruncate", "rename", "close")
MOVING = ("read", "pread", "write", "send", "sendfile", "copy_file_range", "splice")
RUN_SECONDS = 60

# What the manuals say that each call can end with, besides what only a wrong argument brings.
ERRORS = {
    "open": ("EACCES", "EDQUOT", "EINTR", "EIO", "ELOOP", "EMFILE", "ENFILE", "ENOENT", "ENOMEM",
             "ENOSPC", "EOVERFLOW", "EPERM", "EROFS", "ESTALE", "ETXTBSY"),
    "read": ("EINTR", "EIO", "EISDIR", "ESTALE"),
    "pread": ("EINTR", "EIO", "EISDIR", "ENXIO", "EOVERFLOW", "ESTALE"),
    "write": ("EDQUOT", "EFBIG", "EINTR", "EIO", "ENOSPC", "EPERM", "EPIPE", "ESTALE"),
    "send": ("ECONNRESET", "EINTR", "ENOBUFS", "ENOMEM", "EPIPE"),
    "sendfile": ("EINTR", "EINVAL", "EIO", "ENOMEM", "ENOSYS", "EOVERFLOW", "ESTALE"),
    "copy_file_range": ("EFBIG", "EINTR", "EINVAL", "EIO", "ENOMEM", "ENOSPC", "ENOSYS",
                        "EOPNOTSUPP", "EOVERFLOW", "EPERM", "ETXTBSY", "EXDEV"),
    "splice": ("EINTR", "EINVAL", "EIO", "ENOMEM", "ENOSYS"),
    "fsync": ("EDQUOT", "EINTR", "EIO", "ENOSPC", "EROFS"),
    "ftruncate": ("EFBIG", "EINTR", "EIO", "EPERM"),
    "rename": ("EACCES", "EBUSY", "EDQUOT", "EIO", "ENOENT", "ENOMEM", "ENOSPC", "EPERM", "EROFS",
               "EXDEV"),
    "close": ("EDQUOT", "EINTR", "EIO", "ENOSPC"),
}


@dataclass(frozen=True)
class Fault:
    """What happens to the calls from the first to the last one; a last one of 0 is for ever."""
    call: str
    action: str
    first: int = 1
    last: int = 0

    @property
    def number(self):
        return getattr(errno, self.action, None)

    @property
    def words(self):
        return os.strerror(self.number)

    def __str__(self):
        place = f"call {self.first}" if self.last else f"calls from {self.first} on"
        return f"{self.action} from {self.call}, {place}"

    @property
    def rule(self):
        action = self.action if self.number is None else self.number
        return f"{self.call}:{action}:{self.first}:{self.last}"


SHORT = [Fault(call, "short") for call in MOVING]
STORM = [Fault(call, "storm") for call in CALLS if "EINTR" in ERRORS[call] and call != "close"]


def single_faults(counts, places=3):
    """Every error of every call that was made, at its first places and at its last."""
    for call, names in ERRORS.items():
        count = counts[call]
        for place in sorted({*range(1, min(count, places) + 1), count} - {0}):
            for name in names:
                yield Fault(call, name, place, place)


@dataclass
class Outcome:
    code: int
    output: bytes
    words: str
    counts: dict

    def __str__(self):
        return f"exit code {self.code}, {self.words!r}"


class Command:
    """The command under test and the library that stands in front of its system calls."""

    def __init__(self, path, library, folder):
        self.path = path
        self._library = library
        self._counts = os.path.join(folder, "counts")
        self._environment = inherited_environment()

    def environment(self, path, faults, sockets=False):
        """That in which `faults` befall what is at the paths that start with `path`."""
        with open(self._counts, "wb") as file:
            file.write(bytes(8 * len(CALLS)))
        return self._environment | {
            "LD_PRELOAD": self._library, "FAULT_PATH": path, "FAULT_COUNTS": self._counts,
            "FAULT_RULES": ",".join(fault.rule for fault in faults)
        } | ({"FAULT_SOCKETS": "1"} if sockets else {})

    def run(self, arguments, path=None, faults=(), sockets=False):
        environment = self._environment if path is None else self.environment(path, faults, sockets)
        run = subprocess.run([self.path, *arguments], env=environment, stdin=subprocess.DEVNULL,
                             capture_output=True, timeout=RUN_SECONDS)
        counts = {} if path is None else self.counts()
        return Outcome(run.returncode, run.stdout, run.stderr.decode(errors="replace"), counts)

    def counts(self):
        with open(self._counts, "r+b") as file, mmap.mmap(file.fileno(), 0) as memory:
            return dict(zip(CALLS, struct.unpack(f"={len(CALLS)}Q", memory[:])))
