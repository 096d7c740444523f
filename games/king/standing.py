"""How near everybody is to the crown, in words (SK-10, SK-17, SK-47, SKG-80, SKG-81).

First how the game would end next, then who follows the King and which player stands highest. All of
it is open to all.
"""

from __future__ import annotations

from collections.abc import Iterator

from games.engine.table import Table
from games.engine.values import Seat
from games.engine.view import Standing, who
from games.engine.words import begun
from games.king.board import king_of, people, rank_of
from games.king.fights import fate
from games.king.heirs import (
    HANGED_MAN,
    HERMIT,
    JUDGE,
    LIBRARIAN,
    TRUE_HEIR,
    Person,
    name_of,
    player,
    seat_of,
)
from games.king.loyalty import holder, holds
from games.king.ranks import Rank
from games.king.state import Stage, State
from games.king.words import counted_places


def standing(t: Table, state: State) -> tuple[Standing, ...]:
    """The most important first."""
    if king_of(state) is None:
        return (Standing("Whoever becomes King can be crowned."),)
    return (
        *_fight(state),
        *_last_round(t, state),
        *_crown(t, state),
        *_line(state),
        *_highest(state),
    )


def _fight(state: State) -> Iterator[Standing]:
    """What is announced, and how a fight stands."""
    if not state.pending:
        return
    effect = state.pending[-1]
    if not effect.strength:
        yield Standing(f"{effect}.")
        return
    stands = f"{begun(effect.tally)}: {fate(state, effect)}."
    yield Standing(f"{effect}. {stands}", stands)


def _last_round(t: Table, state: State) -> Iterator[Standing]:
    """SKG-80."""
    if state.round != int(t.options.get("turns", 0)):
        return
    able = [seat for seat in _players(state) if not holds(state, seat, TRUE_HEIR)]
    first = f"now {who(able[0])}" if able else "and nobody can"
    yield Standing(
        f"The last round: unless somebody is crowned, the highest Rank wins, {first}.",
        f"Last round: the highest Rank wins, {first}.",
        urgent=True,
    )


def _crown(t: Table, state: State) -> Iterator[Standing]:
    """Who is being crowned, or is King and can be."""
    king = king_of(state)
    crowned = state.turn.crowning
    if state.attempting and king == HANGED_MAN:
        yield _hanged_man(state)
    elif crowned is not None:
        barred = holds(state, crowned, TRUE_HEIR)
        end = "cannot win with the True Heir" if barred else "wins unless killed in this turn"
        yield Standing(f"{who(crowned)} is being crowned and {end}.", urgent=True)
    elif king is not None and (seat := seat_of(king)) is not None:
        turn = state.turn
        is_over = turn.past_declaring or turn.stage is not Stage.START or king in turn.stopped
        now = t.turn == seat and not is_over  # SKD-35
        when = "now" if now else "when the next own turn starts"
        barred = holds(state, seat, TRUE_HEIR)
        but = ", but cannot win with the True Heir" if barred else ""
        yield Standing(
            f"{who(seat)} is King and can be crowned {when}{but}.",
            f"{who(seat)} is King, to be crowned {'now' if now else 'next turn'}{but}.",
            urgent=_follows(t, state, seat),
        )


def _hanged_man(state: State) -> Standing:
    """SK-47, SK-61, SKG-37."""
    friend = holder(state, HANGED_MAN)
    if friend is None or holds(state, friend, TRUE_HEIR):
        end = "everyone loses"
    else:
        end = f"{who(friend)} wins"
    return Standing(f"The Hanged Man is being crowned: {end} unless he dies now.", urgent=True)


def _line(state: State) -> Iterator[Standing]:
    """Who would be King after the King, as the board lies (SK-17)."""
    heir = heir_of(state)
    if heir is None:
        return
    name = name_of(heir)
    if heir == TRUE_HEIR:
        end = ", and everyone would lose"
    elif heir == HANGED_MAN and rank_of(state, JUDGE) in (None, Rank.COMMONER):
        friend = holder(state, heir)
        if friend is None or holds(state, friend, TRUE_HEIR):
            end = ", and everyone would lose"
        else:
            end = f", and {who(friend)} could win by it"
    else:
        end = ""
    yield Standing(f"Next in line is {name}{end}.", urgent=bool(end))


def heir_of(state: State) -> Person | None:
    """The most senior below the King who would stay King: not the Hermit, nor the Librarian."""
    below = [*state.ranks[Rank.DUKE], *state.ranks[Rank.MARQUIS]]
    return next((one for one in below if one not in (HERMIT, LIBRARIAN)), None)


def _highest(state: State) -> Iterator[Standing]:
    """Which player stands highest, below the King; not while something is announced."""
    if state.pending:
        return
    order = people(state)
    seat = next((seat for seat in _players(state) if player(seat) != king_of(state)), None)
    if seat is None:
        return
    person = player(seat)
    rank, above = rank_of(state, person), order.index(person)
    title = rank.title if rank is not None else ""
    also = "Of the others " if seat_of(order[0]) is not None else ""
    text = f"{also}{who(seat)} stands highest: {title}, {counted_places(above)} from the throne."
    yield Standing(begun(text), f"Highest: {who(seat)}, {title}.")


def _players(state: State) -> list[Seat]:
    """The players on the board, the highest first."""
    return [seat for seat in map(seat_of, people(state)) if seat is not None]


def _follows(t: Table, state: State, seat: Seat) -> bool:
    """Whether the turn in play is the seat's, or the next one is."""
    order = [one for one in state.order if not t.is_gone(one)]
    if t.turn not in order:
        return False
    return seat in (t.turn, order[(order.index(t.turn) + 1) % len(order)])
