"""Replication: who is on line, what they hold, and what they still have to be told.

Members say what they hold and whom they see; whoever has a message that another lacks passes it
on, so whoever reaches one member reaches the table. After a start every seat on line is hailed and
says, signed, what it holds of our own chain; before that we sign nothing, so a copied or restored
table file never makes an honest seat say two different things.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import islice

from crypto.sign import verify
from p2p.effects import Changed, Drop, Effects, Send
from p2p.errors import CodecError
from p2p.frames import (
    NONCE,
    STATE_LABEL,
    Hail,
    Have,
    Messages,
    State,
    Statement,
    batches,
    lacking,
)
from p2p.log import Log
from p2p.message import NO_HASH, Signed

QUIET = 2.0
"""Seconds without news until everybody is told what we hold: see `tell_when_quiet`."""
BATCHES = 4
"""Frames of missing messages sent at once; the rest when the receiver says what it holds then."""
SPECTATOR_PAUSE = 1.0
"""Seconds before a spectator that says the same again is answered again."""
HAIL_PATIENCE = 10.0
"""Seconds until a member on line that does not answer a hail counts as off line."""

Sign = Callable[[bytes, bytes], bytes]


@dataclass(slots=True)
class Peer:
    """A member or spectator on line. `seat` is None for a spectator."""

    seat: int | None
    counts: list[int]
    """What it holds or has been sent, as a number of messages of each author."""
    linked: tuple[int, ...] = ()
    served: tuple[int, ...] = ()
    served_at: float = 0.0
    """When a spectator may ask the same again."""
    hailed: bytes = b""
    hailed_at: float = 0.0
    stated: int | None = None
    behind: bool = False
    """Whether its first statement was older than messages of its own."""


class Peers:
    """Everybody we have a link to. `seat` is ours, None for a spectator."""

    def __init__(
        self,
        log: Log,
        keys: tuple[bytes, ...],
        seat: int | None,
        sign: Sign | None,
        entropy: Callable[[int], bytes],
    ) -> None:
        self.by_key: dict[bytes, Peer] = {}
        self._silent: set[bytes] = set()
        """Who was on line and did not answer a hail: it does not count until it has."""
        self._said: dict[int, tuple[int, ...]] = {}
        """What each seat said last that it holds, also of one that has gone since."""
        self._heard_at: float | None = None
        """When the last foreign message came, if not all on line have been told since."""
        self._log = log
        self._keys = keys
        self._seat = seat
        self._sign = sign
        self._entropy = entropy

    # Links

    def up(self, key: bytes, now: float, out: Effects) -> None:
        """A link stands: hail a seat, and tell all whom we see now."""
        seat = self._keys.index(key) if key in self._keys else None
        peer = Peer(seat, [0] * len(self._keys))
        self.by_key[key] = peer
        if self._sign is not None and seat is not None:
            peer.hailed_at = now
            self._hail(key, out)
        self.tell_all(out)

    def _hail(self, key: bytes, out: Effects) -> None:
        peer = self.by_key[key]
        peer.hailed = self._entropy(NONCE)
        out.append(Send(key, Hail(peer.hailed).encode()))

    def down(self, key: bytes, out: Effects) -> bool:
        """A link is gone. Says whether there was one."""
        if self.by_key.pop(key, None) is None:
            return False
        self.tell_all(out)
        return True

    def wake_at(self) -> float | None:
        """When the first unanswered hail is overdue."""
        waiting = (p for key, p in self.by_key.items() if p.hailed and key not in self._silent)
        times = [peer.hailed_at + HAIL_PATIENCE for peer in waiting]
        if self._heard_at is not None and self.by_key:
            times.append(self._heard_at + QUIET)
        return min(times, default=None)

    def drop_silent(self, now: float, out: Effects) -> None:
        """Who is on line and does not answer a hail is not on line."""
        for key, peer in self.by_key.items():
            overdue = peer.hailed and now >= peer.hailed_at + HAIL_PATIENCE
            if overdue and key not in self._silent:
                self._silent.add(key)
                out.append(Drop(key, "it does not say what it holds of our messages"))

    # What they hold

    def heard(self, now: float) -> None:
        """A message of another seat has come and was found good."""
        self._heard_at = now

    def tell_when_quiet(self, now: float, out: Effects) -> None:
        """Nothing has come for a while: say what we hold, in case somebody lacks it.

        Messages go from their author to all it has links to, so a seat that leaves one of them
        out would stop the table in its name: that one waits for the message, all others for it.
        """
        if self._heard_at is not None and now >= self._heard_at + QUIET:
            self._heard_at = None
            self.tell_all(out)

    def tell(self, key: bytes, out: Effects) -> None:
        """Say what we hold and whom we see."""
        linked = tuple(sorted(p.seat for p in self.by_key.values() if p.seat is not None))
        out.append(Send(key, Have(self._log.counts(), linked).encode()))

    def tell_all(self, out: Effects) -> None:
        """Say it to everybody on line."""
        for key in self.by_key:
            self.tell(key, out)

    def on_have(self, key: bytes, have: Have, now: float, out: Effects) -> None:
        """A peer says what it holds: send it what it lacks. Raises CodecError."""
        if len(have.counts) != len(self._keys):
            raise CodecError("a list of heads for another number of seats")
        peer = self.by_key[key]
        if peer.seat is not None:
            self._said[peer.seat] = have.counts
        if peer.linked != have.linked:
            out.append(Changed())  # whom it reaches is who is on line for us
        peer.linked = have.linked
        if peer.seat is None and have.counts == peer.served and now < peer.served_at:
            return
        peer.served, peer.served_at = have.counts, now + SPECTATOR_PAUSE
        peer.counts = list(have.counts)
        waiting = list(islice(batches(self._log.after(have.counts)), BATCHES + 1))
        for number, batch in enumerate(waiting[:BATCHES]):
            more = number == BATCHES - 1 and len(waiting) > BATCHES
            out.append(Send(key, Messages(batch, more).encode()))
            for signed in batch:
                self.holds(key, signed)

    def holds(self, key: bytes, signed: Signed) -> None:
        """Whoever sends a message holds it."""
        message = signed.message
        counts = self.by_key[key].counts
        if message.seat >= len(counts):
            return
        counts[message.seat] = max(counts[message.seat], message.seq + 1)

    def dispute(self, key: bytes, out: Effects) -> None:
        """Show our version of each message that somebody's heads name in another version.

        Counts are the same for two versions, so nothing else would bring them together; whoever
        holds both convicts their author.
        """
        for batch in batches(self._log.disputed()):
            out.append(Send(key, Messages(batch).encode()))

    def forward(self, signed: Signed, source: bytes, out: Effects) -> None:
        """Pass a message on to those who may not have it from its author."""
        message = signed.message
        for key, peer in self.by_key.items():
            direct = message.seat == peer.seat or message.seat in peer.linked
            if key == source or direct or peer.counts[message.seat] > message.seq:
                continue
            peer.counts[message.seat] = message.seq + 1
            out.append(Send(key, Messages((signed,)).encode()))

    def publish(self, signed: Signed, out: Effects) -> None:
        """Send our own new message to everybody on line."""
        frame = Messages((signed,)).encode()
        message = signed.message
        for key, peer in self.by_key.items():
            peer.counts[message.seat] = message.seq + 1
            out.append(Send(key, frame))

    def all_told(self, seats: Iterable[int]) -> bool:
        """Whether all these seats have said that they hold all that we hold."""
        mine = self._log.counts()
        told = {seat for seat, counts in self._said.items() if not lacking(mine, counts)}
        return told | {self._seat} >= set(seats)

    # What they hold of us

    def on_hail(self, key: bytes, hail: Hail, out: Effects) -> None:
        """A seat has started again and asks what we hold of its chain."""
        asker = self.by_key[key].seat
        if asker is None or self._sign is None:
            return
        newest = self._log.newest(asker)
        body = Statement(
            self._log.table,
            asker,
            hail.nonce,
            newest.message.seq + 1 if newest else 0,
            newest.hash if newest else NO_HASH,
        ).encode()
        # Messages of the asker that wait here for others: it may have lost them.
        for versions in self._log.chains[asker].waiting.values():
            out.append(Send(key, Messages(tuple(versions)).encode()))
        held = (newest,) if newest else ()
        out.append(Send(key, State(body, self._sign(STATE_LABEL, body), held).encode()))

    def on_state(self, key: bytes, state: State, out: Effects) -> None:
        """A seat's answer to our hail. Raises CodecError for one that cannot be true."""
        peer = self.by_key[key]
        statement = Statement.decode(state.body)
        if peer.seat is None or not peer.hailed:
            return
        if (statement.table, statement.asker) != (self._log.table, self._seat):
            raise CodecError("a statement about another table")
        if statement.nonce != peer.hailed:
            return
        if not verify(self._keys[peer.seat], STATE_LABEL, state.body, state.signature):
            raise CodecError("a statement that its seat did not sign")
        self._check_newest(statement, state.newest)
        if statement.count < self._named_by(peer.seat):
            if peer.behind:
                raise CodecError("a statement that takes back what its seat has signed")
            # A seat with an older copy of its table file: what it lacks is already on its way.
            peer.behind = True
            self._hail(key, out)
            return
        peer.hailed = b""
        peer.stated = statement.count
        self._silent.discard(key)

    def _check_newest(self, statement: Statement, newest: Sequence[Signed]) -> None:
        """Nobody holds what we never signed. Raises CodecError."""
        assert self._seat is not None
        if not statement.count and not newest:
            return
        (signed,) = newest or (None,)
        if signed is None or signed.hash != statement.hash:
            raise CodecError("a statement without the message that it is about")
        message = signed.message
        ours = (message.table, message.seat) == (self._log.table, self._seat)
        if not ours or message.seq + 1 != statement.count or self._log.author(signed) != self._seat:
            raise CodecError("a statement about a message that we never signed")

    def _named_by(self, seat: int) -> int:
        """How many of our messages a seat's own messages have named."""
        good = self._log.chains[seat].good
        if not good or self._seat is None:
            return 0
        head = good[-1].message.heads[self._seat]
        return head.seq + 1 if head else 0

    def may_sign(self) -> bool:
        """After a start: only once every seat on line has said what it holds of us, and we too."""
        seats = [
            peer
            for key, peer in self.by_key.items()
            if peer.seat is not None and key not in self._silent
        ]
        if self._seat is None or not seats:
            return False
        chain = self._log.chains[self._seat]
        if chain.waiting:
            return False  # we have said more than we can judge yet
        mine = len(chain.good)
        return all(peer.stated is not None and peer.stated <= mine for peer in seats)
