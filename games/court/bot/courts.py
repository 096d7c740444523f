"""What a Character is worth to one court and not to another: whom to take in the auction."""

from __future__ import annotations

from typing import Final

from games.court import deeds as do
from games.court.bot.marks import CARD, FAVOR
from games.court.cards import Character
from games.court.state import Person, State
from games.court.terms import Keyword
from games.engine.values import Seat

_POLITICS: Final = 8
_COMBAT: Final = 6
"""A token, in a court that has as much of the other."""
_SWING: Final = 4
"""How much more or less a token is worth in a court that is short of it, or has it already."""
_FIRST: Final = {
    Keyword.WIZARD: 12,
    Keyword.FIGHTER: 6,
    Keyword.WEALTHY: 7,
    Keyword.GUILD: 7,
    Keyword.CLERGY: 6,
}
"""What the first of a court with a keyword is worth."""
_MORE: Final = {Keyword.WIZARD: 3, Keyword.FIGHTER: 3, Keyword.WEALTHY: 4}
_OTHER: Final = 3
_USES: Final = 2
"""How often a power is used in a game."""
_POWERS: Final = {
    do.Gain: FAVOR + 2,
    do.Rob: FAVOR + 1,
    do.Draw: CARD - 1,
    do.Demand: 5,
    do.Foresee: 6,
    do.Unturn: 6,
    do.Turn: 12,
    do.Stop: 16,
    do.Remove: 6,
    do.Shift: 8,
}
"""What a deed of a power is worth each time."""


def worth_to(state: State, seat: Seat, row: Character) -> int:
    """What a Character would be worth to a court, in tenths of a favor.

    The ability that a court is short of counts more, and so does a keyword that it lacks.
    """
    own = [one for one in state.people.values() if one.seat == seat]
    lead = sum(one.row.politics - one.row.combat for one in own)
    swing = min(_SWING, max(-_SWING, -lead))
    values = sorted(((_POLITICS + swing) * row.politics, (_COMBAT - swing) * row.combat))
    tokens = values[1] + 3 * values[0] // 4
    return tokens + sum(_word(own, word) for word in row.keywords) + _power(row)


def _word(own: list[Person], word: Keyword) -> int:
    has = any(word in one.row.keywords for one in own)
    return (_MORE if has else _FIRST).get(word, _OTHER)


def _power(row: Character) -> int:
    if row.power is None:
        return 0
    gain = sum(_POWERS.get(type(deed), 0) * getattr(deed, "amount", 1) for deed in row.power.deeds)
    return _USES * max(2, gain - 2 * max(row.politics, row.combat))
