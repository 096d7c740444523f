"""Deaths and Ships: what may save somebody who would die, and what a death means (SK-27, SK-56).

In the order of SKG-55 and SKD-15: the Poison Taster's protection for the turn, the Magician for a
player, the Magician's own chance, the Prince's own Ship, a Ship played by anybody, death.
Succession follows when the table is settled.
"""

from __future__ import annotations

from games.engine.table import Table
from games.engine.values import Seat
from games.engine.words import listed
from games.king import cards
from games.king.answers import ask_for_one
from games.king.board import enter, lift, rank_of
from games.king.fights import about_ship
from games.king.hands import discard_all, drop_tokens, size
from games.king.heirs import (
    DEVIL,
    HERMIT,
    MAGICIAN,
    PRINCE,
    TASTER,
    Person,
    name_of,
    player,
    seat_of,
    title_of,
)
from games.king.loyalty import forget, held_by, holds, release, renounce
from games.king.past import Happening
from games.king.state import state_of
from games.king.tale import tell_fall

SHIP = "ship"


async def would_die(
    t: Table, person: Person, killer: Seat | None = None, *, ship: bool = True
) -> bool:
    """Somebody is about to die; whether anybody did.

    `killer` loses the Devil by a death (SK-50, SKG-50). Without `ship` no Ship and no chance helps:
    the Judge's sentence and the Hermit's own nature (SKG-77, SKD-16, SKD-19).
    """
    state = state_of(t)
    if person == TASTER and state.turn.tasted:  # SK-49, SKG-51
        t.say("Poison was used on the Poison Taster, who cannot die in this turn.")
        return False
    seat = seat_of(person)
    if seat is not None and holds(state, seat, MAGICIAN):  # SK-36 (b)
        t.say(f"The Magician stands in for {{{seat}}}.")
        person = MAGICIAN
    elif person == MAGICIAN:  # SK-36 (a)
        if await t.chance(2, "magician_survives") == 1:
            t.say("The coin saves the Magician: he survives.")
            return False
        t.say("The coin does not save the Magician.")
    if ship and person != HERMIT and await _sails(t, person):
        return False
    if rank_of(state, person) is None:  # a player who has left meanwhile
        return False
    await die(t, person)
    if killer is not None and holds(state, killer, DEVIL):
        renounce(state, killer, DEVIL)
        t.say(f"The Devil leaves {{{killer}}}, who has killed somebody.")
    return True


async def _sails(t: Table, person: Person) -> bool:
    """SK-27, SK-52 (a): whether a Ship takes somebody away who would die."""
    if person == PRINCE:
        t.say("The Prince takes ship to his distant land.")
    else:
        sailor = await _ask_for_ships(t, person)
        if sailor is None:
            return False
        if seat_of(person) == sailor:
            t.say(f"{{{sailor}}} escapes to a distant land by Ship.")
        else:
            t.say(f"{{{sailor}}} sends {name_of(person)} to a distant land by Ship.")
    send_away(t, person)
    return True


async def _ask_for_ships(t: Table, person: Person) -> Seat | None:
    """Everybody once from the active player on, until somebody plays a Ship (SKD-15)."""
    sailors: list[Seat] = []

    def took(seat: Seat, worth: int) -> bool:
        sailors.append(seat)
        return True

    await ask_for_one(
        t,
        SHIP,
        lambda seat: about_ship(person, seat),
        cards.SHIP,
        person,
        lambda: rank_of(state_of(t), person) is not None,
        took,
    )
    return next(iter(sailors), None)


def send_away(t: Table, person: Person) -> None:
    """Out of play, but not dead (SKG-56, SKG-57): a player keeps hand and loyalties."""
    state = state_of(t)
    if rank_of(state, person) is None:
        return
    tell_fall(state, Happening.SHIP, person)
    lift(state, person)
    state.shipped.append(person)
    seat = seat_of(person)
    if seat is None:
        forget(state, person)  # SKG-35
    else:
        end_turn(t, seat)


async def die(t: Table, person: Person) -> None:
    """Dead Heirs are out for good (SKG-56); a player loses hand and friends (SK-56)."""
    state = state_of(t)
    tell_fall(state, Happening.DEATH, person)
    lift(state, person)
    state.dead.append(person)
    seat = seat_of(person)
    t.say(f"{title_of(person)} dies.")
    if seat is None:
        forget(state, person)
        return
    tell_loss(t, seat)
    end_turn(t, seat)
    release(state, seat)
    drop_tokens(t, seat)
    await discard_all(t, seat)


def tell_loss(t: Table, seat: Seat) -> None:
    """What a player who dies loses besides the place."""
    hand, friends = size(t, seat), held_by(state_of(t), seat)
    lost = listed([*(["the hand"] if hand else []), *(["all friends"] if friends else [])])
    loses = f"loses {lost} and " if lost else ""
    t.say(f"{{{seat}}} {loses}comes back in place of the next turn.")


def end_turn(t: Table, seat: Seat) -> None:
    """Whoever leaves the board is not crowned, and has no more of a turn in play (SKD-23)."""
    turn = state_of(t).turn
    if turn.crowning == seat:
        turn.crowning = None
    turn.over = turn.over or t.turn == seat


def come_back(t: Table, person: Person) -> None:
    """Back as the least senior Commoner; Succession acts when the table is settled (SKG-58)."""
    state = state_of(t)
    place = "the dead" if person in state.dead else "the distant land"
    enter(state, person)
    t.say(f"{title_of(person)} is back from {place} as the last Commoner.")


def depart(t: Table, seat: Seat) -> None:
    """SKD-11: a seat has left: as death, without return; the hand is out of play."""
    state = state_of(t)
    for absent in (state.dead, state.shipped):
        if player(seat) in absent:
            absent.remove(player(seat))
    lift(state, player(seat))
    release(state, seat)
    end_turn(t, seat)
    t.remove(tuple(t.hand_zone(seat).cards))
    drop_tokens(t, seat)
    t.say(f"{{{seat}}} leaves the court.")
