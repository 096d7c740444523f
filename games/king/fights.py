"""How a fight stands, in words: what happens as it is, and what an answer would change.

For the prompts of answers and for the board. Nothing here decides anything.
"""

from __future__ import annotations

from typing import Final

from games.engine.table import Table
from games.engine.values import Seat
from games.engine.view import who
from games.engine.words import begun, listed
from games.king.board import is_present, king_of, rank_of
from games.king.effects import GAIN, RESET, is_poison_proof
from games.king.heirs import (
    FOOL,
    GENERAL,
    HERMIT,
    MAGICIAN,
    QUEEN,
    SAGE,
    TASTER,
    Person,
    name_of,
    player,
    seat_of,
)
from games.king.loyalty import holder, holds
from games.king.ranks import Rank
from games.king.state import Effect, Play, State, state_of

GENERALS_KNIGHT: Final = 10
_MODES: Final = {GAIN: "to win a friend", RESET: "to take away Seniority"}


def fate(state: State, effect: Effect, poison: int | None = None, seat: Seat | None = None) -> str:
    """Who dies or lives as it stands; `poison` if it counts otherwise than it was played. `seat` is
    whom it is told, who is "you"."""
    added = effect.poison if poison is None else poison
    target, own = effect.target, is_own(seat, effect.target)
    saved = target == TASTER and (state.turn.tasted or effect.poison > 0)  # SK-49 (a), SKG-51
    if effect.strength + added <= effect.defence or saved:
        return "you live" if own else f"{name_of(target)} lives"
    if target == MAGICIAN:  # SK-36 (a)
        return "a coin decides whether the Magician dies"
    owner = seat_of(target)
    if owner is not None and holds(state, owner, MAGICIAN):  # SK-36 (b)
        whose = "your" if own else f"{name_of(target)}'s"
        return f"the Magician dies in {whose} place"
    return "you die" if own else f"{name_of(target)} dies"


def is_own(seat: Seat | None, person: Person) -> bool:
    """Whether somebody is the player to whom something is told."""
    return seat is not None and person == player(seat)


def has_queen(state: State, target: Person) -> bool:
    """Whether the Queen has a Poison for this attempt (SK-38, SK-57, SKD-22)."""
    return target == king_of(state) and rank_of(state, QUEEN) not in (None, Rank.COMMONER)


def is_winnable(effect: Effect) -> bool:
    """Whether an Antidote may win the target for good: an Heir who may live once the Poison is
    cancelled (SK-29, SKG-45). Poison has to be used on the Taster for it, which saves him."""
    target = effect.target
    may_live = effect.strength <= effect.defence or target in (MAGICIAN, TASTER)
    return may_live and seat_of(target) is None and target not in (SAGE, HERMIT)


def about_knights(t: Table, effect: Effect, seat: Seat) -> str:
    """What Knights would change, with the Poison that the Queen is about to add."""
    state, tally, target = state_of(t), effect.tally, effect.target
    proof, sure = is_poison_proof(state, target), 0
    if has_queen(state, target) and not proof:
        friend = holder(state, QUEEN)
        decides = friend is not None and is_present(t, friend)
        sure = 0 if decides else 1
        tally += f", and the Queen {'may add' if decides else 'adds'} one Poison"
        if sure and target == TASTER:
            return f"{tally}, which saves the Poison Taster for this turn. Do you defend?"
    missing = effect.strength + sure - effect.defence
    if missing > 0:
        saved = ", or Poison is used on him" if target == TASTER else ""
        end = f"unless Knights add {missing} or more{saved}"
    elif proof or target == TASTER:
        end = "whatever Poison comes"
    else:
        end = f"unless {'more ' if sure else ''}Poison comes; more Knights guard against it"
    return f"{tally}: {fate(state, effect, sure, seat)}, {end}. Do you defend?"


def about_poison(t: Table, effect: Effect, seat: Seat) -> str:
    """What Poison would change."""
    first = ""
    if is_winnable(effect):  # SKG-43
        first = f" Whoever adds most may heal first, and so win {name_of(effect.target)}."
    if effect.target == TASTER:
        saves = "It" if effect.poison else "Any Poison"
        return f"{effect.tally}. {saves} saves the Poison Taster for this turn.{first} Add any?"
    if is_poison_proof(state_of(t), effect.target):
        whom = "you" if is_own(seat, effect.target) else name_of(effect.target)
        return f"{effect.tally}. Poison adds nothing against {whom}. Add any?"
    missing = effect.defence - effect.strength - effect.poison + 1
    end = f"unless Poison adds {missing}" if missing > 0 else "with no more Poison as well"
    now = f"{effect.tally}: {fate(state_of(t), effect, seat=seat)}, {end}."
    return f"{now}{first} Do you add Poison?"


def about_antidote(t: Table, effect: Effect, seat: Seat) -> str:
    """What an Antidote would change."""
    state = state_of(t)
    poison = 0 if is_poison_proof(state, effect.target) else effect.poison
    now = f"{effect.tally}: {fate(state, effect, poison, seat)}"
    won = " and becomes your friend" if is_winnable(effect) else ""
    if effect.target == MAGICIAN and effect.strength > effect.defence:
        won = "; if not, he becomes your friend"
    then = f"With an Antidote {fate(state, effect, 0, seat)}{won}"
    return f"{now}. {then}. Do you play one?"


def about_ship(person: Person, seat: Seat) -> str:
    """What a Ship would change."""
    if is_own(seat, person):
        return "You are about to die. A Ship takes you to a distant land. Do you play one?"
    name = name_of(person)
    return f"{begun(name)} is about to die. A Ship takes {name} to a distant land. Do you play one?"


def about_pardon(t: Table, person: Person, seat: Seat) -> str:
    """What a Royal Pardon would change."""
    rank = rank_of(state_of(t), person)
    title = "" if rank in (None, Rank.KING) else Rank(rank - 1).title
    if is_own(seat, person):
        rises = f", and you rise to {title}" if title else ""
        return f"You are to be executed. A Royal Pardon saves you{rises}. Do you play one?"
    name = name_of(person)
    rises = f", who rises to {title}" if title else ""
    return f"{begun(name)} is to be executed. A Royal Pardon saves {name}{rises}. Do you play one?"


def about_joining(target: Person, total: int) -> str:
    """What stands in a joint attempt so far."""
    so_far = f"Attack {total} so far. " if total else ""
    return f"{so_far}Do you attack {name_of(target)}, the King, together with the others?"


def announced(effect: Effect, seat: Seat | None = None) -> str:
    """What the story says of it: with whom, with which cards, what Blackmail is to bring about, and
    how strong an attack is. `seat` is whom a question tells it, who is "you"."""
    said = effect.told(seat)
    if effect.others:
        said += f" together with {listed([who(seat) for seat in effect.others])}"
    if effect.means:
        said += f" with {effect.means}"
    if effect.mode and effect.target != player(effect.by):
        said += f", {_MODES[effect.mode]}"
    return f"{said}: attack {effect.strength}" if effect.strength else said


def why_in_vain(state: State, play: Play, person: Person) -> str:
    """What may save somebody from being killed by this play, before anybody answers; empty if
    nothing does. `state.strength` is that of the cards of an attack."""
    seat = seat_of(person)
    if seat is not None and holds(state, seat, MAGICIAN):
        return "the Magician would die instead"
    if person == MAGICIAN:
        return "a coin may save him"
    if person == FOOL:
        return "a coin may lead it to the King"
    if person == GENERAL and 0 < state.strength <= GENERALS_KNIGHT:
        return f"void: he defends himself with {GENERALS_KNIGHT}"
    return "any Poison saves him" if person == TASTER and state.strength else ""
