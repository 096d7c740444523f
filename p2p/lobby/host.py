"""The opener's side of a lobby, sans-I/O: collect seats and signatures until the charter stands.

Power ends with the charter: from then on all seats are equal. A guest who was cut off at the worst
moment just asks again and is handed the charter. Held by tests/p2p/lobby/test_lobby.py.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from hashlib import sha256

from crypto.sign import verify
from games.engine.game import Game, settled_options
from p2p.errors import CodecError
from p2p.lobby.frames import (
    DRAFT,
    JOIN,
    SIGNATURE,
    DraftSignature,
    Entropy,
    Outgoing,
    Roster,
    charter_frame,
    refusal,
    sign_draft,
)
from p2p.wire import codec
from p2p.wire.charter import (
    DRAFT_LABEL,
    PROTOCOL,
    Charter,
    Draft,
    Member,
    Policies,
    make_draft,
    shown_protocol,
    signing_bytes,
)
from p2p.wire.codec import Value
from p2p.wire.message import Sign

NOT_WANTED = "whoever opened this table does not seat you"


def usual_policies(members: Sequence[Member]) -> Policies:
    """Among bots, or one person and bots of its own, answers need not wait: they tell nobody."""
    people = [member.key for member in members if not member.is_bot]
    others = [member.operator for member in members if member.is_bot]
    alone = not people or (len(people) == 1 and all(one == people[0] for one in others))
    return Policies(response_delay_ms=0) if alone else Policies()


class HostLobby:
    """The opener's side: first come, first seated; a draft goes out when all seats are taken."""

    def __init__(
        self,
        game: Game,
        seats: int,
        options: dict[str, str | int],
        policies: Policies | None,
        me: Member,
        sign: Sign,
        entropy: Entropy,
        *,
        waits: bool = False,
        agreed: Draft | None = None,
        spectators: bool = True,
        delay_minutes: int = 0,
        refused: Collection[bytes] = (),
    ) -> None:
        """With `waits` our own signature waits for `make_ready`. `policies`: None for the usual.

        `agreed`: for a rematch, the draft of the game before. Only its members are seated, and in
        its order. `spectators`, `delay_minutes`: of the usual policies. `refused`: the keys that
        were refused a seat here before. Raises BadTable for options or seats that the
        game does not have.
        """
        self.seats = seats
        self.charter: Charter | None = None
        self._waits = waits
        self._game = game
        self._options = settled_options(game.info, seats, options)
        self._wanted = policies
        self._order = tuple(member.key for member in agreed.members) if agreed else ()
        self._spectators = spectators
        self._delay_minutes = delay_minutes
        self.refused = list(refused)
        """Who gets no seat here, and no bot of theirs."""
        self._members = [me]
        self._key = me.key
        self._sign = sign
        self._entropy = entropy
        self._draft = b""
        self._signatures: dict[bytes, DraftSignature] = {}

    @property
    def roster(self) -> Roster:
        """Who sits at the table so far."""
        return Roster(
            self._game.info.id,
            self.seats,
            tuple(self._options.items()),
            tuple(self._members),
            self._policies,
            tuple(n for n, one in enumerate(self._members) if one.key in self._signatures),
        )

    @property
    def _policies(self) -> Policies:
        if self._wanted is not None:
            return self._wanted
        full = len(self._members) == self.seats
        usual = usual_policies(self._members) if full else Policies()
        return replace(usual, spectators=self._spectators, delay_minutes=self._delay_minutes)

    @property
    def to_sign(self) -> bool:
        """Whether a draft waits for our own signature."""
        return self.charter is None and bool(self._draft) and self._key not in self._signatures

    def make_ready(self) -> Outgoing:
        """Our person has looked at the draft and at who sits there."""
        if not self.to_sign:
            return []
        self._signatures[self._key] = sign_draft(self._draft, self._sign, self._entropy)
        return self._after_signature()

    def frame(self, key: bytes, items: Sequence[Value]) -> Outgoing:
        """A frame of a guest. Raises CodecError for nonsense."""
        if items[0] == JOIN:
            return self._join(key, items)
        if items[0] == SIGNATURE:
            return self._take_signature(key, items)
        return []

    def gone(self, key: bytes) -> Outgoing:
        """The link to `key` is gone: its seat is free again, unless the charter stands."""
        if self.charter is not None or key == self._key or not self._sits(key):
            return []
        self._members = [member for member in self._members if member.key != key]
        return self._tell()

    def refuse(self, key: bytes) -> Outgoing:
        """Our person does not want to play with `key`: its seat is free, and not for it again.

        Nor are those of its bots.
        """
        if self.charter is not None or key == self._key or not self._sits(key):
            return []
        # D-22: the key and not the person; a new one costs nothing, as the screen says.
        self.refused.append(key)
        bots = [member.key for member in self._members if member.operator == key]
        told = [(one, refusal(NOT_WANTED)) for one in (key, *bots)]
        self._members = [one for one in self._members if one.key not in bots]
        return [*told, *self.gone(key)]

    def _sits(self, key: bytes) -> bool:
        return any(member.key == key for member in self._members)

    def _join(self, key: bytes, items: Sequence[Value]) -> Outgoing:
        _, version, wire = codec.array(tuple(items), 3)
        if version != PROTOCOL:
            theirs = shown_protocol(version)
            return [(key, refusal(f"this table speaks protocol {PROTOCOL}, you speak {theirs}"))]
        member = Member.from_wire(wire)
        if member.key != key:
            raise CodecError("a seat is asked for by the one who sits on it")
        if self.charter is not None:
            seated = self.charter.seat_of(key) is not None
            return [(key, charter_frame(self.charter) if seated else refusal("the game has begun"))]
        if member in self._members:
            return [(key, frame) for frame in self._frames()]  # its link was lost and is back
        why = self._why_not(member)
        if why:
            return [(key, refusal(why))]
        self._members = [*(one for one in self._members if one.key != key), member]
        if self._order:
            self._members.sort(key=lambda one: self._order.index(one.key))
        return self._tell()

    def _why_not(self, member: Member) -> str:
        """Why `member` gets no seat; empty if it does."""
        key = member.key
        if key in self.refused or member.operator in self.refused:
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
        self._draft, self._signatures = b"", {}
        if len(self._members) == self.seats:
            draft = make_draft(self._game, self._options, self._members, self._policies)
            self._draft = draft.encode()
            if not self._waits:
                self._signatures[self._key] = sign_draft(self._draft, self._sign, self._entropy)
        return [(key, frame) for key in self._others for frame in self._frames()]

    def _frames(self) -> list[bytes]:
        """What a guest has to know."""
        draft = [codec.encode((DRAFT, self._draft))] if self._draft else []
        return [self.roster.encode(), *draft]

    def _take_signature(self, key: bytes, items: Sequence[Value]) -> Outgoing:
        _, digest, nonce, signature = codec.array(tuple(items), 4)
        if self.charter is not None or not self._draft or not self._sits(key):
            return []
        if digest != sha256(self._draft).digest():
            return []
        fresh, signed = codec.blob(nonce, 32), codec.blob(signature, 64)
        if not verify(key, DRAFT_LABEL, signing_bytes(self._draft, fresh), signed):
            raise CodecError("a signature that does not fit the draft")
        self._signatures[key] = (fresh, signed)
        return self._after_signature()

    def _after_signature(self) -> Outgoing:
        """One more is ready; with all of them the charter stands."""
        if len(self._signatures) < self.seats:
            frame = self.roster.encode()
            return [(key, frame) for key in self._others]
        draft = Draft.decode(self._draft)
        charter = Charter(draft, tuple(self._signatures[member.key] for member in draft.members))
        self.charter = Charter.decode(charter.encode())
        return [(key, charter_frame(charter)) for key in self._others]
