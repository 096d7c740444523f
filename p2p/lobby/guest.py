"""A guest's side of a lobby, sans-I/O: ask, look at the draft, sign it, receive the charter.

Nothing is signed but what was shown, and an old charter is never begun again. Held by
tests/p2p/lobby/test_lobby.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256

from p2p.display import safe
from p2p.errors import CodecError, LobbyError, TableMismatch
from p2p.lobby import frames
from p2p.lobby.frames import (
    JOIN,
    SIGNATURE,
    Entropy,
    Outgoing,
    Roster,
    SignedDraft,
    read_charter,
    sign_draft,
)
from p2p.wire import codec
from p2p.wire.charter import PROTOCOL, Charter, Draft, Member
from p2p.wire.codec import Value
from p2p.wire.message import Sign

MAX_SIGNED_DRAFTS = 64
"""Drafts of one lobby that a guest remembers to have signed."""


class GuestLobby:
    """A guest's side: ask, look at the draft, sign it, receive the charter."""

    def __init__(
        self,
        me: Member,
        sign: Sign,
        entropy: Entropy,
        signed_drafts: Sequence[SignedDraft] = (),
        *,
        waits: bool = False,
        agreed: Draft | None = None,
    ) -> None:
        """`signed_drafts`: those of this table from before a restart.

        With `waits` a draft waits for `make_ready`. `agreed`: for a rematch, the draft of the game
        before; nothing but the same again is signed.
        """
        self._waits = waits
        self._agreed = agreed
        self._draft = b""
        self.roster: Roster | None = None
        self.charter: Charter | None = None
        self.me = me
        self.signed_drafts = list(signed_drafts)[-MAX_SIGNED_DRAFTS:]
        """What we signed here: the owner keeps it before a signature leaves this machine."""
        self._sign = sign
        self._entropy = entropy

    def hello(self) -> bytes:
        """What a guest says first to the opener."""
        return codec.encode((JOIN, PROTOCOL, self.me.wire()))

    def frame(self, key: bytes, items: Sequence[Value]) -> Outgoing:
        """A frame of the opener. Raises LobbyError or TableMismatch for no seat."""
        try:
            return self._heard(key, items)
        except CodecError as error:
            # It alone can seat us, so there is nobody to go on with: to call again changes nothing.
            raise LobbyError(
                f"what the host of this table says makes no sense: {safe(str(error), 120)}; ask"
                " whether you have the same release, and do not play there if you have"
            ) from error

    def _heard(self, key: bytes, items: Sequence[Value]) -> Outgoing:
        match items[0]:
            case frames.ROSTER:
                self.roster = Roster.from_items(items)
                if len(self.roster.members) < self.roster.seats:
                    self._draft = b""  # somebody left: there will be another
                if self.me not in self.roster.members:
                    return [(key, self.hello())]  # the opener has lost us, and we saw no link end
            case frames.DRAFT:
                self._look_at(items)
                return [] if self._waits else [(key, self._sign_draft())]
            case frames.CHARTER:
                self.charter = self._charter(items)
            case frames.REFUSED:
                _, why = codec.array(tuple(items), 2)
                raise LobbyError(f"no seat for you: {safe(codec.text(why, 400))}")
        return []

    @property
    def to_sign(self) -> bool:
        """Whether a draft waits for our signature."""
        return self.charter is None and bool(self._draft)

    def make_ready(self) -> bytes:
        """Our person agrees to the draft and to who sits there: our signature, for the opener."""
        return self._sign_draft()

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

    def _sign_draft(self) -> bytes:
        encoded, self._draft = self._draft, b""
        nonce, signature = sign_draft(encoded, self._sign, self._entropy)
        digest = sha256(encoded).digest()
        self.signed_drafts = [*self.signed_drafts, (digest, nonce)][-MAX_SIGNED_DRAFTS:]
        return codec.encode((SIGNATURE, digest, nonce, signature))

    def _charter(self, items: Sequence[Value]) -> Charter:
        """The charter, if it bears a signature that we made at this very table.

        An old charter bears our genuine signature too. To begin its table again with an empty file
        would be to say two different things there.
        """
        charter = read_charter(items, self.me.key)
        own = charter.seals[charter.keys.index(self.me.key)][0]
        # D-9: by nonce as well as by draft; the same people may have signed the same draft before.
        if (sha256(charter.draft.encode()).digest(), own) not in self.signed_drafts:
            raise TableMismatch("that is the charter of another table; ask for a fresh invite")
        return charter
