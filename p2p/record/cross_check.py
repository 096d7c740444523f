"""The full game, played again once the seeds of all seats are here, with each half held against it.

Each seat alone is proven without this. It shows that their proofs fit together: what lay under the
map, who stood where and what came of every fight is one story, of which each seat knew what it may.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from crypto.group import Point, Scalar
from games.engine.private import Cell, Half, Lesson, Terrain, Whole
from games.engine.values import Face, Seat
from p2p.replica.replica import Replica
from p2p.replica.task import SeatSecrets


class CrossCheck:
    """One table's full game, as it grows with what its steps taught all seats."""

    def __init__(self, secrets: Mapping[int, SeatSecrets]) -> None:
        self._secrets = secrets
        self._whole: Whole | None = None
        self._begun = False
        self._opened: dict[Seat, Lesson] = {}
        """Terrain that seats have read since the full game learned last: it learns it in one go."""

    def learned(
        self,
        replica: Replica,
        lessons: Mapping[Seat, Sequence[Lesson]],
        halves: Mapping[Seat, Half],
    ) -> tuple[Seat, str] | None:
        """What one step taught the seats, each of whose halves has learned it; of the first seat
        whose half differs from the full game, in what."""
        taught = {seat: given for seat, given in lessons.items() if given}
        if not taught:
            return None
        if not self._begun:
            self._begun = True
            self._whole = next(iter(halves.values())).whole(self._faces(replica))
        whole = self._whole
        if whole is None:
            return None
        if all(isinstance(given[0], Terrain) for given in taught.values()):
            self._opened |= {seat: given[0] for seat, given in taught.items()}
            return None
        if self._opened:
            whole.learned(self._opened)
            self._opened = {}
        for place in range(max(len(given) for given in taught.values())):
            whole.learned({s: given[place] for s, given in taught.items() if len(given) > place})
        staying = [Seat(seat) for seat in replica.seats_in() if Seat(seat) in taught]
        return self._doubts(whole, [halves[seat] for seat in staying])

    def tale(self) -> tuple[str, ...]:
        """Of all that was hidden what is worth telling, as texts of the game."""
        return () if self._whole is None else self._whole.tale()

    def _doubts(self, whole: Whole, halves: Sequence[Half]) -> tuple[Seat, str] | None:
        for half in halves:
            doubt = whole.doubt(half)
            if doubt is not None:
                return half.seat, doubt
        return None

    def _faces(self, replica: Replica) -> dict[Cell, Face]:
        """What lies on each hidden cell: the layers of all seats that hid it, taken off at once."""
        dealer = replica.dealer
        assert dealer is not None
        views = dealer.fog.views
        view = views[min(views)]
        secret = self._secret_of(replica, view.key)
        cards = zip(view.cells, view.inputs, strict=False)  # behind the cells there are blanks
        return {cell: dealer.face(ct.c2 - secret * ct.c1) for cell, ct in cards}

    def _secret_of(self, replica: Replica, key: Point) -> Scalar:
        """The secret of a joint key: of all seats, without the first of those that have left."""
        for count in range(len(replica.left) + 1):
            gone = replica.left[:count]
            seats = [seat for seat in sorted(self._secrets) if seat not in gone]
            if replica.keys.joint(seats) == key:
                first, *others = [self._secrets[seat].card.secret for seat in seats]
                for other in others:
                    first = first + other
                return first
        raise AssertionError("a map is hidden under the keys of seats of this table")
