"""Standard input as a table uses it: lines, one after the other.

It is read on a thread of its own with `os.read`, so that neither a terminal, a pipe nor a closed
input ever holds up the table, and nothing is locked when the program ends. At most PENDING typed
lines are kept; a faster writer waits. Held by tests/cli/console/test_stdin.py.
"""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from collections import deque
from collections.abc import Callable
from contextlib import suppress

PENDING = 64
"""Typed lines that wait for their question."""
LONGEST = 2000
"""Bytes of a typed line; what is beyond is dropped."""
CHUNK = 4096
GRACE = 0.5
"""Seconds in which whoever wrote the last line may close the pipe."""
TERMINAL = "/dev/tty"


def read_line(descriptor: int = 0) -> str:
    """One line, byte by byte, so that what follows stays for others. Empty at the end."""
    data = b""
    while len(data) < LONGEST and (byte := _read(descriptor, 1)) not in (b"", b"\n"):
        data += byte
    return _text(data)


async def line_typed(read: Callable[[], str] = read_line) -> str:
    """One line, waited for on a thread that keeps nobody from leaving by Ctrl-C."""
    loop = asyncio.get_running_loop()
    typed: asyncio.Future[str] = loop.create_future()

    def hand_over(line: str) -> None:
        if not typed.done():
            typed.set_result(line)

    def work() -> None:
        line = read()
        with suppress(RuntimeError):  # nobody waits for it any more
            loop.call_soon_threadsafe(hand_over, line)

    threading.Thread(target=work, name="crownless-line", daemon=True).start()
    return await typed


def has_ended(descriptor: int = 0, *, grace: float = GRACE) -> bool:
    """Whether nothing comes any more from a pipe or a file, for `grace` seconds.

    Looks without reading.
    """
    if sys.platform == "win32":
        return False  # it shows when the next line is read
    from fcntl import ioctl
    from select import select
    from termios import FIONREAD

    try:
        ready, _, _ = select([descriptor], [], [], grace)
        left = ioctl(descriptor, FIONREAD, bytes(4))
    except (OSError, ValueError):
        return True
    return bool(ready) and not any(left)


def go_on_at_terminal(descriptor: int = 0, *, path: str = TERMINAL) -> bool:
    """Read from the terminal of this process from now on; says whether there is one."""
    try:
        terminal = os.open(path, os.O_RDONLY)
    except OSError:
        return False
    os.dup2(terminal, descriptor)
    os.close(terminal)
    return True


class Typed:
    """The lines of the standard input as they come; `on_news` is called when there is one."""

    def __init__(self, on_news: Callable[[], None], descriptor: int = 0) -> None:
        """Needs a running loop; `on_news` is called on it."""
        self._descriptor = descriptor
        self._on_news = on_news
        self._lines: deque[str] = deque()
        self._over = False
        self._room = threading.Semaphore(PENDING)
        self._loop = asyncio.get_running_loop()
        self.by_hand = os.isatty(descriptor) if _is_open(descriptor) else False
        """Whether a person types at a terminal: then a line answers what stands there."""
        threading.Thread(target=self._work, name="crownless-input", daemon=True).start()

    @property
    def first(self) -> str | None:
        """The oldest line that was not taken yet."""
        return self._lines[0] if self._lines else None

    @property
    def ended(self) -> bool:
        """Whether all lines are taken and no more will come."""
        return self._over and not self._lines

    def take(self) -> str:
        """Remove the oldest line. IndexError if there is none."""
        line = self._lines.popleft()
        self._room.release()
        return line

    def _work(self) -> None:
        """On the thread: hand over every line, and then the end."""
        rest = b""
        while data := _read(self._descriptor, CHUNK):
            *lines, rest = (rest + data).split(b"\n")
            rest = rest[:LONGEST]
            if not all(self._hand_over(line) for line in lines):
                return
        if rest:
            self._hand_over(rest)
        self._post(None)

    def _hand_over(self, line: bytes) -> bool:
        self._room.acquire()
        return self._post(_text(line[:LONGEST]))

    def _post(self, line: str | None) -> bool:
        try:
            self._loop.call_soon_threadsafe(self._take_in, line)
        except RuntimeError:  # the loop has ended: nobody listens any more
            return False
        return True

    def _take_in(self, line: str | None) -> None:
        if line is None:
            self._over = True
        else:
            self._lines.append(line)
        self._on_news()


def _text(data: bytes) -> str:
    return data.decode("utf-8", "replace").rstrip("\r")


def _read(descriptor: int, size: int) -> bytes:
    try:
        return os.read(descriptor, size)
    except OSError:  # closed before we began, or the terminal went away
        return b""


def _is_open(descriptor: int) -> bool:
    try:
        os.fstat(descriptor)
    except OSError:
        return False
    return True
