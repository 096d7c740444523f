"""What is said in a lobby: who sits there, what all are to sign, who has, and where all are.

The two sides are `p2p.lobby.host` and `p2p.lobby.guest`. Held by tests/p2p/lobby/test_lobby.py.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from p2p.errors import CodecError, TableMismatch
from p2p.wire import codec
from p2p.wire.charter import DRAFT_LABEL, Charter, Draft, Member, Policies, signing_bytes
from p2p.wire.codec import Value
from p2p.wire.message import Sign

JOIN, ROSTER, DRAFT, SIGNATURE, CHARTER, PLACES, REFUSED = 1, 2, 3, 4, 5, 6, 7
OBSERVED = 10
"""The kinds of frame: the first item of each."""
LAST_LOBBY_FRAME = 15

Entropy = Callable[[int], bytes]
"""So many fresh random bytes."""
SignedDraft = tuple[bytes, bytes]
"""What a guest remembers of a draft that it has signed: the draft's SHA-256, and its own nonce."""
DraftSignature = tuple[bytes, bytes]
"""A seat's fresh nonce of 32 bytes, and its signature of 64 under draft and nonce."""
Outgoing = list[tuple[bytes, bytes]]
"""Frames to send: (key, frame)."""


@dataclass(frozen=True, slots=True)
class Roster:
    """How full a table is, as its opener says; `signed` names the seats that are ready."""

    game: str
    seats: int
    options: tuple[tuple[str, str | int], ...]
    members: tuple[Member, ...]
    policies: Policies = field(default_factory=Policies)
    signed: tuple[int, ...] = ()

    def encode(self) -> bytes:
        """As a frame."""
        members = tuple(member.wire() for member in self.members)
        agreed = (self.game, self.seats, self.options, members, self.policies.wire())
        return codec.encode((ROSTER, *agreed, self.signed))

    @classmethod
    def from_items(cls, items: Sequence[Value]) -> Roster:
        """Read a frame's items. Raises CodecError."""
        _, game, seats, options, members, policies, signed = codec.array(tuple(items), 7)
        read = []
        for option in codec.array(options, most=32):
            key, value = codec.array(option, 2)
            if not isinstance(value, str | int) or isinstance(value, bool):
                raise CodecError("an option is a word or a number")
            read.append((codec.text(key, 32), value))
        count = codec.integer(seats, 1, 16)
        people = tuple(Member.from_wire(item) for item in codec.array(members, most=16))
        if len(people) > count or len({one.key for one in people}) < len(people):
            raise CodecError("more people than seats, or one key on two seats")
        ready = codec.array(signed, most=16)
        return cls(
            codec.text(game, 32),
            count,
            tuple(read),
            people,
            Policies.from_wire(policies),
            tuple(codec.integer(seat, 0, len(people) - 1) for seat in ready),
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


def sign_draft(draft: bytes, sign: Sign, entropy: Entropy) -> DraftSignature:
    """Sign an encoded draft, under a nonce that is used once."""
    nonce = entropy(32)
    return nonce, sign(DRAFT_LABEL, signing_bytes(draft, nonce))


def charter_frame(charter: Charter) -> bytes:
    """The charter as a frame."""
    return codec.encode((CHARTER, charter.encode()))


def read_charter(items: Sequence[Value], key: bytes | None) -> Charter:
    """A charter, all signatures checked; with `key`, one that seats it.

    Raises CodecError for a bad one, TableMismatch for another game or one without `key`.
    """
    _, data = codec.array(tuple(items), 2)
    charter = Charter.decode(codec.blob(data))
    charter.draft.make_game()
    if key is not None and charter.seat_of(key) is None:
        raise TableMismatch("that table has begun without you")
    return charter


def refusal(why: str) -> bytes:
    """No, and why, in words for a person."""
    return codec.encode((REFUSED, why))
