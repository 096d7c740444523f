"""What must hold for a play to be open, besides its time, its cards and its target.

Functions of what everybody can tell, which the rows in `plays.py` name.
"""

from __future__ import annotations

from collections.abc import Callable

from games.king.heirs import FOOL, Person, player
from games.king.loyalty import holds, sources_of
from games.king.ranks import Rank
from games.king.state import Situation, Stage


def draws_later(one: Situation) -> bool:
    """SK-4: but a Viscount draws first (SK-22)."""
    return not sources_of(one.state, one.seat, Rank.VISCOUNT)


def in_step_4(one: Situation) -> bool:
    """SK-6, SKG-17, SKD-20, SKB-5: step 4 of the own turn, and an Execution left."""
    turn = one.state.turn
    return (
        one.t.turn == one.seat
        and turn.stage is Stage.EXECUTION
        and any(heir not in turn.executed for heir in sources_of(one.state, one.seat, Rank.DUKE))
    )


def from_step_5(one: Situation) -> bool:
    """SK-7, SKG-21: from step 5 of one's own turn on."""
    return one.t.turn == one.seat and one.state.turn.stage >= Stage.EXECUTION


def in_step_7(one: Situation) -> bool:
    """SK-9, SKG-48: step 7 of one's own turn, once; after the joint attempt in a Coronation."""
    turn = one.state.turn
    return (
        one.t.turn == one.seat
        and not turn.attacked
        and (turn.crowning is None or turn.stage >= Stage.JOINT)
    )


def can_send_fool(one: Situation) -> bool:
    """SK-46 (b), SKG-62: something aimed at this player, and the Fool as a friend."""
    effect = one.effect
    return (
        effect is not None
        and effect.target == player(one.seat)
        and effect.play.is_aimed
        and holds(one.state, one.seat, FOOL)
    )


def with_rank(rank: Rank) -> Callable[[Situation], bool]:
    """The use of a Rank."""
    return lambda one: bool(sources_of(one.state, one.seat, rank))


def with_friend(heir: Person) -> Callable[[Situation], bool]:
    """The loyalty of an Heir."""
    return lambda one: holds(one.state, one.seat, heir)
