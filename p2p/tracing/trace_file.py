"""The file of a trace: for this user alone, line by line as things happen, and never in the way.

Each line is out of the process before the next thing happens, so a trace shows what came before a
crash. A disk that takes no more ends the trace and nothing else. Held by
tests/p2p/tracing/test_trace_file.py.
"""

from __future__ import annotations

import logging
import os
import platform
import shlex
import stat
import threading
import time
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from p2p.disk_errors import not_written
from p2p.errors import LocalError
from p2p.trace import Trace
from p2p.tracing.lines import Lines
from p2p.wire.charter import PROTOCOL

FIRST_LINE = "# crownless trace 1"
"""How each start of the program begins in a trace; the number is that of the format."""
LOGGER = logging.getLogger("p2p.tracing")


class TraceFile:
    """One trace, to which several clients of this process write."""

    def __init__(
        self,
        path: Path,
        release: str,
        *,
        clock: Callable[[], float] = time.monotonic,
        write: Callable[[int, bytes], int] = os.write,
    ) -> None:
        """Go on with the trace at `path`, or begin it. Raises LocalError where that cannot be.

        `release`: what runs here. A trace that others may read is closed to them first.
        """
        self.stopped = ""
        """Why nothing more is written: a sentence; empty while all is well."""
        self._path = path
        self._clock = clock
        self._write = write
        self._lock = threading.Lock()
        self._lines = Lines()
        self._file = _opened(path)
        self._began = clock()
        now = datetime.now().astimezone().isoformat(timespec="milliseconds")
        python = f"Python {platform.python_version()}"
        about = f"crownless {release}, protocol {PROTOCOL}, {python}, {platform.platform()}"
        self._put("\n" * _is_cut(self._file) + f"{FIRST_LINE}\n# {about}\n# 0.000000 is {now}\n")
        if self.stopped:
            raise LocalError(self.stopped)

    def __call__(self, who: str, /) -> Trace:
        """The part of the client that is called so: one word."""
        name = "-".join(who.split()) or "client"

        def trace(what: str, /, **facts: object) -> None:
            with self._lock:
                if self.stopped:
                    return
                at = self._clock() - self._began
                lines = self._lines.of(name, what, facts)
                self._put("".join(f"{at:.6f} {line}\n" for line in lines))

        return trace

    def close(self) -> None:
        """Write nothing more."""
        with self._lock:
            self._end("the trace was closed")

    def _put(self, text: str) -> None:
        data = text.encode("utf-8", "replace")
        try:
            while data:
                data = data[self._write(self._file, data) :]
        except OSError as error:
            self._end(f"the trace {not_written(self._path, error)}; the game goes on without it")
            LOGGER.warning("the trace has ended: %s", error.strerror)

    def _end(self, why: str) -> None:
        if not self.stopped:
            self.stopped = why
            os.close(self._file)


def _is_cut(file: int) -> bool:
    """Whether the trace ends in the middle of a line, as after a kill."""
    size = os.fstat(file).st_size
    return size > 0 and _read(file, 1, size - 1) != b"\n"


def _read(file: int, size: int, at: int) -> bytes:
    os.lseek(file, at, os.SEEK_SET)  # what is written goes to the end all the same
    return os.read(file, size)


def _opened(path: Path) -> int:
    """The file, to be written at its end. Raises LocalError."""
    flags = os.O_RDWR | os.O_APPEND | os.O_CREAT | getattr(os, "O_BINARY", 0)
    flags |= getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0)  # waits for no pipe
    try:
        file = os.open(path, flags, 0o600)
    except OSError as error:
        raise LocalError(f"the trace {not_written(shlex.quote(str(path)), error)}") from error
    try:
        found = os.fstat(file)
        if not stat.S_ISREG(found.st_mode):
            raise LocalError(f"{shlex.quote(str(path))} is no ordinary file; name another")
        start = _read(file, len(FIRST_LINE), 0)
        if found.st_size and start != FIRST_LINE.encode():
            raise LocalError(
                f"{shlex.quote(str(path))} holds something else than a trace; name another file"
            )
        if hasattr(os, "fchmod") and stat.S_IMODE(found.st_mode) != 0o600:
            os.fchmod(file, 0o600)
    except OSError as error:
        os.close(file)
        raise LocalError(
            f"{shlex.quote(str(path))} cannot be closed to others: {error.strerror}; name another"
            " file"
        ) from error
    except LocalError:
        os.close(file)
        raise
    return file
