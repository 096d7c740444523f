"""The tale of a game that is over: who reigned, whose Coronation failed and how, who stood where.

It reads what was public, and nothing of it is hashed. Held by tests/games/king/test_tale.py.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from games.engine.table import Table
from games.engine.values import Seat
from games.engine.view import who
from games.engine.words import listed
from games.king.board import king_of, people, rank_of
from games.king.heirs import Person, name_of, player, seat_of, title_of
from games.king.past import Happening, Past
from games.king.state import Effect, State
from games.king.words import counted_times

MOST_TOLD: Final = 3
"""So many Coronations, and so many deaths, are told one by one: the last ones."""
_FALLS: Final = (Happening.DEATH, Happening.SHIP)


# While it is played


# D-102: kept while it is played, in the rules' own state; told from the story it would be a guess.
def tell_reign(state: State, king: Person | None) -> None:
    """Who is King by now, if that is somebody else than before."""
    reigns = [one.person for one in state.past if one.what is Happening.REIGN]
    if king is not None and reigns[-1:] != [king]:
        state.past.append(Past(state.round, Happening.REIGN, king))


def tell_crowning(state: State, seat: Seat) -> None:
    """A player has declared Coronation."""
    state.past.append(Past(state.round, Happening.CROWNING, player(seat)))


def tell_fall(state: State, what: Happening, person: Person) -> None:
    """A player or the King is about to leave the board, by what is announced last."""
    if seat_of(person) is None and person != king_of(state):
        return
    means = _means(state.pending[-1]) if state.pending else ""
    state.past.append(Past(state.round, what, person, means))


def _means(effect: Effect) -> str:
    by = listed([who(seat) for seat in (effect.by, *effect.others)])
    return effect.play.means.format(by)


# When it is over


def tale(t: Table, state: State) -> tuple[str, ...]:
    """The throne, the Coronations, the deaths, and who stood where; empty before the end."""
    if t.outcome is None or not state.past:
        return ()
    return (
        *_reigns(state),
        *_crownings(state, t.outcome.winners),
        *_deaths(state),
        *_stood(t, state),
    )


def _reigns(state: State) -> Iterator[str]:
    """How often the throne changed hands, and how it did so last."""
    places = [n for n, one in enumerate(state.past) if one.what is Happening.REIGN]
    first = title_of(state.past[places[0]].person) if places else ""
    if len(places) == 1:
        yield f"{first} was King from the beginning to the end."
    if len(places) < 2:
        return
    last, before = state.past[places[-1]], state.past[places[-2]]
    fall = _fall_of(before.person, state.past[places[-2] : places[-1]])
    why = f": {name_of(before.person)} {_fell(fall)}" if fall is not None else ""
    often = counted_times(len(places) - 1)
    yield (
        f"{first} was the first King; the throne changed hands {often}. At last, in round"
        f" {last.round}, it went from {name_of(before.person)} to {name_of(last.person)}{why}."
    )


def _crownings(state: State, winners: Sequence[Seat]) -> Iterator[str]:
    """The Coronations that came to nothing, and why."""
    failed = []
    for place, one in enumerate(state.past):
        if one.what is not Happening.CROWNING:
            continue
        fall = _fall_of(one.person, state.past[place:], one.round)
        if fall is not None:
            failed.append(f"{name_of(one.person)} in round {one.round}, who {_fell(fall)}")
        elif seat_of(one.person) not in winners or place < _last_crowning(state):
            failed.append(f"{name_of(one.person)} in round {one.round}")
    yield from _told("Crowned in vain", failed)


def _last_crowning(state: State) -> int:
    return max(n for n, one in enumerate(state.past) if one.what is Happening.CROWNING)


def _deaths(state: State) -> Iterator[str]:
    """The players who died, but for those of whom that was told already."""
    crowned = {(one.round, one.person) for one in state.past if one.what is Happening.CROWNING}
    places = [n for n, one in enumerate(state.past) if one.what is Happening.REIGN]
    told = None
    if len(places) > 1:
        told = _fall_of(state.past[places[-2]].person, state.past[places[-2] : places[-1]])
    found = [
        f"{name_of(one.person)} in round {one.round}{f' by {one.means}' if one.means else ''}"
        for one in state.past
        if one is not told
        and one.what is Happening.DEATH
        and seat_of(one.person) is not None
        and (one.round, one.person) not in crowned
    ]
    yield from _told("Players who died", found)


def _told(lead: str, found: Sequence[str]) -> Iterator[str]:
    """The last of them one by one, the others counted."""
    if found:
        more = len(found) - MOST_TOLD
        told = [*found[-MOST_TOLD:], f"and {more} more before them"] if more > 0 else found
        yield f"{lead}: {'; '.join(told)}."


def _fall_of(person: Person, past: Sequence[Past], round_: int | None = None) -> Past | None:
    """How somebody left the board in this piece of the game, or in one round of it."""
    return next(
        (
            one
            for one in past
            if one.what in _FALLS and one.person == person and round_ in (None, one.round)
        ),
        None,
    )


def _fell(fall: Past) -> str:
    if fall.what is Happening.SHIP:
        return "took ship to a distant land" + (f" from {fall.means}" if fall.means else "")
    return "was killed" + (f" by {fall.means}" if fall.means else "")


def _stood(t: Table, state: State) -> Iterator[str]:
    """The players at the end, the highest first."""
    seats = [seat for seat in map(seat_of, people(state)) if seat is not None]
    said = []
    for seat in seats:
        rank = rank_of(state, player(seat))
        said += [f"{who(seat)} {rank.title}"] if rank is not None else []
    said += [f"{who(seat)} dead" for seat in state.order if player(seat) in state.dead]
    said += [
        f"{who(seat)} in the distant land" for seat in state.order if player(seat) in state.shipped
    ]
    said += [f"{who(seat)} has left" for seat in t.gone]
    if said:
        yield f"At the end: {', '.join(said)}."
