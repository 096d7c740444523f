"""Which cards of a table are open to all, and who can read the others: for everybody to know.

Every card in play is in one of these states:

* open       everybody knows its face;
* joint      nobody holds it: in a pile, shuffled, never dealt (perhaps peeked at);
* kept       one seat can read it: it was dealt to that seat (``reader``), and after a mix or a gift
             that seat also alone has the key (``holder``).

A kept card of a seat that has left can never be read again: it is *lost*.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from games.engine.errors import HiddenFace
from games.engine.private import Knowledge
from games.engine.values import CardId, Face, Seat, is_face


class Readers:
    """Faces, readers and holders of all cards. A face that is not open to all is never here."""

    def __init__(self) -> None:
        self.gone: tuple[Seat, ...] = ()
        """The seats that have left for good."""
        self.created: dict[CardId, Face] = {}
        """The face of every card at its creation, for ever; p2p starts its slots from here."""
        self._faces: dict[CardId, Face] = {}
        self._readers: dict[CardId, Seat] = {}
        self._holders: dict[CardId, Seat] = {}
        self._all_faces: dict[Face, None] = {}
        self._committed: dict[CardId, Seat] = {}

    # What anybody may read

    @property
    def all_faces(self) -> tuple[Face, ...]:
        """Every different face created so far, in order of creation."""
        return tuple(self._all_faces)

    def is_open(self, card: CardId) -> bool:
        """Whether everybody may see the face of a card."""
        return card in self._faces

    def all_open(self, cards: Iterable[CardId]) -> bool:
        """Whether everybody may see the faces of all these cards."""
        return all(map(self._faces.__contains__, cards))

    def any_open(self, cards: Iterable[CardId]) -> bool:
        """Whether everybody may see the face of one of these cards at least."""
        return any(map(self._faces.__contains__, cards))

    def has_face(self, face: object) -> bool:
        """Whether some card was created with this very face."""
        return is_face(face) and face in self._all_faces

    def face(self, card: CardId) -> Face:
        """The face of an open card. Raises ``HiddenFace`` for any other."""
        try:
            return self._faces[card]
        except KeyError:
            raise HiddenFace(f"card {card} is not open") from None

    def faces(self, cards: Iterable[CardId]) -> tuple[Face, ...]:
        """The faces of open cards. Raises ``HiddenFace`` if one is not."""
        return tuple(map(self.face, cards))

    def sees(self, knowledge: Knowledge) -> Knowledge:
        """All that a seat knows, with the open faces among those that it alone has seen."""
        return Knowledge({**knowledge.faces, **self._faces}, knowledge.half)

    def holder(self, card: CardId) -> Seat | None:
        """The seat that alone has the key of a card: its own mixed ones and gifts it got."""
        return self._holders.get(card)

    def reader(self, card: CardId) -> Seat | None:
        """The seat without which a hidden card cannot be opened: dealt to it, mixed or given."""
        return self._readers.get(card)

    def lost(self, card: CardId) -> bool:
        """Whether a card is hidden and kept by a seat that has left."""
        return self._readers.get(card) in self.gone if self.gone else False

    # What steps write down when they settle

    def commit(self, seat: Seat, cards: Iterable[CardId]) -> None:
        """A seat has named cards in an answer: those it keeps may be opened now."""
        for card in cards:
            if self._readers.get(card) == seat:
                self._committed[card] = seat

    def forget_commitments(self) -> None:
        """Cards named in earlier answers may no longer be opened for that."""
        self._committed.clear()

    def set_open(self, faces: Mapping[CardId, Face]) -> None:
        """Everybody knows these faces from now on."""
        for card, face in faces.items():
            self._faces[card] = face
            self._readers.pop(card, None)
            self._holders.pop(card, None)

    def set_joint(self, cards: Iterable[CardId]) -> None:
        """Nobody keeps these cards any more."""
        for card in cards:
            del self._readers[card]
            self._holders.pop(card, None)

    def set_reader(self, cards: Iterable[CardId], seat: Seat) -> None:
        """These cards were dealt to a seat."""
        self._readers.update(dict.fromkeys(cards, seat))

    def set_holder(self, cards: Iterable[CardId], seat: Seat) -> None:
        """A seat can read these cards and alone has their key."""
        for card in cards:
            self._readers[card] = self._holders[card] = seat

    # What the ledger tells of its cards

    def show_new(self, card: CardId, face: Face) -> None:
        """A card was created, open to all."""
        self.created[card] = self._faces[card] = face
        self._all_faces[face] = None

    def forget_card(self, card: CardId) -> None:
        """A card was shuffled away: nothing is known of it any more."""
        self._faces.pop(card, None)
        self._readers.pop(card, None)
        self._holders.pop(card, None)
