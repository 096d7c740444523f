"""When one client runs the checks that were put off, and how it marks what it keeps.

What is addressed to us is run before we act on it. The rest is run one check at a time while
nothing else is to be done, and all of it before we sign a closing. A mark in the store says how
far a message has come, so that a restart checks nothing twice.
"""

from __future__ import annotations

from p2p.replica.proofs import Pending, Trust
from p2p.session.validator import Good, Judged, Validator
from p2p.store import KeptMark, StoredMessage
from p2p.wire.message import Signed

IDLE = 0.05
"""Seconds without news after which checks are run that can wait."""
BACKLOG = 64
"""Checks that may wait at most: a table that is never idle runs the oldest as messages come in, or
all that they hold would be in memory at its end."""
_TRUST = {
    KeptMark.NONE: Trust.NOTHING,
    KeptMark.GOOD: Trust.GOOD,
    KeptMark.SETTLED: Trust.SETTLED,
    KeptMark.CONVICTS: Trust.GOOD,
}


class LateChecks:
    """The deferred checks of one client. `seat` is ours, None for a spectator."""

    def __init__(self, validator: Validator, seat: int | None) -> None:
        self._validator = validator
        self._seat = seat
        self._idle_at = 0.0
        self._raised: dict[Signed, KeptMark] = {}

    def heard(self, now: float) -> None:
        """Something has come: what can wait does so for a moment."""
        self._idle_at = now + IDLE

    def wake_at(self) -> float | None:
        """When the next check may be run, if there is one."""
        return self._idle_at if self._validator.deferred() else None

    @property
    def done(self) -> bool:
        """Whether marks are to be raised, and no check that waits will raise more."""
        return bool(self._raised) and not self._validator.deferred()

    def feed(self, signed: Signed) -> list[Judged]:
        """Judge what came, and run the checks that are addressed to us."""
        verdicts = self._validator.feed(signed)
        self.run_ours()
        for pending in self._validator.deferred()[:-BACKLOG]:
            self._run(pending)
        return verdicts

    def reload(self, stored: StoredMessage) -> None:
        """Take a message of our own disk, and trust its mark."""
        signed = Signed(stored.body, stored.signature)
        verdicts = self._validator.feed(signed, _TRUST[stored.mark])
        self.run_ours()
        for pending in self._validator.deferred():
            if stored.mark is KeptMark.CONVICTS and pending.place == (stored.author, stored.seq):
                self._run(pending)
        for verdict in verdicts:
            if isinstance(verdict, Good) and self.mark(verdict.signed) > stored.mark:
                self._raised[verdict.signed] = self.mark(verdict.signed)

    def run_next(self, now: float) -> bool:
        """Run one check if it is time; says whether one was run."""
        due = self._validator.deferred()
        if not due or now < self._idle_at:
            return False
        self._run(due[0])
        return True

    def run_ours(self) -> None:
        """Run the checks that are addressed to us, or to everybody."""
        for pending in self._validator.deferred():
            if pending.check.addressee in (self._seat, None):
                self._run(pending)

    def _run(self, pending: Pending) -> None:
        self._validator.run(pending)
        signed = self._validator.log.chains[pending.author].good[pending.seq]
        if self.mark(signed) > KeptMark.GOOD:
            self._raised[signed] = self.mark(signed)

    def mark(self, signed: Signed) -> KeptMark:
        """How far a message that was judged good has come."""
        place = (signed.outline.seat, signed.outline.seq)
        if place in self._validator.convicting:
            return KeptMark.CONVICTS
        waits = any(pending.place == place for pending in self._validator.deferred())
        return KeptMark.GOOD if waits else KeptMark.SETTLED

    def raised(self) -> list[tuple[Signed, KeptMark]]:
        """Marks that the next commit should raise; they are given once."""
        raised, self._raised = self._raised, {}
        return list(raised.items())
