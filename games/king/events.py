"""The named events of this game: what standing passes may wait for (SKD-31, docs/rules/king.md)."""

from __future__ import annotations

from typing import Final

from games.engine.table import Table
from games.king.board import rank_of
from games.king.heirs import seat_of
from games.king.loyalty import holder
from games.king.ranks import Rank
from games.king.state import Effect, state_of

KINGS_TURN: Final = "turn king"
"""The turn of a player who is King starts: it may be crowned at its end."""
NAMED_HIGH: Final = "named high"
"""Something is aimed at the King or a Duke: his death can make another King."""
CORONATION: Final = "coronation"
"""One is declared, or attempted by the Hanged Man."""
JOINT_ATTACK: Final = "joint attack"
LAST_ROUND: Final = "last round"
FRIEND: Final = "friend"
RISES: Final = "rises"
"""No events: what lines of the story are about that tell of a new friend, and of who rises."""


def tell_target(t: Table, effect: Effect) -> None:
    """Whom something is aimed at, when it is announced and when it is led elsewhere."""
    state, target = state_of(t), effect.target
    own = seat_of(target)
    named = holder(state, target) if own is None else own
    if named is not None:
        t.event(f"named {named}")
    if rank_of(state, target) in (Rank.KING, Rank.DUKE):
        t.event(NAMED_HIGH)
