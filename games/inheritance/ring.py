"""Where the Ring of Favour goes: to the favoured Admirer (IN-28), or back to the centre (ING-8).

The Ring lies on a card. An Admirer's place holds one card at most, so its seat names it.
"""

from __future__ import annotations

from typing import Final

from games.engine.table import Table
from games.inheritance.favour import favoured_suits
from games.inheritance.position import Position, admirer_of, position_of, state_of

RING_GOES: Final = "ring goes"
RING_RETURNS: Final = "ring returns"
"""What lines are about that tell where the Ring is now."""


def determine_favour(t: Table, *, first: bool = False) -> None:
    """Step 3 (IN-28): the Ring goes to the favoured Admirer; with none favoured it stays.

    `first`: before the first turn, when it is said otherwise who begins.
    """
    position, state = position_of(t), state_of(t)
    favoured = position.favoured
    if favoured is not None and favoured != state.ring:
        state.ring = favoured
        why = why_favoured(position)
        t.say(f"The Ring of Favour goes to {{{favoured}}}: {why}.", about=RING_GOES)
    elif favoured is not None:
        t.say(f"{{{favoured}}} keeps the Ring of Favour: {why_favoured(position)}.")
    elif favoured is None and not first:
        where = "in the centre" if state.ring is None else f"with {{{state.ring}}}"
        open_ = any(position.board.get(admirer_of(seat)) for seat in position.seats)
        why = "a tie" if open_ else "no open Admirer"
        t.say(f"Nobody is favoured ({why}): the Ring of Favour stays {where}.")


def why_favoured(position: Position) -> str:
    """Why the favoured Admirer of a position is favoured, in words (IN-20 to IN-22)."""
    suits = favoured_suits(position.court)
    shown = [position.board.get(admirer_of(seat)) for seat in position.seats]
    admirers = [card for card in shown if card is not None]
    rivals = [card for card in admirers if card.suit in suits]
    named = " or ".join(suits)
    if len(rivals) == 1:
        return f"the only open Admirer of {named}"
    if len(admirers) == 1:
        return "the only open Admirer"
    best = position.influence.best
    if rivals:
        return f"{best} among {named}"
    return f"{best} among all, as {f'nobody shows {named}' if suits else 'no suit is favoured'}"


def lift_ring(t: Table, place: str) -> None:
    """ING-8: the Ring goes to the centre when the card under it leaves its seat."""
    state = state_of(t)
    if state.ring is not None and place == admirer_of(state.ring):
        state.ring = None
        t.say("The Ring of Favour returns to the centre.", about=RING_RETURNS)
