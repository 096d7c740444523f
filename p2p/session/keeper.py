"""What of a table is on disk, and what of what was heard goes there with the next thing said.

What others say may wait in memory for a moment: nobody signs relying on it before it is committed,
and what is lost with a kill is fetched again. Held by tests/p2p/session/test_session.py.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from p2p.errors import CodecError
from p2p.log.log import Log
from p2p.session.late_checks import LateChecks
from p2p.store import KeptMark, StoredMessage, TableStore
from p2p.wire.message import Signed

KEEP_SECONDS = 1.0
"""How long what was heard may wait for the next thing said, to be committed together with it."""
UNPLACED = 1 << 40
"""Where the store puts signed bytes that are no message: evidence without a sequence."""


class Keeper:
    """Between one table's log and its store."""

    def __init__(self, store: TableStore, log: Log, late_checks: LateChecks) -> None:
        self.store = store
        self._log = log
        self._late_checks = late_checks
        self._heard: list[StoredMessage] = []
        """What is not committed yet. Nothing signed leaves while there is any."""
        self._relied: list[StoredMessage] = []
        """What seats have stated of us: committed with the next message, which alone relies on it.

        Lost with a kill before that, it is asked for again, as at every start.
        """
        self.wake_at: float | None = None
        """When what was heard has waited long enough."""

    @property
    def has_heard(self) -> bool:
        """Whether messages or evidence are not committed yet."""
        return bool(self._heard)

    @property
    def waits(self) -> bool:
        """Whether anything heard is not committed yet, or marks can be raised as no check waits."""
        return bool(self._heard or self._late_checks.done)

    def hear(self, good: Iterable[Signed], evidence: Iterable[Signed] = ()) -> None:
        """Note messages that were found good, and evidence."""
        self._heard += [self.stored(signed, self._late_checks.mark(signed)) for signed in good]
        self._heard += [self.stored(signed) for signed in evidence]

    def rely(self, stated: Signed) -> None:
        """Note what a seat has stated of us."""
        self._relied.append(self.stored(stated))

    def wait(self, now: float) -> None:
        """Nothing signed leaves now: what was heard may wait for a moment."""
        if self.wake_at is None and (self._heard or self._late_checks.done):
            self.wake_at = now + KEEP_SECONDS

    def is_due(self, now: float) -> bool:
        """Whether what was heard has waited long enough; it is said once."""
        if self.wake_at is None or now < self.wake_at:
            return False
        self.wake_at = None
        return True

    def commit(self, *said: StoredMessage, notes: Mapping[str, bytes] | None = None) -> None:
        """Commit what was heard and what is now said, in one go, and the marks raised since."""
        raised = [self.stored(signed, mark) for signed, mark in self._late_checks.raised()]
        self.store.commit([*self._relied, *self._heard, *said, *raised], notes)
        self._relied.clear()
        self._heard.clear()
        self.wake_at = None
        self._log.shelve(self.store.body)

    def stored(self, signed: Signed, mark: KeptMark = KeptMark.NONE) -> StoredMessage:
        """A message, or evidence, as the store takes it."""
        try:
            seat, seq = signed.outline.seat, signed.outline.seq
        except CodecError:
            author = self._log.author(signed)
            assert author is not None, "evidence is signed"
            seat, seq = author, UNPLACED
        return StoredMessage(seat, seq, signed.hash, signed.body, signed.signature, mark)
