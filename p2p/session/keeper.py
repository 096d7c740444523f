"""What of a table is on disk, and how far it was checked: each thing whole, or the session ends.

Three promises make a kill harmless at any moment:

* Nothing signed leaves before all that it may rest on is committed. What others say may wait in
  memory for a moment (`Keeper`): no signature of ours rests on it, and what is lost with a kill is
  fetched again. It is committed together with the next thing said, or after `KEEP_SECONDS`.
* A mark in the store says how far a message has come, and only rises: a restart checks nothing
  twice and convicts again. `LateChecks` runs what is addressed to us before we act on it; the rest
  one check at a time while nothing else is to be done, all of it before we sign a closing.
* A session does all of a thing or ends (`Intact`): what was judged and not kept must never be
  built upon.

The invariant: no signature of ours rests on anything that the store does not hold. Held by
tests/p2p/session/test_session.py and tests/p2p/test_late_checks.py.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager

from p2p.errors import CodecError, LocalError
from p2p.log.log import Log
from p2p.replica.part_checks import Pending, Trust
from p2p.session.validator import Good, Judged, Validator
from p2p.store import KeptMark, StoredMessage, TableStore
from p2p.trace import Trace, untraced
from p2p.wire.message import Signed


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
        # D-8: set before, so that it stands whatever is raised in here.
        self._stopped = LocalError(half_way)
        yield
        self._stopped = None


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
        # D-68: whoever could write our file could have our key as well.
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
        for pending in self._validator.deferred():
            if pending.place == place:
                return KeptMark.GOOD
        return KeptMark.SETTLED

    def raised(self) -> list[tuple[Signed, KeptMark]]:
        """Marks that the next commit should raise; they are given once."""
        raised, self._raised = self._raised, {}
        return list(raised.items())


# D-81: what a kill loses is fetched again, since nothing of ours has named it.
KEEP_SECONDS = 1.0
"""How long what was heard may wait for the next thing said, to be committed together with it."""
UNPLACED = 1 << 40
"""Where the store puts signed bytes that are no message: evidence without a sequence."""


class Keeper:
    """Between one table's log and its store."""

    def __init__(
        self, store: TableStore, log: Log, late_checks: LateChecks, trace: Trace = untraced
    ) -> None:
        self.store = store
        self._trace = trace
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
        self._trace("commit", heard=len(self._heard), said=len(said), raised=len(raised))
        self._relied.clear()
        self._heard.clear()
        self.wake_at = None
        # D-69: what is on the disk need not stay in memory.
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
