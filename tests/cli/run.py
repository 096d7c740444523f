"""Real processes of the command, driven by the lines they write: no sleeping, bounded in time."""

from __future__ import annotations

import os
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from tests.paths import ROOT

PATIENCE = 90.0


def command(*arguments: str) -> list[str]:
    """The command line of `crownless` as it is installed, from this source tree."""
    return [sys.executable, "-c", "from cli.main import entry; entry()", *arguments]


def environment(home: Path | None = None, lan: str = "127.0.0.1") -> dict[str, str]:
    """This process's environment with another profile, and a terminal that can do nothing."""
    env = {**os.environ, "PYTHONPATH": str(ROOT), "TERM": "dumb", "CROWNLESS_LAN": lan}
    return env if home is None else {**env, "CROWNLESS_HOME": str(home)}


class Running:
    """One process. Its lines are read as they come and kept."""

    def __init__(
        self,
        home: Path,
        *arguments: str,
        typed: bool = False,
        by_hand: bool = False,
        module: str = "",
        within: Sequence[str] = (),
        lan: str = "127.0.0.1",
    ) -> None:
        """`typed`: the input is a pipe. `by_hand`: it is a terminal. `module`: run that instead.

        `within`: what to put before the command. `lan`: where tables are shown; empty: everywhere.
        """
        self.lines: list[str] = []
        self._fresh: queue.Queue[str | None] = queue.Queue()
        self._keyboard, terminal = os.openpty() if by_hand else (-1, -1)
        asked = [sys.executable, "-m", module, *arguments] if module else command(*arguments)
        self.process = subprocess.Popen(
            [*within, *asked],
            stdin=terminal if by_hand else subprocess.PIPE if typed else subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            bufsize=1,
            env=environment(home, lan),
        )
        if by_hand:
            os.close(terminal)
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def until(self, fits: str | tuple[str, ...] | Callable[[str], bool]) -> str:
        """Wait for a line that begins so, or fits; one that came already is not looked at again."""
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                line = self._fresh.get(timeout=max(0.0, deadline - time.monotonic()))
            except queue.Empty:
                line = None
            if line is None:
                raise AssertionError(f"no line {fits!r} came; there were:\n{self.output}")
            if line.startswith(fits) if isinstance(fits, str | tuple) else fits(line):
                return line

    def type(self, *lines: str) -> None:
        """Type lines, Enter included."""
        text = "".join(f"{line}\n" for line in lines)
        if self._keyboard >= 0:
            os.write(self._keyboard, text.encode())
            return
        assert self.process.stdin is not None
        self.process.stdin.write(text)
        self.process.stdin.flush()

    def end(self) -> int:
        """Wait for the end; gives the exit code."""
        try:
            code = self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            raise AssertionError(f"it did not end; there was:\n{self.output}") from None
        self._thread.join(PATIENCE)
        return code

    @property
    def output(self) -> str:
        return "\n".join(self.lines)

    def said(self, start: str) -> list[str]:
        """All lines so far that begin so."""
        return [line for line in self.lines if line.startswith(start)]

    def stop(self) -> None:
        """Kill it if it still runs, by its own number, and let go of its pipes."""
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        self._thread.join(PATIENCE)
        if self._keyboard >= 0:
            os.close(self._keyboard)
            self._keyboard = -1
        for stream in (self.process.stdin, self.process.stdout):
            if stream is not None:
                try:
                    stream.close()
                except BrokenPipeError:
                    continue

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.append(line.rstrip("\n"))
            self._fresh.put(self.lines[-1])
        self._fresh.put(None)


class House:
    """The homes of several people on this machine, and the processes that they run."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._running: list[Running] = []

    def home(self, name: str) -> Path:
        return self._folder / name

    def run(
        self,
        name: str,
        *arguments: str,
        typed: bool = False,
        by_hand: bool = False,
        module: str = "",
    ) -> Running:
        """Start the command, or another module, in somebody's home."""
        home = self.home(name)
        running = Running(home, *arguments, typed=typed, by_hand=by_hand, module=module)
        self._running.append(running)
        return running

    def record(self, name: str) -> str:
        return str(self._folder / f"{name}.crown")

    def stop(self) -> None:
        for running in self._running:
            running.stop()


@contextmanager
def house(folder: Path) -> Iterator[House]:
    """A house in which nothing runs on when the test is over."""
    made = House(folder)
    try:
        yield made
    finally:
        made.stop()
