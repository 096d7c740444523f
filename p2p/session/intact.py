"""A session does all of a thing or ends: what was judged and not kept must never be built upon.

Held by tests/p2p/session/test_session.py.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from p2p.errors import LocalError


class Intact:
    """Whether one session may go on."""

    def __init__(self) -> None:
        self._stopped: LocalError | None = None

    @property
    def stopped(self) -> bool:
        """Whether it says nothing more."""
        return self._stopped is not None

    def check(self) -> None:
        """Raise what it was stopped by, if it was."""
        if self._stopped is not None:
            raise self._stopped

    def stop(self, error: LocalError) -> None:
        """From now on every call raises this."""
        self._stopped = error

    @contextmanager
    def whole(self) -> Iterator[None]:
        """After an error in here (a full disk, say) this session says nothing more; a new one
        comes to where the store leads."""
        self.check()
        half_way = "this table stopped half way; start Crownless again to go on with it"
        self._stopped = LocalError(half_way)
        yield
        self._stopped = None
