"""The friends who change what a player's cards are good for: Spy (SK-41), General (SK-42), Old Man.

The Old Man's half that counts here is SK-53 (b): any hand card may attack as an Assassin (1).
Whether a player has them is told by `loyalty.py`; which plays are open, by `offers.py`.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from games.king.cards import ASSASSIN, BLACKMAIL, INVESTIGATION, KNIGHT, Card, Kind


class Helpers(NamedTuple):
    """Which friends a player has who change what cards are good for."""

    spy: bool
    general: bool
    old_man: bool
    drafted: bool = False
    """The General, and Draft besides: any hand card becomes a Knight who may attack (SKD-26)."""

    def stand_ins(self, kind: Kind) -> tuple[Kind, ...]:
        """The kinds of card that serve as this one: with the Spy two are the same (SK-41 b)."""
        if self.spy and kind in (BLACKMAIL, INVESTIGATION):
            return (BLACKMAIL, INVESTIGATION)
        return (kind,)

    def attack(self, card: Card, own: bool) -> int:
        """SKG-54, SK-53: what a card counts in an attack: Assassins; Knights with the General; any
        hand card, which `own` says it is, with the Old Man, or with the General and Draft."""
        if card.kind is ASSASSIN or (self.general and card.kind is KNIGHT):
            return card.value
        return 1 if (self.old_man or self.drafted) and own else 0


NO_HELPERS: Final = Helpers(spy=False, general=False, old_man=False)
