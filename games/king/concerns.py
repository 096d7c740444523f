"""How much hangs on a question for the seat that may pass it (`Weight`): for people, not for rules.

It follows the standing pass that is offered first (SKD-31): what is aimed at oneself or a friend;
what may kill the King where that could end the game or crown a player; a Coronation and all that
happens in its turn; the turn of a player who is King, before it begins; the last round. All else
concerns others. All of it is public.
"""

from __future__ import annotations

from games.engine.choice import Weight
from games.engine.table import Table
from games.engine.values import Seat
from games.king.board import king_of
from games.king.effects import is_poison_proof
from games.king.fights import is_winnable
from games.king.hands import size, tokens
from games.king.heirs import (
    DEVIL,
    FOOL,
    HANGED_MAN,
    HERMIT,
    LIBRARIAN,
    TASTER,
    TRUE_HEIR,
    Person,
    player,
    seat_of,
)
from games.king.loyalty import holds, is_mine
from games.king.ranks import Rank
from games.king.state import Effect, Stage, State, state_of


# D-101: nothing below is hashed, so it may change between releases.
def weight_for(t: Table, seat: Seat) -> Weight:
    """Of a window, or of an answer to what is announced."""
    state = state_of(t)
    if any(concerns(state, seat, effect) for effect in state.pending):
        return Weight.FULL
    if state.attempting:  # he may have died meanwhile
        return Weight.FULL if king_of(state) == HANGED_MAN or state.pending else Weight.LIGHT
    turn = state.turn
    if turn.crowning is not None or state.round == int(t.options.get("turns", 0)):
        return Weight.FULL
    if state.pending or turn.stage is not Stage.START or turn.past_declaring or t.turn is None:
        return Weight.LIGHT
    return Weight.FULL if king_of(state) == player(t.turn) else Weight.LIGHT  # SKD-25


def concerns(state: State, seat: Seat, effect: Effect) -> bool:
    """Whether something announced concerns a seat."""
    return (
        effect.by == seat
        or seat in effect.others
        or is_mine(state, seat, effect.target)
        or shakes_the_throne(state, effect)
    )


def shakes_the_throne(state: State, effect: Effect) -> bool:
    """Whether it may kill the King, the Fool leading it to him perhaps (SK-46), where a player is
    King or a player, the True Heir or the Hanged Man is in line."""
    king = king_of(state)
    if not effect.play.kills or effect.target not in (king, FOOL):
        return False
    dukes = state.ranks[Rank.DUKE]
    line = [king, *dukes]
    if HERMIT in dukes or LIBRARIAN in dukes:  # neither stays King
        line += state.ranks[Rank.MARQUIS][:2]
    return any(
        one in (TRUE_HEIR, HANGED_MAN) or (one is not None and seat_of(one) is not None)
        for one in line
    )


def slight_plays(state: State, seat: Seat) -> frozenset[str]:
    """The plays at any time that hardly bear on a moment, by their keys: none if something is aimed
    at the seat or a friend. An Investigation bears on a Coronation, before it is declared."""
    if any(is_mine(state, seat, effect.target) for effect in state.pending):
        return frozenset()
    quiet = not state.pending and state.turn.stage is Stage.START
    return _SLIGHT if quiet else _SLIGHT | {"investigate"}


_SLIGHT = frozenset({"ship", "negotiate", "gamble"})


# Answers that undo what one does oneself


def weight_of_rescue(t: Table, seat: Seat, person: Person) -> Weight | None:
    """Little hangs on saving whom one is killing oneself. But the Fool may have led it there, and
    whose friend the Devil is loses him by the death (SK-50)."""
    state = state_of(t)
    aims = any(
        effect.by == seat and effect.target == person and not effect.redirected
        for effect in state.pending
    )
    # D-147: a person was asked to save whom it had just attacked.
    return Weight.LIGHT if aims and not holds(state, seat, DEVIL) else None


# Answers that win an Heir, or change nothing


def weight_of_poison(t: Table, effect: Effect, seat: Seat) -> Weight | None:
    """Much hangs on Poison where an Heir may be won by an Antidote and the seat may hold one: who
    has added most heals first, also where the target dies as it stands (SK-15, SKG-43, SKD-34).

    Else none hangs on Poison that adds nothing (SKG-52), or where the target dies anyhow. The
    Taster is saved by the first (SK-49).
    """
    # D-150: a person was never asked for it once the target was dead as it stood.
    if is_winnable(effect) and size(t, seat) + len(tokens(t, seat)) > 1:
        return Weight.FULL
    if effect.target == TASTER:
        return Weight.NONE if effect.poison else None
    dies = effect.strength + effect.poison > effect.defence
    return Weight.NONE if dies or is_poison_proof(state_of(t), effect.target) else None


def weight_of_antidote(t: Table, effect: Effect) -> Weight | None:
    """Much hangs on an Antidote that wins an Heir (SK-29, SKD-34), and none where the Poison does
    not decide either."""
    if is_winnable(effect):
        return Weight.FULL
    poison = 0 if is_poison_proof(state_of(t), effect.target) else effect.poison
    saves = effect.strength <= effect.defence < effect.strength + poison
    return None if saves else Weight.NONE
