"""Where the Ring of Favour goes: to the favoured Admirer (IN-28), or back to the centre (ING-8).

The Ring lies on a card. An Admirer's place holds one card at most, so its seat names it.
"""

from __future__ import annotations

from games.engine.table import Table
from games.inheritance.position import admirer_of, position_of, state_of


def determine_favour(t: Table, *, first: bool = False) -> None:
    """Step 3 (IN-28): the Ring goes to the favoured Admirer; with none favoured it stays.

    `first`: before the first turn, when it is said otherwise who begins.
    """
    state, favoured = state_of(t), position_of(t).favoured
    if favoured is not None and favoured != state.ring:
        state.ring = favoured
        t.say(f"The Ring of Favour goes to {{{favoured}}}.")
    elif favoured is None and not first:
        where = "in the centre" if state.ring is None else f"with {{{state.ring}}}"
        t.say(f"Nobody is favoured: the Ring of Favour stays {where}.")


def lift_ring(t: Table, place: str) -> None:
    """ING-8: the Ring goes to the centre when the card under it leaves its seat."""
    state = state_of(t)
    if state.ring is not None and place == admirer_of(state.ring):
        state.ring = None
        t.say("The Ring of Favour returns to the centre.")
