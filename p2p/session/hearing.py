"""What a session hears: messages, statements and checks that were put off, judged and noted.

What follows from it (answers, and what we say) is the session's. Held by
tests/p2p/session/test_session.py.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass

from p2p.errors import CodecError
from p2p.log.log import Log
from p2p.session.effects import Drop, Effects
from p2p.session.frames import Messages, ResyncReply
from p2p.session.keeper import Intact, Keeper, LateChecks
from p2p.session.replication import Peers
from p2p.session.seed_keeper import SeedKeeper
from p2p.session.validator import Good, Judged
from p2p.wire.message import Signed

MAX_HEARD = 1 << 16
"""Messages of a link that are remembered beside those that are good."""


@dataclass(frozen=True, slots=True)
class Heard:
    """What came of it: messages found good, and evidence that was not known before.

    `frames` and `size` in bytes: how much of it nobody asked for and nobody lacked.
    """

    good: tuple[Signed, ...] = ()
    news: tuple[Signed, ...] = ()
    frames: int = 0
    size: int = 0


class Hearing:
    """The ears of one session."""

    def __init__(
        self,
        log: Log,
        late_checks: LateChecks,
        peers: Peers,
        keeper: Keeper,
        seed: SeedKeeper,
        intact: Intact,
    ) -> None:
        self._log = log
        self._late_checks = late_checks
        self._peers = peers
        self._keeper = keeper
        self._seed = seed
        self._intact = intact

    def messages(self, key: bytes, batch: Messages, out: Effects, now: float) -> Heard:
        """Judge what is new, note it, and pass it on.

        What we hold already costs a hash and no more. The first copy of it over this link is
        free, as its holder cannot know who sent us the other.
        """
        self._stop_before(batch)
        known = self._log.shown()
        waiting = self._log.count_waiting()
        heard = self._peers.by_key[key].heard
        good: list[Signed] = []
        repeats = size = 0
        with self._intact.whole():
            try:
                for signed in batch.items:
                    held = self._log.known(signed)
                    if signed.hash in heard:
                        repeats += 1
                        size += len(signed.body)
                    if held is None:
                        good += _good(self._late_checks.feed(signed))
                    if held is not None or len(heard) < MAX_HEARD:
                        heard.add(signed.hash)
                    with suppress(CodecError):
                        self._peers.holds(key, held or signed)
            except CodecError as error:
                # What came before it in the same frame was judged, so it is kept all the same.
                out.append(Drop(key, str(error)))
            news = self._news(known)
            done = self._remember(good, news)
        if good:
            self._late_checks.heard(now)
            self._peers.brought(key, good)
        for signed in good:
            self._peers.forward(signed, key, out)
            self._peers.note_news(now)
        if done and good:
            self._peers.tell_all(out)
        grew = bool(good) or self._log.count_waiting() > waiting
        self._ask_on(key, batch.more, grew=grew, out=out)
        idle = repeats == len(batch.items)  # also of a frame that carries nothing
        return Heard(tuple(good), news, int(idle), size)

    def state(self, key: bytes, state: ResyncReply, out: Effects, now: float) -> Heard | None:
        """What another seat holds of us; None if nobody asked for it.

        What we sign relies on it, so it is kept before that.
        """
        known = self._log.shown()
        said = self._peers.resync.on_reply(key, state, now, out)
        if said is None:
            return None
        with self._intact.whole():
            good = _good(self._late_checks.feed(said))
            if self._log.keeps(said):
                self._keeper.rely(said)
            news = self._news(known)
            self._remember(good, news)
        return Heard(tuple(good), news)

    def late(self, now: float) -> Heard | None:
        """Run one of the checks that were put off, if it is time; a seat may be convicted by it."""
        known = self._log.shown()
        with self._intact.whole():
            if not self._late_checks.run_next(now):
                return None
            news = self._news(known)
            self._remember([], news)
        return Heard(news=news)

    def _remember(self, good: Iterable[Signed], evidence: Iterable[Signed]) -> bool:
        """Note what is to be committed. True when all is said and done at this table."""
        self._keeper.hear(good, evidence)
        return self._seed.forget()

    def _stop_before(self, batch: Messages) -> None:
        """Before we have said anything: stop for what another copy of our profile has said."""
        own = self._peers.resync.instance
        if own is None or own.is_clear:
            return
        for signed in batch.items:
            if self._log.known(signed) is None:
                with suppress(CodecError):
                    own.check_ours(signed)

    def _news(self, known: tuple[Signed, ...]) -> tuple[Signed, ...]:
        """Evidence beyond `known`."""
        return tuple(signed for signed in self._log.shown() if signed not in known)

    def _ask_on(self, key: bytes, more: bool, *, grew: bool, out: Effects) -> None:
        """Say what we hold to a peer that has more for us, or named what we do not have."""
        missing = grew and self._log.waits()
        if missing or more:
            self._peers.tell(key, out)
        if missing:
            self._peers.dispute(key, out)


def _good(verdicts: Iterable[Judged]) -> list[Signed]:
    """The messages that were found good, in order."""
    return [verdict.signed for verdict in verdicts if isinstance(verdict, Good)]
