"""Who may be named for what, and who is immune: pure functions, read when naming and resolving.

The same tests are made twice (SKD-14, SKG-38): when somebody is named, and again before the effect
happens, with the loyalties and Ranks of that moment. What is peculiar to one play is named by its
row in `plays.py`.
"""

from __future__ import annotations

from typing import Final

from games.engine.values import Seat
from games.king.board import people, rank_of
from games.king.heirs import (
    EXECUTIONER,
    GAMBLER,
    HERMIT,
    HIEROPHANT,
    MERCHANT,
    OLD_MAN,
    SAGE,
    TASTER,
    Person,
    player,
    seat_of,
)
from games.king.loyalty import held_by, holder, holds, is_shielded
from games.king.ranks import Rank
from games.king.state import Effect, Play, State, Whom

GAIN: Final = "gain"
RESET: Final = "reset"
NOT_THERE: Final = "the target is not on the board any more"


# Immunities


def why_immune(state: State, play: Play, person: Person) -> str | None:
    """What protects somebody on the board from a play now; None if nothing does."""
    if person == HERMIT:
        return "the Hermit is immune to all effects"  # SK-44
    if not play.reaches_commoners and is_beneath_notice(state, person):
        return "a Commoner is beneath notice"  # SK-24, SKG-27
    return play.immune(state, person)


def is_beneath_notice(state: State, person: Person) -> bool:
    """SK-24, SKG-27: a Commoner who is not under Investigation."""
    return person in state.ranks[Rank.COMMONER] and person not in state.turn.stopped


def immune_to_bribe(state: State, person: Person) -> str | None:
    """SK-54 (a)."""
    return "the Merchant is immune to Bribe" if person == MERCHANT else None


def immune_to_blackmail(state: State, person: Person) -> str | None:
    """SK-40, SK-45 (a)."""
    if is_shielded(state, person):
        return "the Hierophant protects this Heir from Blackmail"
    if person == HIEROPHANT:
        return "the Hierophant is immune to Blackmail"
    return "the Gambler is immune to Blackmail" if person == GAMBLER else None


def immune_to_execution(state: State, person: Person) -> str | None:
    """SK-48."""
    if has_friend(state, person, EXECUTIONER):
        return "the Executioner's friend is immune to Execution"
    return "the Executioner is immune to Execution" if person == EXECUTIONER else None


def immune_to_assassination(state: State, person: Person) -> str | None:
    """SK-53 (a)."""
    return "the Old Man is immune to Assassination" if person == OLD_MAN else None


def has_friend(state: State, person: Person, heir: Person) -> bool:
    """Whether somebody is a player who holds this Heir."""
    seat = seat_of(person)
    return seat is not None and holds(state, seat, heir)


def is_poison_proof(state: State, person: Person) -> bool:
    """SK-37 (a), SK-49 (b), SKG-52: Poison adds nothing against the Sage or the Taster's friend."""
    return person == SAGE or has_friend(state, person, TASTER)


# What bars one play


def loyal_already(state: State, by: Seat, person: Person) -> str | None:
    """A Bribe, but for the Gambler, on whom it works as Blackmail (SK-45)."""
    loyal = person != GAMBLER and holder(state, person) == by
    return "the target is a friend already" if loyal else None


def stopped_already(state: State, by: Seat, person: Person) -> str | None:
    """An Investigation."""
    return "the target is under Investigation already" if person in state.turn.stopped else None


def nothing_to_lend(state: State, by: Seat, person: Person) -> str | None:
    """A Station by Proxy (SKG-25)."""
    if rank_of(state, person) in (Rank.KING, Rank.COMMONER):
        return "this Rank has nothing to lend"
    borrowed = (by, person) in state.turn.proxies
    return "the use of this Rank is lent already" if borrowed else None


def above_execution(state: State, by: Seat, person: Person) -> str | None:
    """An Execution (SK-19, SKG-18, SKG-19)."""
    if rank_of(state, person) in (Rank.KING, Rank.DUKE):
        return "neither the King nor a Duke can be executed"
    return oneself(state, by, person)


def oneself(state: State, by: Seat, person: Person) -> str | None:
    """An assassination (SKD-24)."""
    return "nobody attacks themselves" if person == player(by) else None


# Targets


def why_not(state: State, play: Play, by: Seat, person: Person) -> str | None:
    """Why `by` may not name somebody for a play; None if they may."""
    if play.whom is Whom.SHIPPED:
        return None if person in state.shipped else "the target is not in the distant land any more"
    if rank_of(state, person) is None:
        return NOT_THERE
    return _why_barred(state, play, by, person)


def _why_barred(state: State, play: Play, by: Seat, person: Person) -> str | None:
    """The same of somebody who is on the board."""
    immune = why_immune(state, play, person)
    if immune is not None:
        return immune
    if play.whom is Whom.FRIENDS and not holds(state, by, person):
        return "the target is no friend any more"  # SK-33, SK-35
    return play.bar(state, by, person)


def targets(state: State, play: Play, by: Seat) -> list[Person]:
    """Everybody whom `by` may name for a play now, the King first."""
    among = state.shipped if play.whom is Whom.SHIPPED else people(state)
    return [person for person in among if why_not(state, play, by, person) is None]


def has_target(state: State, play: Play, by: Seat) -> bool:
    """Whether `by` may name anybody for a play now: the same, but only as far as the first."""
    if play.whom is Whom.SHIPPED:
        return bool(state.shipped)
    among = held_by(state, by) if play.whom is Whom.FRIENDS else people(state)
    for person in among:  # noqa: SIM110 - asked thousands of times in a game
        if _why_barred(state, play, by, person) is None:
            return True
    return False


def modes(state: State, by: Seat, person: Person) -> tuple[str, ...]:
    """SK-31: what Blackmail may do to somebody: players only lose Seniority (SK-59, SKG-32)."""
    mine = state.owners.get(person) == by and holder(state, person) == by
    return (RESET,) if seat_of(person) is not None or mine else (GAIN, RESET)


def why_lost(state: State, effect: Effect) -> str | None:
    """Why an announced effect does nothing any more; None if it happens (SKD-14).

    A King who is the target by the Fool's coin is held to immunities alone.
    """
    if not effect.redirected:
        return why_not(state, effect.play, effect.by, effect.target)
    if rank_of(state, effect.target) is None:
        return NOT_THERE
    return why_immune(state, effect.play, effect.target)
