"""What each seat was offered in the last quiet window, kept as long as it would be offered again.

Windows in which nothing is announced come three in a turn, and mostly nothing has changed since
the last one. The cache holds no rules and is no part of the state: without it the same is offered.
Held by tests/games/king/test_whole.py.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from games.engine.choice import Choice, Weight
from games.engine.values import CardId, Seat


@dataclass(slots=True)
class OfferCache:
    """The last offer of each seat, with what it hung on."""

    _facts: tuple[object, ...] = ()
    _offers: dict[Seat, tuple[object, Choice | None]] = field(default_factory=dict)

    def refresh(self, facts: tuple[object, ...]) -> None:
        """Take over the facts on which all offers hang. Equal facts stay the same value, so that
        comparing them for each seat costs nothing."""
        if facts != self._facts:
            self._facts = facts

    def offer(
        self,
        seat: Seat,
        hangs_on: tuple[tuple[CardId, ...], Weight, frozenset[str]],
        all_open: bool,
        make: Callable[[], Choice | None],
    ) -> Choice | None:
        """What a seat is offered: as before if nothing that it hangs on has changed, else made.

        That are its cards, how much the moment weighs, and which plays hardly bear on it.
        """
        basis = (self._facts, hangs_on, all_open)
        before = self._offers.get(seat)
        # D-101: only the cards decide, but without the others a person would be asked too seldom.
        if before is not None and before[0] == basis:
            return before[1]
        choice = make()
        self._offers[seat] = (basis, choice)
        return choice
