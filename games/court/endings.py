"""How a game of Court ends: the reason that is hashed, and its text for people (HA-75)."""

from __future__ import annotations

from typing import Final

from games.court.state import ranking, state_of
from games.court.tale import tale
from games.engine.table import Table
from games.engine.values import Outcome
from games.engine.view import who
from games.engine.words import listed

MOST_FAVOR: Final = "most_favor"
MORE_POPULAR: Final = "more_popular"


def outcome(t: Table) -> Outcome:
    """HA-75, HAG-45: the most favor wins, then popularity; who has left is behind (CTD-8)."""
    favor, rank = state_of(t).favor, ranking(t)
    first, second = rank[0], rank[1]
    told = listed([f"{who(seat)} {favor[seat]}" for seat in rank])
    state_of(t).tale = tale(t)
    t.say(f"The last Event is over. Favor: {told}.")
    tied = favor[first] == favor[second] and not t.is_gone(second)
    if tied:
        t.say(f"{{{first}}} is the more popular Prince, and is named heir.")
        return Outcome((first,), MORE_POPULAR, "as much favor, and the more popular Prince")
    t.say(f"{{{first}}} is named heir.")
    return Outcome((first,), MOST_FAVOR, "the most favor after the last Event")
