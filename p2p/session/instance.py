"""This start of the client: its mark, what it asks, who has answered, and whether it may sign.

A profile may have been copied, and another client run under the same key; or put back from a
backup, and lack what it has said. So a client signs nothing before every seat that any seat on
line reports as on line has stated what it holds of us (`testimony`), and before we hold as much;
nor does it show anybody a message of ours that nobody has named. Where a link is gone the seat
has to state it again, and where the last one is gone all have to, under another nonce: a client
that slept knows of no broken link, and another one may have gone on for it.

Where a seat sees another instance of ours, that one has ten seconds to sign our nonce as well. If
it does, we stop. Nothing else stops us, as only our own key can do that.

The request (`StartRequest`) is signed, so anybody may pass it on: also to where its seat has no
link, and to another client with the same key, which nobody else would know to be another.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum

from p2p.errors import CodecError, SecondInstance
from p2p.log.log import Log
from p2p.log.testimony import NONCE, SignedAck
from p2p.session.frames import MAX_REQUEST
from p2p.session.peer_state import Peer
from p2p.wire import codec
from p2p.wire.message import MAX_SEATS, NO_HASH, Head, Sign, Signed, read_heads, write_heads

START_LABEL = b"crownless start v1"


def start_label(table: bytes) -> bytes:
    """The label that binds the signature under a request to one table."""
    return START_LABEL + table


@dataclass(frozen=True, slots=True)
class StartRequest:
    """The instance `mark` of `seat` asks, under a nonce that it drew for this.

    `mark` and `nonce` have 16 bytes: the mark stays from start to end of a client, the nonce is
    drawn anew whenever it has to ask everybody again. `heads`: the last message of each other
    seat that it held then. Who does not have its own one yet answers once it has.
    """

    table: bytes
    seat: int
    mark: bytes
    nonce: bytes
    heads: tuple[Head | None, ...]

    def encode(self) -> bytes:
        """The canonical body that is signed."""
        heads = write_heads(self.heads)
        return codec.encode((self.table, self.seat, self.mark, self.nonce, heads))

    @classmethod
    def decode(cls, body: bytes) -> StartRequest:
        """Read a body. Raises CodecError."""
        table, seat, mark, nonce, heads = codec.array(codec.decode(body, limit=MAX_REQUEST), 5)
        return cls(
            codec.blob(table, 32),
            codec.integer(seat, 0, MAX_SEATS - 1),
            codec.blob(mark, NONCE),
            codec.blob(nonce, NONCE),
            read_heads(heads),
        )


def read_request(asked: Signed, table: bytes, seats: int) -> StartRequest:
    """The request of a seat of this table that these bytes are. Raises CodecError.

    Its signature is not checked.
    """
    request = StartRequest.decode(asked.body)
    if request.table != table or request.seat >= seats or len(request.heads) != seats:
        raise CodecError("a request of another table")
    return request


REPLY_TIMEOUT = 10.0
"""Seconds on line, all in all, until a seat that does not acknowledge us counts as off line."""
HESITATION = 3.0
"""Seconds that an instance which may not sign yet leaves to the other one to stop it."""
ASK_AGAIN = 3.0
"""Seconds until everybody is asked again while an answer is missing: it may have been lost."""
MAX_NONCES = 16
"""Of our nonces, the last ones that another instance may still have signed."""


# D-139: ballots, as in Paxos, would end the last bad cases, and were taken back: two copies kept
# outbidding each other.
class TwinAnswer(Enum):
    """Whether an instance may answer another one of the same seat, which stops it."""

    NEVER = "the other one goes before us"
    HESITATES = "unless the other one stops us first"
    AT_ONCE = "we may have signed already"


class Instance:
    """One start of one seat's client. `peers` are those it has links to now."""

    def __init__(
        self,
        log: Log,
        seat: int,
        sign: Sign,
        entropy: Callable[[int], bytes],
        peers: Mapping[bytes, Peer],
    ) -> None:
        self.seat = seat
        self.mark = entropy(NONCE)
        self.is_clear = False
        """Whether it might sign when that was looked at last."""
        self._has_spoken = False
        self._log = log
        self._sign = sign
        self._entropy = entropy
        self._peers = peers
        self._nonces: deque[bytes] = deque(maxlen=MAX_NONCES)
        self._held = log.counts()
        """What we held when we asked."""
        self._received = 0
        """How many of our messages have reached somebody from here."""
        self._signed = 0
        """How many messages we have signed, as far as anybody has stated."""
        self._linked: dict[int, tuple[int, ...]] = {}
        """The seats that have stated what they hold of us, and whom they have links to."""
        self._links: list[tuple[int | None, tuple[int, ...]]] = []
        self._reached: tuple[set[int], set[int]] | None = None
        """Who is on line and who is awaited, as long as these links and statements stand."""
        self._spent: dict[int, float] = {}
        self._since: dict[int, float] = {}
        """For how long we have waited for each seat, and since when we wait again."""
        self._now = 0.0
        self.ask_again_at: float | None = None
        """When everybody is to be asked again, while an answer is missing."""
        self.request = self._ask()

    # Asking

    def _ask(self) -> Signed:
        nonce = self._entropy(NONCE)
        self._nonces.append(nonce)
        self._held = self._log.counts()
        table = self._log.table
        body = StartRequest(table, self.seat, self.mark, nonce, self._log.heads(self.seat)).encode()
        return Signed(body, self._sign(start_label(table), body))

    def lost(self, seat: int, *, alone: bool) -> None:
        """The link to a seat is gone, and with `alone` that was the last: ask anew."""
        # D-80: a client that slept signs into links that are long dead, so nothing stated over them
        # holds.
        self.is_clear = False
        for other in tuple(self._linked) if alone else (seat,):
            self._linked.pop(other, None)
        self._reached = None
        self.request = self._ask()

    def drew(self, nonce: bytes) -> bool:
        """Whether we drew this nonce, not too long ago."""
        return nonce in self._nonces

    def on_ack(self, said: SignedAck, newest: Signed | None) -> bool:
        """A statement to us, whose signature is good. Says whether it answers what we ask now.

        Raises SecondInstance if it shows that another client runs or went on under our key, and
        CodecError if no honest seat states this.
        """
        if said.seat == self.seat:
            raise SecondInstance(
                "this profile runs at this table elsewhere too; two of them would contradict each "
                "other, so this one has stopped and keeps what was played; go on over there, or "
                "close that one and start here again"
            )
        if said.nonce != self._nonces[-1]:
            return False
        # D-26: dated by its seat's own number; one from before what we hold of that seat is none.
        if said.own < self._held[said.seat]:
            raise CodecError("a statement from before what its seat has signed")
        check_newest(said, newest, self._log)
        if newest is not None:
            self.check_ours(newest)
        self._signed = max(self._signed, said.count)
        self._linked[said.seat] = said.linked
        self._reached = None
        return True

    def check_ours(self, signed: Signed) -> None:
        """Before we may sign: raises SecondInstance if a message is ours, and another one than we
        hold, and ours has reached nobody, so that it is not too late."""
        message = signed.message
        if self.is_clear or (message.table, message.seat) != (self._log.table, self.seat):
            return
        good = self._log.chains[self.seat].good
        if min(message.seq, len(good) - 1) < self.shown():
            return
        if message.seq < len(good):
            departs = good[message.seq].hash != signed.hash
        else:
            departs = message.seq == len(good) and message.prev != self._log.prev(self.seat)
        if departs and self._log.author(signed) == self.seat:
            raise SecondInstance(
                "this profile has played on at this table from another copy, and the others hold "
                "what was said there; this copy has said nothing and keeps what it has; go on with "
                "the other one"
            )

    # Who is on line

    def _around(self) -> tuple[set[int], set[int]]:
        """Who is on line and who is awaited: asked with every frame, and changes with few."""
        links = [(peer.seat, peer.linked) for peer in self._peers.values()]
        if self._reached is None or links != self._links:
            on_line = self._find_on_line()
            self._links, self._reached = links, (on_line, self._find_awaited(on_line))
        return self._reached

    def _find_on_line(self) -> set[int]:
        """The other seats that we have links to, that these report, that those report, ..."""
        direct = {peer.seat: peer.linked for peer in self._peers.values() if peer.seat is not None}
        found: set[int] = set()
        named = list(direct)
        while named:
            seat = named.pop()
            if seat not in found and seat != self.seat and seat < self._log.seats:
                found.add(seat)
                named += direct.get(seat, self._linked.get(seat, ()))
        return found

    def _find_awaited(self, on_line: set[int]) -> set[int]:
        """Who still has to state what it holds: also another instance of ours that a seat sees."""
        doubled = any(self.seat in self._linked.get(seat, ()) for seat in on_line)
        return on_line - self._linked.keys() | ({self.seat} if doubled else set())

    def awaits(self, seat: int) -> bool:
        """Whether this seat still has to state what it holds of us."""
        return seat in self._around()[1]

    def refresh(self, now: float) -> bool:
        """Who is on line may have changed: the time of a seat runs while it is awaited.

        Says whether we may sign now and could not before. From then on another instance has to
        stop.
        """
        self._now = now
        _, awaited = self._around()
        for seat in tuple(self._since):
            if seat not in awaited:
                self._spent[seat] = self._spent.get(seat, 0.0) + now - self._since.pop(seat)
        for seat in awaited:
            self._since.setdefault(seat, now)
        if not self._since or not self.deadlines():
            self.ask_again_at = None
        elif self.ask_again_at is None:
            self.ask_again_at = now + ASK_AGAIN
        was_clear, self.is_clear = self.is_clear, self.may_sign(now)
        self._has_spoken |= self.is_clear
        return self.is_clear and not was_clear

    def deadlines(self) -> list[float]:
        """When the time of each seat that is still awaited is over."""
        times = [self._deadline(seat, self._now) for seat in self._since]
        return [at for at in times if at > self._now]

    def _deadline(self, seat: int, now: float) -> float:
        return self._since.get(seat, now) + REPLY_TIMEOUT - self._spent.get(seat, 0.0)

    def may_sign(self, now: float) -> bool:
        """Whether every seat on line has said what it holds of us, and we hold it too."""
        chain = self._log.chains[self.seat]
        if chain.waiting or self._signed > len(chain.good):
            return False  # we have said more than we can judge yet
        on_line, awaited = self._around()
        for seat in awaited:
            if self._deadline(seat, now) > now:
                return False
        return not on_line.isdisjoint(self._linked)

    # Others, and another of ours

    def answers_twin(self, mark: bytes) -> TwinAnswer:
        """Whether we answer another instance of our seat."""
        if self._has_spoken:
            return TwinAnswer.AT_ONCE
        return TwinAnswer.HESITATES if self.mark < mark else TwinAnswer.NEVER

    def says_before(self, request: StartRequest) -> int | None:
        """How many messages we say that we had signed, in answer to another seat; None if we
        cannot answer yet.

        Of what may be another instance's, what we state must not be belied: so before we may sign
        we vouch for no more messages than others have named, and the one that the asker holds.
        """
        good, head = self._log.chains[self.seat].good, request.heads[self.seat]
        asked_for = 0 if head is None else head.seq + 1
        if asked_for > len(good):
            return None  # an older copy of our file: we first have to learn what we have said
        if self.is_clear:
            return len(good)
        if head is not None and good[head.seq].hash != head.hash:
            return None
        return max(asked_for, self.shown())

    def may_show(self, signed: Signed) -> bool:
        """Whether others may be sent this message: not one of ours that nobody has seen yet, as
        long as another instance may have said something else in its place."""
        outline = signed.outline
        return self.is_clear or outline.seat != self.seat or outline.seq < self.shown()

    def shown(self) -> int:
        """How many of our messages others may be sent: as long as we may not sign, those that
        others have for certain."""
        if self.is_clear:
            return len(self._log.chains[self.seat].good)
        return max(self._received, self._log.named(self.seat))

    def has_arrived(self, count: int) -> None:
        """So many of our messages, sent over one link, somebody has said over it that it holds."""
        self._received = max(self._received, count)


def check_newest(said: SignedAck, newest: Signed | None, log: Log) -> None:
    """Whoever states that it holds a message hands it over. Raises CodecError."""
    if not said.count and newest is None:
        if said.hash != NO_HASH:
            raise CodecError("a statement about nothing that names something")
        return
    if newest is None or newest.hash != said.hash:
        raise CodecError("a statement without the message that it is about")
    message = newest.message
    theirs = (message.table, message.seat) == (log.table, said.asker)
    if not theirs or message.seq + 1 != said.count or log.author(newest) != said.asker:
        raise CodecError("a statement about a message that its asker never signed")
