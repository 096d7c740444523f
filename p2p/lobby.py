"""From an invite to a charter: who sits where, and everybody's signature under the same draft.

Two small machines, sans-I/O: the one who opened the table collects seats and seals, a guest asks
for a seat and seals the draft. Power ends with the charter: from then on all seats are equal. A
guest who was cut off at the worst moment just asks again and is handed the charter.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from hashlib import sha256

from crypto.sign import verify
from games.game import Game, settled_options
from p2p import codec
from p2p.charter import (
    DRAFT_LABEL,
    PROTOCOL,
    Charter,
    Draft,
    Member,
    Policies,
    make_draft,
    signing_bytes,
)
from p2p.codec import Value
from p2p.errors import CodecError, LobbyError, TableMismatch

JOIN, ROSTER, DRAFT, SEAL, CHARTER, PLACES, REFUSED = 1, 2, 3, 4, 5, 6, 7
LAST_LOBBY_FRAME = 15
MAX_ADDRESSES = 8
MAX_SEALS = 64
"""Drafts of one lobby that a guest remembers to have sealed."""

NOT_WANTED = "whoever opened this table does not seat you"

Places = dict[bytes, tuple[tuple[str, int], ...]]
"""Where each key may be reached: hints, never proof of anything."""

Sign = Callable[[bytes, bytes], bytes]
Entropy = Callable[[int], bytes]
Seal = tuple[bytes, bytes]
"""A draft's hash and the nonce that we put into its seal."""
Outgoing = list[tuple[bytes, bytes]]
"""Frames to send: (key, frame)."""


@dataclass(frozen=True, slots=True)
class Roster:
    """How full a table is, as its opener says; `sealed` names the places that are ready."""

    game: str
    seats: int
    options: tuple[tuple[str, str | int], ...]
    members: tuple[Member, ...]
    policies: Policies = field(default_factory=Policies)
    sealed: tuple[int, ...] = ()

    def encode(self) -> bytes:
        """As a frame."""
        members = tuple(member.wire() for member in self.members)
        agreed = (self.game, self.seats, self.options, members, self.policies.wire())
        return codec.encode((ROSTER, *agreed, self.sealed))

    @classmethod
    def from_items(cls, items: Sequence[Value]) -> Roster:
        """Read a frame's items. Raises CodecError."""
        _, game, seats, options, members, policies, sealed = codec.array(tuple(items), 7)
        read = []
        for option in codec.array(options, most=32):
            key, value = codec.array(option, 2)
            if not isinstance(value, str | int) or isinstance(value, bool):
                raise CodecError("an option is a word or a number")
            read.append((codec.text(key, 32), value))
        return cls(
            codec.text(game, 32),
            codec.integer(seats, 1, 16),
            tuple(read),
            tuple(Member.from_wire(item) for item in codec.array(members, most=16)),
            Policies.from_wire(policies),
            tuple(codec.integer(place, 0, 15) for place in codec.array(sealed, most=16)),
        )

    def is_of(self, draft: Draft) -> bool:
        """Whether `draft` says what is shown here, so that nobody signs what was not shown."""
        shown = (self.game, self.seats, self.options, self.members, self.policies)
        return shown == (
            draft.game,
            len(draft.members),
            draft.options,
            draft.members,
            draft.policies,
        )


class HostLobby:
    """The opener's side: first come, first seated; a draft goes out when all seats are taken."""

    def __init__(
        self,
        game: Game,
        seats: int,
        options: dict[str, str | int],
        policies: Policies,
        me: Member,
        sign: Sign,
        entropy: Entropy,
        *,
        waits: bool = False,
        agreed: Draft | None = None,
    ) -> None:
        """With `waits` our own seal waits for `make_ready`.

        `agreed`: for a rematch, the draft of the game before. Only its members are seated, and in
        its order. Raises BadTable for options or seats that the game does not have.
        """
        self.seats = seats
        self.charter: Charter | None = None
        self._waits = waits
        self._game = game
        self._options = settled_options(game.info, seats, options)
        self._policies = policies
        self._order = tuple(member.key for member in agreed.members) if agreed else ()
        self._refused: set[bytes] = set()
        self._members = [me]
        self._key = me.key
        self._sign = sign
        self._entropy = entropy
        self._draft = b""
        self._seals: dict[bytes, tuple[bytes, bytes]] = {}

    @property
    def roster(self) -> Roster:
        """Who sits at the table so far."""
        options = tuple(self._options.items())
        sealed = (n for n, member in enumerate(self._members) if member.key in self._seals)
        members = tuple(self._members)
        game, sealed_now = self._game.info.id, tuple(sealed)
        return Roster(game, self.seats, options, members, self._policies, sealed_now)

    @property
    def to_seal(self) -> bool:
        """Whether a draft waits for our own seal."""
        return self.charter is None and bool(self._draft) and self._key not in self._seals

    def make_ready(self) -> Outgoing:
        """Our person has looked at the draft and at who sits there."""
        if not self.to_seal:
            return []
        self._seals[self._key] = make_seal(self._draft, self._sign, self._entropy)
        return self._sealed()

    def frame(self, key: bytes, items: Sequence[Value]) -> Outgoing:
        """A frame of a guest. Raises CodecError for nonsense."""
        if items[0] == JOIN:
            return self._join(key, items)
        if items[0] == SEAL:
            return self._seal(key, items)
        return []

    def gone(self, key: bytes) -> Outgoing:
        """The link to `key` is gone: its seat is free again, unless the charter stands."""
        if self.charter is not None or key == self._key or not self._sits(key):
            return []
        self._members = [member for member in self._members if member.key != key]
        return self._tell()

    def refuse(self, key: bytes) -> Outgoing:
        """Our person does not want to play with `key`: its seat is free, and not for it again."""
        if self.charter is not None or key == self._key or not self._sits(key):
            return []
        self._refused.add(key)
        return [(key, refusal(NOT_WANTED)), *self.gone(key)]

    def _sits(self, key: bytes) -> bool:
        return any(member.key == key for member in self._members)

    def _join(self, key: bytes, items: Sequence[Value]) -> Outgoing:
        _, version, wire = codec.array(tuple(items), 3)
        if version != PROTOCOL:
            return [(key, refusal(f"this table speaks protocol {PROTOCOL}, you speak {version!r}"))]
        member = Member.from_wire(wire)
        if member.key != key:
            raise CodecError("a seat is asked for by the one who sits on it")
        if self.charter is not None:
            seated = self.charter.seat_of(key) is not None
            return [(key, charter_frame(self.charter) if seated else refusal("the game has begun"))]
        if member in self._members:
            return [(key, frame) for frame in self._frames()]  # its link was lost and is back
        why = self._why_not(key)
        if why:
            return [(key, refusal(why))]
        self._members = [*(one for one in self._members if one.key != key), member]
        if self._order:
            self._members.sort(key=lambda one: self._order.index(one.key))
        return self._tell()

    def _why_not(self, key: bytes) -> str:
        """Why `key` gets no seat; empty if it does."""
        if key in self._refused:
            return NOT_WANTED
        if self._order and key not in self._order:
            return "this is a rematch of people who have played together"
        full = len(self._members) == self.seats and not self._sits(key)
        return "all seats are taken" if full else ""

    @property
    def _others(self) -> list[bytes]:
        return [member.key for member in self._members if member.key != self._key]

    def _tell(self) -> Outgoing:
        """Tell all who sits here; with all seats taken, send out a fresh draft."""
        self._draft, self._seals = b"", {}
        if len(self._members) == self.seats:
            draft = make_draft(self._game, self._options, self._members, self._policies)
            self._draft = draft.encode()
            if not self._waits:
                self._seals[self._key] = make_seal(self._draft, self._sign, self._entropy)
        return [(key, frame) for key in self._others for frame in self._frames()]

    def _frames(self) -> list[bytes]:
        """What a guest has to know."""
        draft = [codec.encode((DRAFT, self._draft))] if self._draft else []
        return [self.roster.encode(), *draft]

    def _seal(self, key: bytes, items: Sequence[Value]) -> Outgoing:
        _, digest, nonce, signature = codec.array(tuple(items), 4)
        if self.charter is not None or not self._draft or not self._sits(key):
            return []
        if digest != sha256(self._draft).digest():
            return []
        seal = (codec.blob(nonce, 32), codec.blob(signature, 64))
        if not verify(key, DRAFT_LABEL, signing_bytes(self._draft, seal[0]), seal[1]):
            raise CodecError("a seal that does not fit the draft")
        self._seals[key] = seal
        return self._sealed()

    def _sealed(self) -> Outgoing:
        """One more is ready; with all of them the charter stands."""
        if len(self._seals) < self.seats:
            frame = self.roster.encode()
            return [(key, frame) for key in self._others]
        draft = Draft.decode(self._draft)
        charter = Charter(draft, tuple(self._seals[member.key] for member in draft.members))
        self.charter = Charter.decode(charter.encode())
        return [(key, charter_frame(charter)) for key in self._others]


class GuestLobby:
    """A guest's side: ask, look at the draft, seal it, receive the charter."""

    def __init__(
        self,
        me: Member,
        sign: Sign,
        entropy: Entropy,
        seals: Sequence[Seal] = (),
        *,
        waits: bool = False,
        agreed: Draft | None = None,
    ) -> None:
        """`seals`: those that we made at this table before a restart.

        With `waits` a draft waits for `make_ready`. `agreed`: for a rematch, the draft of the game
        before; nothing but the same again is sealed.
        """
        self._waits = waits
        self._agreed = agreed
        self._draft = b""
        self.roster: Roster | None = None
        self.charter: Charter | None = None
        self.me = me
        self.seals = list(seals)[-MAX_SEALS:]
        """Drafts that we sealed here: the owner keeps them before a seal leaves this machine."""
        self._sign = sign
        self._entropy = entropy

    def hello(self) -> bytes:
        """What a guest says first to the opener."""
        return codec.encode((JOIN, PROTOCOL, self.me.wire()))

    def frame(self, key: bytes, items: Sequence[Value]) -> Outgoing:
        """A frame of the opener. Raises LobbyError or TableMismatch where there is no seat."""
        match items[0]:
            case 2:
                self.roster = Roster.from_items(items)
                if len(self.roster.members) < self.roster.seats:
                    self._draft = b""  # somebody left: there will be another
                if self.me not in self.roster.members:
                    return [(key, self.hello())]  # the opener has lost us, and we saw no link end
            case 3:
                self._look_at(items)
                return [] if self._waits else [(key, self._seal())]
            case 5:
                self.charter = self._charter(items)
            case 7:
                _, why = codec.array(tuple(items), 2)
                raise LobbyError(f"no seat for you: {codec.text(why, 400)}")
        return []

    @property
    def to_seal(self) -> bool:
        """Whether a draft waits for our seal."""
        return self.charter is None and bool(self._draft)

    def make_ready(self) -> bytes:
        """Our person has looked at the draft and at who sits there: our seal, for the opener."""
        return self._seal()

    def _look_at(self, items: Sequence[Value]) -> None:
        """A draft: is it one that we can keep? Raises TableMismatch or CodecError."""
        _, data = codec.array(tuple(items), 2)
        encoded = codec.blob(data)
        draft = Draft.decode(encoded)
        draft.make_game()
        if self.me not in draft.members:
            raise TableMismatch("the table's draft does not seat you as you asked; join again")
        if self.roster is None or not self.roster.is_of(draft):
            raise TableMismatch(
                "what the opener asks you to sign is not what it shows; do not play there"
            )
        if self._agreed is not None and not draft.repeats(self._agreed):
            raise TableMismatch(
                "the rematch that you are asked to sign is not the same game with the same people"
            )
        self._draft = encoded

    def _seal(self) -> bytes:
        encoded, self._draft = self._draft, b""
        nonce, signature = make_seal(encoded, self._sign, self._entropy)
        digest = sha256(encoded).digest()
        self.seals = [*self.seals, (digest, nonce)][-MAX_SEALS:]
        return codec.encode((SEAL, digest, nonce, signature))

    def _charter(self, items: Sequence[Value]) -> Charter:
        """The charter, if it bears a seal that we made at this very table.

        An old charter bears our genuine seal too. To begin its table again with an empty file
        would be to say two different things there.
        """
        charter = read_charter(items, self.me.key)
        own = charter.seals[charter.keys.index(self.me.key)][0]
        if (sha256(charter.draft.encode()).digest(), own) not in self.seals:
            raise TableMismatch("that is the charter of another table; ask for a fresh invite")
        return charter


def make_seal(draft: bytes, sign: Sign, entropy: Entropy) -> tuple[bytes, bytes]:
    """A seat's fresh nonce and its signature under the draft."""
    nonce = entropy(32)
    return nonce, sign(DRAFT_LABEL, signing_bytes(draft, nonce))


def charter_frame(charter: Charter) -> bytes:
    """The charter as a frame."""
    return codec.encode((CHARTER, charter.encode()))


def read_charter(items: Sequence[Value], key: bytes | None) -> Charter:
    """A charter, all seals checked; with `key`, one that seats it. Raises TableMismatch."""
    _, data = codec.array(tuple(items), 2)
    charter = Charter.decode(codec.blob(data))
    charter.draft.make_game()
    if key is not None and charter.seat_of(key) is None:
        raise TableMismatch("that table has begun without you")
    return charter


def refusal(why: str) -> bytes:
    """No, and why, in words for a person."""
    return codec.encode((REFUSED, why))


def places_frame(places: Places) -> bytes:
    """Where members may be reached."""
    return codec.encode((PLACES, tuple(sorted(places.items()))))


def read_places(items: Sequence[Value]) -> Places:
    """Hints where members may be reached, within limits. Raises CodecError."""
    _, entries = codec.array(tuple(items), 2)
    places: Places = {}
    for entry in codec.array(entries, most=32):
        key, addresses = codec.array(entry, 2)
        read = []
        for address in codec.array(addresses, most=MAX_ADDRESSES):
            host, port = codec.array(address, 2)
            read.append((codec.text(host, 64), codec.integer(port, 1, 65535)))
        places[codec.blob(key, 32)] = tuple(read)
    return places
