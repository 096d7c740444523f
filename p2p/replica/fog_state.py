"""What everybody knows of the fog at a table: whose private views there are, what they opened.

A *view* is one seat's own permuted copy of the map: a list of positions, of which the owner alone
can tell the cells. The owner derives its order from its seed each time it needs it, so nothing
here is secret.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from crypto.context import Context
from crypto.elgamal import Ciphertext
from crypto.errors import ProofError
from crypto.group import Point
from crypto.shuffle import permutation
from crypto.slots import Slot
from p2p.replica.task import SeatSecrets

COPY_LABEL = "copy"
"""What the shuffle of a view is called in its proof."""


@dataclass(frozen=True, slots=True)
class View:
    """One copy of the map. Position i is card `fresh[i]`; source j lies on cell `cells[j]`.

    Sources beyond `cells` are blanks. `inputs` and `key` are what the copy was shuffled from.
    """

    owner: int
    zone: str
    fresh: tuple[int, ...]
    cells: tuple[int, ...]
    inputs: tuple[Ciphertext, ...] = field(repr=False)
    key: Point = field(repr=False)
    context: Context = field(repr=False)

    def layout(self, secrets: SeatSecrets) -> dict[int, int | None]:
        """The cell of each position, None for a blank. Only its owner has these secrets."""
        order = permutation(secrets.secret, self.inputs, self.key, self.context, label=COPY_LABEL)
        count = len(self.cells)
        return {
            card: self.cells[source] if source < count else None
            for card, source in zip(self.fresh, order, strict=True)
        }


class Fog:
    """The views of a table, the openings last named in them, and the exponents seen so far."""

    def __init__(self) -> None:
        self.views: dict[int, View] = {}
        self._owners: dict[int, View] = {}
        self._opened: dict[int, list[Slot]] = {}
        self._exponents: dict[bytes, tuple[int, int]] = {}

    # Views

    def add_view(self, view: View) -> tuple[int, ...]:
        """A seat copies the map anew. Gives the positions of its older view: they count no more."""
        old = self.views.get(view.owner)
        gone = () if old is None else old.fresh
        for card in gone:
            del self._owners[card]
        self.views[view.owner] = view
        self._owners.update(dict.fromkeys(view.fresh, view))
        return gone

    def view_of(self, cards: Sequence[int]) -> View | None:
        """The view that these cards are positions of, or None where they are ordinary cards."""
        return self._owners.get(cards[0]) if cards else None

    def owner_of(self, card: int) -> int | None:
        """Whose view a card is a position of, or None."""
        view = self._owners.get(card)
        return None if view is None else view.owner

    def is_view(self, zone: str) -> bool:
        """Whether a zone holds the positions of a view."""
        return any(view.zone == zone for view in self.views.values())

    # Openings

    def open(self, seat: int, slots: Sequence[Slot]) -> None:
        """Positions are opened to a seat: what it says of what it sees rests on them."""
        self._opened[seat] = list(slots)

    def opened(self, seat: int) -> Sequence[Slot]:
        """The slots last opened to a seat."""
        return self._opened.get(seat, ())

    # Exponents

    def use_exponent(self, public: bytes, seat: int, step: int) -> None:
        """Note the B of one set. Raises ProofError where it has been seen before.

        Of others only those of earlier steps count: what is said at one moment may cross.
        """
        before = self._exponents.get(public)
        if before is not None and (before[0] == seat or before[1] < step):
            raise ProofError("the exponent of this set was used before at this table")
        self._exponents[public] = (seat, step)
