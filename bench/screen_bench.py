"""How fast the full screen is: from the command to its first picture, from a key to the next one.

The command runs on a terminal of its own, 120 columns and 40 rows; every picture it draws ends in
a mark. While keys are timed, one thread of that very program shuffles 520 cards over and over, as
a client does whose own turn to shuffle it is.
"""

from __future__ import annotations

import os
import pty
import select
import statistics
import struct
import subprocess
import sys
import tempfile
import termios
from collections.abc import Iterator
from contextlib import contextmanager
from fcntl import ioctl
from pathlib import Path
from time import perf_counter

from bench.row import Row
from cli.tui.terminal import END_PICTURE

ROUNDS = 9
KEYS = 60
PATIENCE = 60.0
"""Seconds until a screen that does not answer is given up."""
ROOT = Path(__file__).parents[1]
MARK = END_PICTURE.encode()
RIGHT, LEFT = b"\x1b[C", b"\x1b[D"
PLAIN = "from cli.tui.app import ScreenOptions, run; run(ScreenOptions())"
SHUFFLING = """
import threading
from concurrent.futures import ThreadPoolExecutor
from bench.crypto_bench import Deck
from cli.tui.app import ScreenOptions, run
from cli.model.intents import Play

def work():
    cards = Deck(520, ThreadPoolExecutor(1))
    while True:
        cards.turn()

threading.Thread(target=work, daemon=True).start()
run(ScreenOptions(first=(Play("inheritance", 1),)))
"""


class _Terminal:
    """The program on a terminal, of which only the marks are read."""

    def __init__(self, program: str, home: str) -> None:
        self._master, slave = pty.openpty()
        ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
        env = {**os.environ, "CROWNLESS_HOME": home, "PYTHONPATH": str(ROOT)}
        self.process = subprocess.Popen(
            [sys.executable, "-c", program],
            stdin=slave, stdout=slave, stderr=slave,
            env={**env, "TERM": "xterm-256color"}, start_new_session=True,
        )  # fmt: skip
        os.close(slave)
        self._tail = b""

    def until(self, text: bytes) -> None:
        """Read until the end of a picture behind a text."""
        seen = b""
        while text not in seen or MARK not in seen[seen.rindex(text) :]:
            ready, _, _ = select.select([self._master], [], [], PATIENCE)
            if not ready:
                raise RuntimeError("the screen does not answer")
            seen += os.read(self._master, 1 << 16)

    def quiet(self) -> None:
        """Read on until nothing comes for a quarter of a second."""
        while select.select([self._master], [], [], 0.25)[0]:
            os.read(self._master, 1 << 16)

    def key(self, key: bytes) -> float:
        """Milliseconds from a key to the end of the picture that answers it."""
        start = perf_counter()
        os.write(self._master, key)
        self.until(MARK[:2])
        return (perf_counter() - start) * 1000

    def stop(self) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self._master)


@contextmanager
def _terminal(program: str, home: str) -> Iterator[_Terminal]:
    found = _Terminal(program, home)
    try:
        yield found
    finally:
        found.stop()


def measure() -> list[Row]:
    """Everything that section "screen" of the targets names."""
    with tempfile.TemporaryDirectory() as home:
        starts = [_start(home) for _ in range(ROUNDS)]
        keys = _keys(home)
    return [
        Row("start of the command to first screen", statistics.median(starts), "ms", 400),
        Row("key to repaint during a 520-card shuffle", statistics.median(keys), "ms", 50),
        Row(f"the slowest of {KEYS} such keys", max(keys), "ms", None),
    ]


def _start(home: str) -> float:
    start = perf_counter()
    with _terminal(PLAIN, home) as found:
        found.until(b"Play against")
        return (perf_counter() - start) * 1000


def _keys(home: str) -> list[float]:
    """At a table that asks for a card: the cursor goes to and fro in the hand."""
    with _terminal(SHUFFLING, home) as found:
        found.until(b"Choose")
        found.quiet()
        times = []
        for _ in range(KEYS // 2):
            times += [found.key(RIGHT), found.key(LEFT)]
        return times
