"""Pipes for tests of what is typed, whose numbers nobody uses after they were closed."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager

SECONDS = 10


class Pipe:
    """Both ends of a pipe; closing an end twice does nothing."""

    def __init__(self) -> None:
        reading, writing = os.pipe()
        self._reader = os.fdopen(reading, "rb", buffering=0)
        self._writer = os.fdopen(writing, "wb", buffering=0)
        self.reading = reading

    def write(self, data: bytes) -> None:
        """Write all of it at once."""
        assert self._writer.write(data) == len(data)

    def end(self) -> None:
        """Write no more: whoever reads comes to the end."""
        self._writer.close()

    def close(self) -> None:
        """Close both ends."""
        self._writer.close()
        self._reader.close()


@contextmanager
def open_pipe() -> Iterator[Pipe]:
    """A pipe that is closed only after the input thread that reads it has come to its end.

    Else that thread would go on with whatever file is given the same number next.
    """
    pipe = Pipe()
    try:
        yield pipe
    finally:
        pipe.end()
        for thread in threading.enumerate():
            if thread.name == "crownless-input":
                thread.join(SECONDS)
        pipe.close()
