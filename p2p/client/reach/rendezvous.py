"""How two members without a link agree to call each other at once, through one that both can reach.

A member passes a short signed note from one seat to another, if it has links to both; no farther,
few in a time, and the answer comes back the same way. A note and its answer measure how long that
way is. Where both have learned from that member from which outside address it sees them, they tell
it each other, and call there at the same moment (RFC 5128 section 3.4).

What an address in a note leads to is nobody's but its author's business to say: a member calls only
where the other has signed that it is, a few times in a few seconds, and seldom again. The plainest
mischief, to have others call a third party, is bounded by that and by `may_lead_to`.

Sans-I/O: the time is passed in. Held by tests/p2p/client/reach/test_rendezvous.py.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field

from crypto.sign import verify
from p2p.client.reach.notes import (
    ACCEPT,
    GO,
    NONCE_BYTES,
    NOTE_LABEL,
    OFFER,
    PING,
    PONG,
    Note,
    read_note,
)
from p2p.client.reach.paths import ways_to
from p2p.errors import CodecError
from p2p.net.address import Address, is_dialable, parse
from p2p.net.path_kind import is_indoors
from p2p.token_bucket import TokenBucket
from p2p.trace import Trace, untraced
from p2p.wire.codec import Value
from p2p.wire.message import Sign

UNLINKED_SECONDS = 2.0
"""So long calls of the usual kind are given before two members call each other at once."""
PING_SECONDS = 15.0
"""Between two measurements of the way to a member without a link."""
TRIES = 3
"""How often the two of one pair call each other at once, unless one of them has been away."""
TRY_SECONDS = 20.0
"""Between these."""
BURST, SECONDS_A_CALL = 3, 600.0
"""How often anybody can have us call it, whatever it says: so often, then once in so long."""
ALL_BURST, SECONDS_BETWEEN_ALL = 8, 60.0
"""And the same for all of them together."""
NOTES, NOTES_A_SECOND = 16, 2.0
"""Notes of one link that are looked at; what comes beyond that is dropped."""
ANSWER_SECONDS = 5.0
"""An answer or a go that comes later than this is to nothing any more."""
NAMES = {PING: "ping", PONG: "pong", OFFER: "offer", ACCEPT: "accept", GO: "go"}
"""What notes are called in a trace."""
LOWEST_PORT = 1024
"""What lies below is a service of somebody, and no port that a router gives to a call."""


@dataclass(frozen=True, slots=True)
class Call:
    """Call the member of `seat` at `address` in `delay` seconds: it does the same."""

    seat: int
    address: Address
    delay: float


@dataclass(slots=True)
class _Unlinked:
    """A seat without a link to us. Times are seconds; `asked`: what we wait for an answer to."""

    since: float
    pinged: float = float("-inf")
    tried: float = float("-inf")
    tries: int = 0
    asked: dict[bytes, tuple[int, float]] = field(default_factory=dict)
    offered: tuple[bytes, int, Address, float] | None = None
    """An offer that we have accepted: our nonce, by whom it came, the address in it, when."""


class Rendezvous:
    """One seat's part in it. `send(seat, frame)` hands a frame to a member with a link to us."""

    def __init__(
        self,
        table: bytes,
        keys: Sequence[bytes],
        seat: int,
        sign: Sign,
        entropy: Callable[[int], bytes],
        *,
        send: Callable[[int, bytes], object],
        call: Callable[[Call], object],
        trace: Trace = untraced,
    ) -> None:
        """`call` is told when the time has come."""
        self.measured: dict[int, tuple[int, float]] = {}
        """For seats without a link: through whom the last answer came, and after how long."""
        self._trace = trace
        self._label = NOTE_LABEL + table
        self._keys = tuple(keys)
        self._seat = seat
        self._sign = sign
        self._entropy = entropy
        self._send = send
        self._call = call
        self._images: Mapping[int, Address] = {}
        self._links: Collection[int] = ()
        self._unlinked: dict[int, _Unlinked] = {}
        self._heard = {number: TokenBucket(NOTES, NOTES_A_SECOND) for number in range(len(keys))}
        self._all_calls = TokenBucket(ALL_BURST, 1 / SECONDS_BETWEEN_ALL)
        self._calls = {
            number: TokenBucket(BURST, 1 / SECONDS_A_CALL) for number in range(len(keys))
        }

    def tick(
        self,
        links: Mapping[int, float | None],
        linked: Sequence[Sequence[int]],
        images: Mapping[int, Address],
        now: float,
    ) -> None:
        """Measure and try what is due. `links`: the seats linked to us, and their round trips.

        `linked`: for each seat the seats that it says it has links to. `images`: from where seats
        see the calls from our one port; it is they who say so, and to us alone.
        """
        self._links, self._images = links.keys(), images
        for seat in range(len(self._keys)):
            ways = ways_to(seat, links, linked)
            if seat == self._seat or seat in links or not ways:
                self._unlinked.pop(seat, None)
                self.measured.pop(seat, None)
                continue
            state = self._unlinked.setdefault(seat, _Unlinked(now))
            if now >= state.pinged + PING_SECONDS:
                state.pinged = now
                self._ask(seat, ways[0], PING, None, now)
            self._offer(seat, state, ways, now)

    def hear(self, source: int, items: tuple[Value, ...], now: float) -> None:
        """A note that the link of seat `source` has brought. Raises CodecError."""
        note, frame = read_note(items, len(self._keys))
        passes_on = note.author == source and note.to in self._links
        for_us = note.to == self._seat and note.author not in (source, self._seat, *self._links)
        if not (passes_on or for_us) or not self._heard[source].take(now):
            return
        # Also before it is passed on: nobody is to lose a link over what somebody else has sent.
        if not verify(self._keys[note.author], self._label, note.body(), note.signature):
            raise CodecError("a note that its seat did not sign")
        if for_us:
            self._take(note, source, now)
        else:
            self._send(note.to, frame)

    # What we do

    def _offer(self, seat: int, state: _Unlinked, ways: Sequence[int], now: float) -> None:
        """Propose to call each other, if it is ours to, the time has come and it may help."""
        via = next((way for way in ways if way in self._images), None)
        early = now < max(state.since + UNLINKED_SECONDS, state.tried + TRY_SECONDS)
        if (
            via is None
            or early
            or state.tries >= TRIES
            or self._keys[self._seat] > self._keys[seat]
        ):
            return
        state.tried = now
        state.tries += 1
        self._ask(seat, via, OFFER, self._images[via], now)

    def _ask(self, seat: int, via: int, kind: int, address: Address | None, now: float) -> None:
        nonce = self._entropy(NONCE_BYTES)
        asked = self._unlinked[seat].asked
        for old in [one for one, (_, then) in asked.items() if now > then + ANSWER_SECONDS]:
            del asked[old]
        asked[nonce] = (kind, now)
        self._say(seat, via, kind, nonce, address)

    def _say(self, seat: int, via: int, kind: int, nonce: bytes, address: Address | None) -> None:
        note = Note(self._seat, seat, kind, nonce, address or Address("", 0))
        self._trace("says-note", kind=NAMES[kind], to=self._keys[seat], through=via, at=address)
        self._send(via, note.signed(self._sign, self._label).frame())

    # What others want

    def _take(self, note: Note, via: int, now: float) -> None:
        by, kind = self._keys[note.author], NAMES.get(note.kind, "unknown")
        self._trace("hears-note", kind=kind, by=by, through=via, at=note.address)
        state = self._unlinked.setdefault(note.author, _Unlinked(now))
        if note.kind == PING:
            self._say(note.author, via, PONG, note.nonce, None)
        elif note.kind == OFFER:
            self._accept(note, state, via, now)
        elif note.kind == GO:
            offered, state.offered = state.offered, None
            if offered and offered[:2] == (note.nonce, via) and now <= offered[3] + ANSWER_SECONDS:
                self._begin(note.author, offered[2], 0.0, now)
        else:
            self._answered(note, state, via, now)

    def _accept(self, note: Note, state: _Unlinked, via: int, now: float) -> None:
        """Somebody proposes to call each other; only the smaller key does."""
        image = self._images.get(via)
        theirs = self._keys[note.author] < self._keys[self._seat]
        if theirs and image is not None and may_lead_to(note.address, image):
            nonce = self._entropy(NONCE_BYTES)
            state.offered = (nonce, via, note.address, now)
            self._say(note.author, via, ACCEPT, note.nonce + nonce, image)

    def _answered(self, note: Note, state: _Unlinked, via: int, now: float) -> None:
        offered, fresh = note.nonce[:NONCE_BYTES], note.nonce[NONCE_BYTES:]
        kind, then = state.asked.pop(offered, (GO, now))
        if now > then + ANSWER_SECONDS:
            return
        if (kind, note.kind) == (PING, PONG):
            self.measured[note.author] = (via, now - then)
        elif (kind, note.kind) == (OFFER, ACCEPT):
            self.measured[note.author] = (via, now - then)
            image = self._images.get(via)
            if image is not None and may_lead_to(note.address, image):
                self._say(note.author, via, GO, fresh, None)
                self._begin(note.author, note.address, (now - then) / 2, now)

    def _begin(self, seat: int, address: Address, delay: float, now: float) -> None:
        if self._calls[seat].holds(now) and self._all_calls.take(now):
            self._calls[seat].take(now)
            self._call(Call(seat, address, delay))


def may_lead_to(address: Address, image: Address) -> bool:
    """Whether a member may call there which is itself seen at `image`.

    Nobody's house, not our own router, no service, and nothing that our calls could not come from.
    """
    outside = is_dialable(address.host, loopback=False) and not is_indoors(address.host)
    same_family = (":" in address.host) == (":" in image.host)
    ours = parse(address.host) == parse(image.host)
    return outside and same_family and not ours and address.port >= LOWEST_PORT
