"""Whose friend each Heir is: a permanent owner and, on top, the Bribes of this turn (SKG-29).

Plain functions on the public state. What gaining or losing an Heir brings about is in `hands.py`,
which compares the holders of now with those it saw last.
"""

from __future__ import annotations

from games.engine.values import Seat
from games.king.board import rank_of
from games.king.heirs import GENERAL, HEIRS, HIEROPHANT, OLD_MAN, SPY, Person, player, seat_of
from games.king.helpers import NO_HELPERS, Helpers
from games.king.ranks import Rank
from games.king.state import State


def holder(state: State, person: Person) -> Seat | None:
    """Who has the loyalty of an Heir now: the last Bribe rules, then the owner."""
    stack = state.bribes.get(person)
    return stack[-1] if stack else state.owners.get(person)


def goes_back_to(state: State, person: Person) -> tuple[Seat | None, ...]:
    """To whom the loyalty of a bribed Heir goes back, one after the other; None is nobody.

    The earlier bribers in turn, if who bribed after them is gone; at the end the owner (SKG-29).
    """
    stack = state.bribes.get(person, [])
    return (*reversed(stack[:-1]), state.owners.get(person)) if stack else ()


def holds(state: State, seat: Seat, person: Person) -> bool:
    """Whether a seat has the loyalty of an Heir on the board, of whatever Rank (SKD-22)."""
    return holder(state, person) == seat and rank_of(state, person) is not None


def is_friendless(state: State, seat: Seat) -> bool:
    """Whether a seat surely holds nobody: it owns no Heir, and no Bribe is out."""
    return not state.bribes and seat not in state.owners.values()


def held_by(state: State, seat: Seat) -> list[Person]:
    """The Heirs loyal to a seat, in the order of their numbers."""
    if is_friendless(state, seat):
        return []
    owners, bribes = state.owners, state.bribes
    claimed = [heir.key for heir in HEIRS if heir.key in owners or heir.key in bribes]
    return [person for person in claimed if holds(state, seat, person)]


def sources_of(state: State, seat: Seat, rank: Rank) -> list[Person]:
    """Through whom a seat has the use of a Rank now: itself, or by proxy (SKG-28, SKD-20)."""
    turn, users = state.turn, [player(seat)]
    if turn.proxies:
        users += [heir for user, heir in turn.proxies if user == seat and holds(state, seat, heir)]
    ranked, stopped = state.ranks[rank], turn.stopped
    return [person for person in users if person in ranked and person not in stopped]


def is_shielded(state: State, person: Person) -> bool:
    """SK-40 (b): whether the Heir's holder has the Hierophant as well."""
    friend = holder(state, HIEROPHANT)
    return friend is not None and holds(state, friend, person) and seat_of(person) is None


def helpers_of(state: State, seat: Seat) -> Helpers:
    """The friends of a player who change what cards are good for."""
    if is_friendless(state, seat):
        return NO_HELPERS
    general = holds(state, seat, GENERAL)
    drafted = general and bool(sources_of(state, seat, Rank.BARON))
    return Helpers(holds(state, seat, SPY), general, holds(state, seat, OLD_MAN), drafted)


def gain(state: State, seat: Seat, person: Person) -> None:
    """For good: the owner changes and the Bribes on the Heir are void (SKG-30)."""
    state.owners[person] = seat
    state.bribes.pop(person, None)


def bribe(state: State, seat: Seat, person: Person) -> None:
    """Until the turn ends (SK-30)."""
    state.bribes.setdefault(person, []).append(seat)


def forget(state: State, person: Person) -> None:
    """Nobody holds this Heir any more (SKG-35)."""
    state.owners.pop(person, None)
    state.bribes.pop(person, None)


def renounce(state: State, seat: Seat, person: Person) -> None:
    """A seat gives up any hold on one Heir (SKD-23)."""
    if state.owners.get(person) == seat:
        del state.owners[person]
    stack = [briber for briber in state.bribes.pop(person, []) if briber != seat]
    if stack:
        state.bribes[person] = stack


def release(state: State, seat: Seat) -> None:
    """All that a seat holds becomes neutral, or goes back to who held it before (SK-56)."""
    for heir in HEIRS:
        renounce(state, seat, heir.key)


def end_bribes(state: State) -> list[Person]:
    """The Bribes of the turn are over; the Heirs that return."""
    returned = [heir.key for heir in HEIRS if heir.key in state.bribes]
    state.bribes.clear()
    return returned


def is_mine(state: State, seat: Seat, person: Person) -> bool:
    """Whether somebody is this player or loyal to them."""
    return person == player(seat) or holds(state, seat, person)
