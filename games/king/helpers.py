"""The three friends who change what a player's cards are good for: Spy, General and Old Man.

Pure functions on the public state; which uses of a card are open is in `uses.py`.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from games.engine.values import Seat
from games.king.board import State
from games.king.cards import Card, Kind
from games.king.heirs import GENERAL, OLD_MAN, SPY
from games.king.loyalty import holds, is_friendless


class Helpers(NamedTuple):
    """Which friends a player has who change what cards are good for."""

    spy: bool
    general: bool
    old_man: bool

    def stand_ins(self, kind: Kind) -> tuple[Kind, ...]:
        """The kinds of card that serve as this one: with the Spy two are the same (SK-41 b)."""
        if self.spy and kind in (Kind.BLACKMAIL, Kind.INVESTIGATION):
            return (Kind.BLACKMAIL, Kind.INVESTIGATION)
        return (kind,)

    def attack(self, card: Card, own: bool) -> int:
        """SKG-54, SK-53: what a card counts in an attack: Assassins; Knights with the General; any
        hand card, which `own` says it is, with the Old Man."""
        if card.kind is Kind.ASSASSIN or (self.general and card.kind is Kind.KNIGHT):
            return card.value
        return 1 if self.old_man and own else 0


NO_HELPERS: Final = Helpers(spy=False, general=False, old_man=False)


def helpers_of(state: State, seat: Seat) -> Helpers:
    """The helpers of a player now."""
    if is_friendless(state, seat):
        return NO_HELPERS
    return Helpers(
        holds(state, seat, SPY), holds(state, seat, GENERAL), holds(state, seat, OLD_MAN)
    )
