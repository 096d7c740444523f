"""Who may be named for what, and who is immune: pure functions, read when naming and resolving.

The same tests are made twice (SKD-14, SKG-38): when somebody is named, and again before the effect
happens, with the loyalties and Ranks of that moment.
"""

from __future__ import annotations

from typing import Final

from games.engine.values import Seat
from games.king.board import Deed, Effect, Rank, State, rank_of
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

GAIN: Final = "gain"
RESET: Final = "reset"

AIMED: Final = (
    Deed.BRIBE,
    Deed.BLACKMAIL,
    Deed.INVESTIGATE,
    Deed.BETRAY,
    Deed.EXECUTE,
    Deed.ASSASSINATE,
)
"""The deeds that hit somebody on the board: the Fool can draw them and lead them to the King
(SKB-3)."""


_IMMUNE: Final = {
    (Deed.BRIBE, MERCHANT): "the Merchant is immune to Bribe",  # SK-54
    (Deed.BLACKMAIL, HIEROPHANT): "the Hierophant is immune to Blackmail",  # SK-40
    (Deed.BLACKMAIL, GAMBLER): "the Gambler is immune to Blackmail",  # SK-45
    (Deed.ASSASSINATE, OLD_MAN): "the Old Man is immune to Assassination",  # SK-53
    (Deed.EXECUTE, EXECUTIONER): "the Executioner is immune to Execution",  # SK-48
}


def works_as_blackmail(deed: Deed, person: Person) -> bool:
    """Blackmail itself, and a Bribe on the Gambler (SK-45)."""
    return deed is Deed.BLACKMAIL or (deed is Deed.BRIBE and person == GAMBLER)


def why_immune(state: State, person: Person, deed: Deed) -> str | None:
    """What protects somebody on the board from a deed now; None if nothing does."""
    if person == HERMIT:
        return "the Hermit is immune to all effects"  # SK-44
    if deed is not Deed.INVESTIGATE and is_beneath_notice(state, person):
        return "a Commoner is beneath notice"  # SK-24, SKG-27
    if deed is Deed.BLACKMAIL and is_shielded(state, person):
        return "the Hierophant protects this Heir from Blackmail"  # SK-40
    if deed is Deed.EXECUTE and has_friend(state, person, EXECUTIONER):
        return "the Executioner's friend is immune to Execution"  # SK-48
    return _IMMUNE.get((deed, person))


def is_beneath_notice(state: State, person: Person) -> bool:
    """SK-24, SKG-27: a Commoner who is not under Investigation."""
    return person in state.ranks[Rank.COMMONER] and person not in state.turn.stopped


def has_friend(state: State, person: Person, heir: Person) -> bool:
    """Whether somebody is a player who holds this Heir."""
    seat = seat_of(person)
    return seat is not None and holds(state, seat, heir)


def is_poison_proof(state: State, person: Person) -> bool:
    """SK-37 (a), SK-49 (b), SKG-52: Poison adds nothing against the Sage or the Taster's friend."""
    return person == SAGE or has_friend(state, person, TASTER)


def why_not(state: State, deed: Deed, by: Seat, person: Person) -> str | None:
    """Why `by` may not name somebody for a deed; None if they may."""
    rank = rank_of(state, person)
    return "not on the board" if rank is None else _why_not(state, deed, by, person, rank)


def _why_not(state: State, deed: Deed, by: Seat, person: Person, rank: Rank) -> str | None:
    immune = why_immune(state, person, deed)
    if immune is not None:
        return immune
    if deed is Deed.BRIBE:
        loyal = person != GAMBLER and holder(state, person) == by
        return "loyal to you already" if loyal else None
    if deed is Deed.INVESTIGATE:
        return "under Investigation already" if person in state.turn.stopped else None
    match deed:
        case Deed.BETRAY | Deed.PROXY if not holds(state, by, person):
            return "not loyal to you"  # SK-33, SK-35
        case Deed.PROXY if rank in (Rank.KING, Rank.COMMONER):
            return "this Rank has nothing to lend"  # SKG-25
        case Deed.PROXY if (by, person) in state.turn.proxies:
            return "you have the use of this Rank already"
        case Deed.EXECUTE if rank in (Rank.KING, Rank.DUKE):
            return "neither the King nor a Duke can be executed"  # SK-19, SKG-19
        case Deed.EXECUTE | Deed.ASSASSINATE if person == player(by):
            return "not yourself"  # SKG-18, SKD-24
    return None


def targets(state: State, deed: Deed, by: Seat) -> list[Person]:
    """Everybody whom `by` may name for a deed now, the King first."""
    if deed is Deed.SHIP:
        return list(state.shipped)
    return [
        person
        for rank, ranked in state.ranks.items()
        for person in ranked
        if _why_not(state, deed, by, person, rank) is None
    ]


def has_target(state: State, deed: Deed, by: Seat) -> bool:
    """Whether `by` may name anybody for a deed now: the same, but only as far as the first."""
    if deed is Deed.SHIP:
        return bool(state.shipped)
    if deed is Deed.BETRAY or deed is Deed.PROXY:
        return any(why_not(state, deed, by, friend) is None for friend in held_by(state, by))
    for rank, ranked in state.ranks.items():
        for person in ranked:
            if _why_not(state, deed, by, person, rank) is None:
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
    if effect.deed is Deed.SHIP:
        return None if effect.target in state.shipped else "not in the distant land"
    if not effect.redirected:
        return why_not(state, effect.deed, effect.by, effect.target)
    if rank_of(state, effect.target) is None:
        return "not on the board"
    return why_immune(state, effect.target, effect.deed)
