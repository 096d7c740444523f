"""One client's part in one table: sans-I/O, from bytes and decisions to bytes and news.

The session joins the log (who said what), the replica (what follows from it) and, for a seat, the
author (what we owe and say). It keeps the two orders that make a kill harmless: what it says is
committed before it is sent, and what it hears is committed before anything rests on it.

Methods return effects for the shell to carry out. The session has no sockets, clock or randomness
of its own; the same object runs in tests, over loopback and between machines.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import Executor
from contextlib import suppress
from dataclasses import dataclass, field

from crypto.sign import verify
from games.values import CardId, Face, Outcome
from p2p.author import Author, Decision, Prompt
from p2p.card_tasks import Progress
from p2p.charter import Charter
from p2p.errors import CodecError, LocalError
from p2p.fault import Charge, Fault, Refusal
from p2p.frames import (
    NONCE,
    STATE_LABEL,
    Hail,
    Have,
    Messages,
    State,
    Statement,
    batches,
    decode,
    lacking,
)
from p2p.log import Log
from p2p.message import MESSAGE_LABEL, NO_HASH, Signed
from p2p.replica import Debt, Replica
from p2p.store import StoredMessage, TableStore

SEED = "seed"
"""The store's note with this seat's 32 secret bytes; erased once all have closed."""
UNPLACED = 1 << 40
"""Where the store puts signed bytes that are no message: evidence without a sequence."""
HAIL_PATIENCE = 10.0
"""Seconds until a member on line that does not answer a hail counts as off line."""


@dataclass(frozen=True, slots=True)
class Send:
    """Put this frame on the link to this member."""

    peer: bytes
    frame: bytes


@dataclass(frozen=True, slots=True)
class Drop:
    """Close the link to this member: what came over it makes no sense."""

    peer: bytes
    reason: str


@dataclass(frozen=True, slots=True)
class Changed:
    """Something that a person may want to see has changed."""


Effect = Send | Drop | Changed


@dataclass(frozen=True, slots=True)
class Ending:
    """How a table ended. `fault` is set where a seat broke it; `outcome` where the rules did."""

    outcome: Outcome | None
    fault: Fault | None
    closed: tuple[int, ...]
    closers: tuple[int, ...]

    @property
    def complete(self) -> bool:
        """Whether nothing is left to say: all closed, or the table is broken."""
        return self.fault is not None or set(self.closers) <= set(self.closed)


@dataclass(slots=True)
class Peer:
    """A member or spectator on line. `seat` is None for a spectator."""

    seat: int | None
    counts: list[int]
    holds: tuple[int, ...] = ()
    """What it has said itself that it holds; `counts` adds what is on its way to it."""
    linked: tuple[int, ...] = ()
    hailed: bytes = b""
    hailed_at: float = 0.0
    stated: int | None = None


@dataclass(slots=True)
class _Effects:
    items: list[Effect] = field(default_factory=list)

    def send(self, peer: bytes, frame: bytes) -> None:
        self.items.append(Send(peer, frame))


class Session:
    """One seat's (or spectator's) view of one table, and its voice."""

    def __init__(
        self,
        charter: Charter,
        store: TableStore,
        *,
        seat: int | None,
        sign: Callable[[bytes, bytes], bytes] | None,
        entropy: Callable[[int], bytes],
        pool: Executor | None = None,
        progress: Progress | None = None,
    ) -> None:
        """`sign(label, body)` signs with the seat's identity; `entropy(n)` gives n random bytes."""
        self.charter = charter
        self.seat = seat
        self.game = charter.draft.make_game()
        self.log = Log(charter.table, charter.keys)
        self.replica = Replica(
            charter.table,
            self.game,
            charter.seats,
            dict(charter.draft.options),
            pool=pool,
            progress=progress,
        )
        self.fault: Fault | None = None
        self.peers: dict[bytes, Peer] = {}
        self._store = store
        self._sign = sign
        self._entropy = entropy
        self._author: Author | None = None
        seed = store.note(SEED)
        if seat is not None and seed is not None:
            beat = charter.draft.policies.beat / 1000
            self._author = Author(seat, seed, self.log, self.replica, store, beat)
        self._reload()

    # What the shell may ask

    def known(self) -> Mapping[CardId, Face]:
        """The hidden faces that this seat may see."""
        return self._author.known() if self._author else {}

    def prompt(self) -> Prompt | None:
        """What the table asks of this seat's person now."""
        if self._author is None or self.fault is not None:
            return None
        return self._author.prompt()

    @property
    def conceding(self) -> bool:
        """Whether this seat's person has conceded and the word is not yet out."""
        return self._author is not None and self._author.conceding

    @property
    def started(self) -> bool:
        """Whether keys are exchanged and the game has begun."""
        return self.replica.step > 0

    def ending(self) -> Ending | None:
        """How the table ended, once it has."""
        if self.fault is None and not self.replica.over:
            return None
        closers = self.replica.seats_in()
        outcome = self.replica.engine.outcome
        return Ending(outcome, self.fault, tuple(self.replica.closed), closers)

    def waiting_for(self) -> tuple[Debt, ...]:
        """At the root of the chain of debts: what must come before the table can move on."""
        if self.fault is not None or self.replica.over:
            return ()
        debts = [d for s in self.replica.seats_in() for d in self.replica.debts(s)]
        at = self.replica.step
        now = [d for d in debts if d.task.number == at and d.ready]
        asked = {d.seat for d in now}
        late = [d for d in debts if d.ready and d.task.number < at]
        held = any(d.task.number == at and not d.ready for d in debts)
        if late and (held or any(self.replica.unread(seat) for seat in asked)):
            return tuple(late)
        return tuple(now or late)

    def wake_at(self) -> float | None:
        """When `tick` has something to do, if the time alone can give it."""
        times = [p.hailed_at + HAIL_PATIENCE for p in self.peers.values() if p.hailed]
        if self._author is not None and self._author.due is not None:
            times.append(self._author.due)
        return min(times, default=None)

    # What happens

    def peer_up(self, key: bytes, now: float) -> list[Effect]:
        """A link to a member (or spectator) stands."""
        peer = Peer(self.charter.seat_of(key), [0] * self.charter.seats)
        self.peers[key] = peer
        out = _Effects()
        if self._author is not None and peer.seat is not None:
            peer.hailed = self._entropy(NONCE)
            peer.hailed_at = now
            out.send(key, Hail(peer.hailed).encode())
        self._tell_all(out)
        out.items.append(Changed())
        return out.items

    def peer_down(self, key: bytes, now: float) -> list[Effect]:
        """The link to a member is gone."""
        out = _Effects()
        if self.peers.pop(key, None) is not None:
            self._tell_all(out)
            self._pump(out, now)
            out.items.append(Changed())
        return out.items

    def receive(self, key: bytes, data: bytes, now: float) -> list[Effect]:
        """A frame came over the link to `key`."""
        out = _Effects()
        peer = self.peers.get(key)
        if peer is None:
            return []
        try:
            match decode(data):
                case Have() as have:
                    self._on_have(key, peer, have, out)
                case Messages() as batch:
                    self._on_messages(key, batch.items, out, now)
                case Hail() as hail:
                    self._on_hail(key, peer, hail, out)
                case State() as state:
                    self._on_state(peer, state)
                    self._pump(out, now)
        except CodecError as error:
            out.items.append(Drop(key, str(error)))
        return out.items

    def decide(self, step: int, decision: Decision, now: float) -> list[Effect]:
        """The person (or bot) of this seat answers the prompt of `step`. Raises BadMove."""
        self._author_or_refuse().decide(step, decision)
        return self._pumped(now)

    def pass_until(self, event: str, now: float) -> list[Effect]:
        """Post a standing pass until the named public event. It cannot be taken back."""
        self._author_or_refuse().stand(event)
        return self._pumped(now)

    def concede(self, now: float) -> list[Effect]:
        """Leave the game for good at the first step this seat owes."""
        self._author_or_refuse().concede()
        return self._pumped(now)

    def tick(self, now: float) -> list[Effect]:
        """Time has passed."""
        out = _Effects()
        for key, peer in self.peers.items():
            if peer.hailed and now >= peer.hailed_at + HAIL_PATIENCE:
                out.items.append(Drop(key, "it does not say what it holds of our messages"))
        self._pump(out, now)
        return out.items

    def _pumped(self, now: float) -> list[Effect]:
        out = _Effects()
        self._pump(out, now)
        out.items.append(Changed())
        return out.items

    def _author_or_refuse(self) -> Author:
        if self._author is None or self.fault is not None:
            raise LocalError("this table takes no more decisions here; you can only watch it")
        return self._author

    # Hearing

    def _reload(self) -> None:
        """Come to where the stored messages lead."""
        for stored in self._store.messages():
            self._hear(Signed(stored.body, stored.signature))
            self._judge()

    def _hear(self, signed: Signed) -> None:
        """Keep a message for judging, unless it convicts its author at once."""
        if self.fault is None:
            fault = self.log.take(signed)
            if fault is not None:
                self._convict(fault)

    def _convict(self, fault: Fault) -> bool:
        # Once all other seats have closed, a fault takes nothing from them.
        others = set(self.replica.seats_in()) - {fault.seat}
        if self.replica.over and others <= set(self.replica.closed):
            return False
        self.fault = fault
        return True

    def _judge(self) -> list[Signed]:
        """Judge what may be judged. Returns the messages found good, in order."""
        good: list[Signed] = []
        if self.fault is not None:
            return good
        for signed in self.log.ready():
            message = signed.message
            try:
                self.log.check_chain(message)
                self.replica.judge(message)
            except Refusal as refusal:
                if self._convict(self.log.refuse(signed, refusal)):
                    break
                continue
            self.log.accept(signed)
            good.append(signed)
            broken = self.replica.broken
            if broken is not None:
                self._convict(
                    self.log.convict(broken.seat, Charge.CLAIM, broken.step, broken.reason)
                )
                break
        return good

    def _on_messages(self, key: bytes, items: Iterable[Signed], out: _Effects, now: float) -> None:
        peer = self.peers[key]
        before = self.fault
        good: list[Signed] = []
        for signed in items:
            self._hear(signed)
            good += self._judge()
            self._holds(peer, signed)
        done = self._remember(good, before)
        for signed in good:
            self._forward(signed, key, out)
        if done and good:
            self._tell_all(out)
        if self.fault is not None and self.fault is not before:
            self._send_evidence(out, self.peers)
            out.items.append(Changed())
        if self.log.waits():
            self._tell(key, out)
        if good:
            out.items.append(Changed())
            self._pump(out, now)

    @staticmethod
    def _holds(peer: Peer, signed: Signed) -> None:
        """Whoever sends a message holds it."""
        with suppress(CodecError):
            message = signed.message
            peer.counts[message.seat] = max(peer.counts[message.seat], message.seq + 1)

    def _remember(self, good: list[Signed], before: Fault | None) -> bool:
        """Commit what is new. True when all is said and done at this table."""
        stored = [_stored(signed) for signed in good]
        if self.fault is not None and self.fault is not before:
            stored += [self._stored_evidence(signed) for signed in self.fault.evidence]
        if stored:
            self._store.commit(stored)
        ending = self.ending()
        if ending is not None and ending.fault is None and ending.complete:
            if self._store.note(SEED) is not None:
                self._store.erase(SEED)
            return True
        return False

    def _stored_evidence(self, signed: Signed) -> StoredMessage:
        try:
            return _stored(signed)
        except CodecError:
            seat = self.log.author(signed)
            assert seat is not None, "evidence is signed"
            return StoredMessage(seat, UNPLACED, signed.hash, signed.body, signed.signature)

    # Replication

    def _have(self) -> bytes:
        linked = tuple(sorted(p.seat for p in self.peers.values() if p.seat is not None))
        return Have(self.log.counts(), linked).encode()

    def _tell(self, key: bytes, out: _Effects) -> None:
        out.send(key, self._have())

    def _tell_all(self, out: _Effects) -> None:
        for key in self.peers:
            self._tell(key, out)

    def _on_have(self, key: bytes, peer: Peer, have: Have, out: _Effects) -> None:
        if len(have.counts) != self.charter.seats:
            raise CodecError("a list of heads for another number of seats")
        peer.counts = list(have.counts)
        peer.holds = have.counts
        peer.linked = have.linked
        for frame in batches(self.log.after(have.counts)):
            out.send(key, frame)
        mine = self.log.counts()
        peer.counts = [max(pair) for pair in zip(peer.counts, mine, strict=True)]
        if self.fault is not None:
            self._send_evidence(out, [key])

    def _forward(self, signed: Signed, source: bytes, out: _Effects) -> None:
        """Pass a message on to those who may not have it from its author."""
        message = signed.message
        for key, peer in self.peers.items():
            direct = message.seat == peer.seat or message.seat in peer.linked
            if key == source or direct or peer.counts[message.seat] > message.seq:
                continue
            peer.counts[message.seat] = message.seq + 1
            out.send(key, Messages((signed,)).encode())

    def _send_evidence(self, out: _Effects, keys: Iterable[bytes]) -> None:
        assert self.fault is not None
        for key in keys:
            for frame in batches(self.fault.evidence):
                out.send(key, frame)

    def _on_hail(self, key: bytes, peer: Peer, hail: Hail, out: _Effects) -> None:
        if peer.seat is None or self._sign is None:
            return
        head = self.log.chains[peer.seat].head()
        body = Statement(
            self.charter.table,
            peer.seat,
            hail.nonce,
            head.seq + 1 if head else 0,
            head.hash if head else NO_HASH,
        ).encode()
        out.send(key, State(body, self._sign(STATE_LABEL, body)).encode())

    def _on_state(self, peer: Peer, state: State) -> None:
        statement = Statement.decode(state.body)
        if peer.seat is None or not peer.hailed:
            return
        if (statement.table, statement.asker) != (self.charter.table, self.seat):
            raise CodecError("a statement about another table")
        if statement.nonce != peer.hailed:
            return
        key = self.charter.keys[peer.seat]
        if not verify(key, STATE_LABEL, state.body, state.signature):
            raise CodecError("a statement that its seat did not sign")
        if statement.count < self._named_by(peer.seat):
            raise CodecError("a statement that takes back what its seat has signed")
        peer.hailed = b""
        peer.stated = statement.count

    def _named_by(self, seat: int) -> int:
        """How many of our messages a seat's own messages have named."""
        good = self.log.chains[seat].good
        if not good or self.seat is None:
            return 0
        head = good[-1].message.heads[self.seat]
        return head.seq + 1 if head else 0

    # Saying

    def _may_sign(self) -> bool:
        """After a start: only once every seat on line has said what it holds of us."""
        seats = [peer for peer in self.peers.values() if peer.seat is not None]
        if self.seat is None or not seats:
            return False
        mine = len(self.log.chains[self.seat].good)
        return all(peer.stated is not None and peer.stated <= mine for peer in seats)

    def _pump(self, out: _Effects, now: float) -> None:
        """Say everything that we owe and can say now, in one message."""
        author = self._author
        if author is None or self._sign is None or self.fault is not None or not self._may_sign():
            return
        draft = author.compose(now)
        if draft is None:
            return
        body = draft.message.encode()
        signed = Signed(body, self._sign(MESSAGE_LABEL + self.charter.table, body))
        self._store.commit([_stored(signed)], draft.notes)
        self.log.accept(signed)
        if self.replica.broken is not None:
            raise LocalError("our own move broke the rules; this is a mistake in Crownless")
        frame = Messages((signed,)).encode()
        for key, peer in self.peers.items():
            peer.counts[author.seat] = signed.message.seq + 1
            out.send(key, frame)
        if self._remember([], self.fault):
            self._tell_all(out)
        out.items.append(Changed())

    def all_told(self) -> bool:
        """Whether every other seat still in has said that it holds all that we hold."""
        mine = self.log.counts()
        told = {
            peer.seat
            for peer in self.peers.values()
            if peer.holds and not lacking(mine, peer.holds)
        }
        return all(seat in told or seat == self.seat for seat in self.replica.seats_in())


def _stored(signed: Signed) -> StoredMessage:
    message = signed.message
    return StoredMessage(message.seat, message.seq, signed.hash, signed.body, signed.signature)
