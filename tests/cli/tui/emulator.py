"""A program on a real terminal, drawn by an emulator."""

from __future__ import annotations

import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Mapping
from fcntl import ioctl
from pathlib import Path

import pytest

from tests.paths import ROOT

pyte = pytest.importorskip("pyte")

PATIENCE = 60.0
PROGRAM = "from cli.tui.app import ScreenOptions, run; run(ScreenOptions())"


class Terminal:
    """A program on a terminal of a given size."""

    def __init__(
        self,
        home: Path,
        columns: int,
        rows: int,
        program: str = PROGRAM,
        *,
        whole: bool = True,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        """`whole`: wait for the ends of pictures; line mode has none."""
        if not (home / "settings.toml").exists():
            home.mkdir(mode=0o700, parents=True, exist_ok=True)
            (home / "settings.toml").write_text("pace = 0\noffered = true\n")
        self._pictures = whole
        self.screen = pyte.Screen(columns, rows)
        self._stream = pyte.ByteStream(self.screen)
        self._master, slave = pty.openpty()
        ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        env = {**os.environ, "CROWNLESS_HOME": str(home), "PYTHONPATH": str(ROOT)}
        env |= {"TERM": "xterm-256color", "CROWNLESS_LAN": "off"}
        for name in ("NO_COLOR", "COLORTERM", "COLORFGBG"):
            env.pop(name, None)
        env |= environment or {}
        self.process = subprocess.Popen(
            [sys.executable, "-c", program],
            stdin=slave, stdout=slave, stderr=slave, env=env, start_new_session=True,
        )  # fmt: skip
        os.close(slave)
        self._data = b""

    @property
    def whole(self) -> bool:
        """Whether the last picture has come to its end."""
        if not self._pictures:
            return True
        begun, ended = self._data.rfind(b"\x1b[?2026h"), self._data.rfind(b"\x1b[?2026l")
        return ended > begun

    @property
    def colours(self) -> set[str]:
        """The codes that colour what was written last."""
        codes = re.findall(rb"\x1b\[([0-9;]*)m", self._data)
        return {code.decode() for code in codes if code not in (b"", b"0")}

    @property
    def lines(self) -> list[str]:
        return list(self.screen.display)

    @property
    def text(self) -> str:
        return "\n".join(self.lines)

    def until(self, holds: Callable[[], bool]) -> None:
        """Read what the program draws until something holds."""
        deadline = time.monotonic() + PATIENCE
        while not (self.whole and holds()):
            ready, _, _ = select.select([self._master], [], [], deadline - time.monotonic())
            data = b""
            if ready:
                try:
                    data = os.read(self._master, 1 << 16)
                except OSError:  # the program has ended
                    data = b""
            if not data:
                raise AssertionError(f"it did not come to that:\n{self.text}")
            self._data = self._data[-(1 << 16) :] + data
            self._stream.feed(data)

    def shows(self, text: str) -> None:
        self.until(lambda: text in self.text)

    def type(self, keys: str) -> None:
        os.write(self._master, keys.encode())

    def resize(self, columns: int, rows: int) -> None:
        """Give the window another size, as dragging its corner does."""
        self.screen.resize(rows, columns)
        ioctl(self._master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self.process.send_signal(signal.SIGWINCH)

    def in_lines(self) -> None:
        """From now on it writes lines, which have no ends of pictures."""
        self._pictures = False

    def click(self, column: int, row: int) -> None:
        """Press and let go of the left button, as terminals report it (SGR)."""
        place = f"{column + 1};{row + 1}"
        self.type(f"\x1b[<0;{place}M\x1b[<0;{place}m")

    def find(self, pattern: str) -> tuple[int, int] | None:
        """Where a pattern stands first."""
        for row, line in enumerate(self.lines):
            found = re.search(pattern, line)
            if found:
                return found.start(), row
        return None

    def end(self) -> int:
        """Read to the end; gives the exit code."""
        while True:
            try:
                data = os.read(self._master, 1 << 16)
            except OSError:
                data = b""
            if not data:
                return self.process.wait(PATIENCE)
            self._data += data

    @property
    def last(self) -> str:
        """The end of what was written."""
        return self._data[-2000:].decode("utf-8", "replace")

    def hang_up(self) -> None:
        """Take the terminal away, as closing its window does."""
        os.close(self._master)
        self._master = -1

    def stop(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        if self._master >= 0:
            os.close(self._master)
