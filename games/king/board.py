"""The board: who has which Rank, in which order of Seniority (SK-17, SKG-7, SKG-66 to SKG-71).

Each Rank is a list, the most senior first (SKG-7). Everything here is a plain function on the
public state; nobody is asked and nothing is decided by chance. The King's fate is in `course.py`.
"""

from __future__ import annotations

from games.engine.table import Table
from games.engine.values import Seat
from games.king.heirs import HERMIT, LIBRARIAN, PRINCE, Person, player
from games.king.ranks import PLACES, Rank
from games.king.state import State, state_of

# Who is where


def rank_of(state: State, person: Person) -> Rank | None:
    """The Rank of somebody; None when not on the board."""
    for rank, ranked in state.ranks.items():
        if person in ranked:
            return rank
    return None


def people(state: State) -> list[Person]:
    """All on the board, the King first."""
    return [person for ranked in state.ranks.values() for person in ranked]


def king_of(state: State) -> Person | None:
    """The King, if there is one."""
    return next(iter(state.ranks[Rank.KING]), None)


def is_present(t: Table, seat: Seat) -> bool:
    """Whether a player is at the table and on the board (SKG-59, SKD-23)."""
    state, person = state_of(t), player(seat)
    return seat not in t.gone and person not in state.dead and person not in state.shipped


def around(t: Table, first: Seat | None) -> tuple[Seat, ...]:
    """The players on the board in turn order, from `first` or whoever comes after."""
    state = state_of(t)
    order, away, gone = state.order, (*state.dead, *state.shipped), t.gone
    start = order.index(first) if first in order else 0
    circle = order[start:] + order[:start]
    return tuple([seat for seat in circle if seat not in gone and player(seat) not in away])


def others(t: Table, seat: Seat) -> tuple[Seat, ...]:
    """The other players on the board in turn order, from the one after `seat`."""
    return tuple(other for other in around(t, seat) if other != seat)


# Moving people


def enter(state: State, person: Person) -> None:
    """Somebody comes in as the least senior Commoner (SKG-58)."""
    for absent in (state.dead, state.shipped):
        if person in absent:
            absent.remove(person)
    state.ranks[Rank.COMMONER].append(person)


def lift(state: State, person: Person) -> None:
    """Take somebody off the board."""
    for rank in Rank:
        if person in state.ranks[rank]:
            state.ranks[rank].remove(person)


def reset(state: State, person: Person) -> Rank | None:
    """SKG-8: to the end of the own Rank's list; which that is."""
    rank = rank_of(state, person)
    if rank is not None:
        state.ranks[rank].remove(person)
        state.ranks[rank].append(person)
    return rank


def succeed(state: State) -> list[tuple[Person, Rank]]:
    """SK-17, SKG-66: fill openings from the top down, one by one, until stable; who rose where."""
    risen: list[tuple[Person, Rank]] = []
    lists = list(state.ranks.values())
    while True:
        for (rank, places), upper, lower in zip(PLACES.items(), lists[:-1], lists[1:], strict=True):
            if len(upper) < places and lower:
                heir = lower.pop(0)
                upper.append(heir)
                risen.append((heir, rank))
                break
        else:
            return risen


def demote_librarian(state: State) -> list[tuple[Person, Rank]]:
    """SKG-67, SKD-13: he changes places downwards until he is Marquis; who rises for it, where
    to."""
    risen: list[tuple[Person, Rank]] = []
    for rank in (Rank.KING, Rank.DUKE):
        upper, lower = state.ranks[rank], state.ranks[Rank(rank + 1)]
        if LIBRARIAN in upper and lower:
            upper.remove(LIBRARIAN)
            risen.append((lower[0], rank))
            upper.append(lower.pop(0))
            lower.append(LIBRARIAN)
    return risen


def prefer_friend(state: State, friend: Seat | None) -> Rank | None:
    """SK-52 (b), SKG-71: the Prince's friend is the most senior of their Rank; which that is, if
    they were not yet."""
    if friend is None or rank_of(state, PRINCE) is None:
        return None
    person = player(friend)
    rank = rank_of(state, person)
    if rank is None or state.ranks[rank][0] == person:
        return None
    state.ranks[rank].remove(person)
    state.ranks[rank].insert(0, person)
    return rank


def pardon(state: State, person: Person, safe: tuple[Person, ...]) -> Person | None:
    """SKG-68: one Rank up, at the cost of the least senior there who may fall; gives whom.

    `safe` are those who do not lose Rank (SKG-69); the Hermit never does (SKD-19). With nobody to
    replace, or nothing above, the Rank stays as it is (SKG-70).
    """
    rank = rank_of(state, person)
    if rank is None or rank == Rank.KING:
        return None
    upper, lower = state.ranks[Rank(rank - 1)], state.ranks[rank]
    falling = next((one for one in reversed(upper) if one != HERMIT and one not in safe), None)
    if falling is None:
        return None
    upper.remove(falling)
    lower.remove(person)
    upper.append(person)
    lower.insert(0, falling)
    return falling
