"""An Execution after its announcement: a Royal Pardon may stop it, else it is carried out (SK-19).

SKD-15 has the order; SK-32 and SKG-68 to SKG-70 say what a Pardon does. The Judge's own Execution
of the Hanged Man (SK-55) is here as well.
"""

from __future__ import annotations

from games.engine.table import Table
from games.engine.values import Seat
from games.king import board, cards
from games.king.answers import ask_for_one
from games.king.board import rank_of
from games.king.death import would_die
from games.king.fights import about_pardon
from games.king.heirs import HANGED_MAN, JUDGE, Person, name_of, player
from games.king.loyalty import holds
from games.king.ranks import Rank
from games.king.state import state_of

PARDON = "pardon"


async def execute(t: Table, person: Person, by: Seat) -> None:
    """Somebody is executed by a player, unless pardoned."""
    if not await ask_for_pardon(t, person):
        await would_die(t, person, by)


async def ask_for_pardon(t: Table, person: Person) -> bool:
    """Everybody once from the active player on, until somebody plays a Royal Pardon."""
    pardoned: list[Seat] = []

    def took(seat: Seat, worth: int) -> bool:
        raise_rank(t, person, seat)
        pardoned.append(seat)
        return True

    await ask_for_one(
        t,
        PARDON,
        lambda seat: about_pardon(t, person, seat),
        cards.PARDON,
        person,
        lambda: rank_of(state_of(t), person) is not None,
        took,
    )
    return bool(pardoned)


def raise_rank(t: Table, person: Person, by: Seat) -> None:
    """The pardoned rises; a friend of the Judge does not fall for it (SKG-69, SK-55 b)."""
    state = state_of(t)
    judging = rank_of(state, JUDGE) not in (None, Rank.COMMONER)  # SKD-22
    safe = tuple(player(seat) for seat in state.order if judging and holds(state, seat, JUDGE))
    falling = board.pardon(state, person, safe)
    end = "keeps the Rank" if falling is None else f"takes the Rank of {name_of(falling)}"
    if person == player(by):
        t.say(f"{{{by}}} plays a Royal Pardon and {end}.")
    else:
        t.say(f"{{{by}}} pardons {name_of(person)}, who {end}.")


async def judge(t: Table) -> None:
    """SK-55 (a), SKG-76, SKG-77: the Judge executes the Hanged Man; only a Pardon stops it."""
    if rank_of(state_of(t), JUDGE) in (None, Rank.COMMONER):
        return
    t.say("The Judge executes the Hanged Man.")
    if not await ask_for_pardon(t, HANGED_MAN):
        await would_die(t, HANGED_MAN, ship=False)
