"""An assassination from step 2 on (SK-12 to SK-16): Knights, Poison, Antidote, and the count.

The attempt has been announced, its window is closed and its target stands. All that follows are
answers; no window opens in it (SKD-15), and nobody but the cards decides.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.engine.choice import Choice, Option, Weight
from games.engine.table import Table
from games.engine.values import Seat
from games.king import answers
from games.king.board import around, is_present, others, rank_of
from games.king.concerns import weight_of_poison
from games.king.death import would_die
from games.king.effects import is_poison_proof
from games.king.events import FRIEND
from games.king.fights import GENERALS_KNIGHT, fate, has_queen
from games.king.heirs import (
    DEVIL,
    GENERAL,
    HERMIT,
    QUEEN,
    SAGE,
    SPY,
    TASTER,
    Person,
    name_of,
    seat_of,
    title_of,
)
from games.king.loyalty import gain, holder
from games.king.state import Effect, state_of

QUEENS_POISON = "queen"
YES, NO = Option("yes", "she uses Poison"), Option("no", "she does not")


async def assassinate(t: Table, effect: Effect) -> None:
    """Steps 2 to 5 of an attempt, and what a failed or a healed one brings."""
    target, leader = effect.target, effect.by
    await ask_for_knights(t, effect)
    healer = await ask_for_poison(t, effect)
    if rank_of(state_of(t), target) is None:  # a player who has left meanwhile
        return
    if effect.poison and is_poison_proof(state_of(t), target):  # SKG-52
        t.say(f"Poison adds nothing against {name_of(target)}.")
        effect.poison = 0
    tell_count(t, effect)
    died = False
    if effect.strength + effect.poison > effect.defence:  # SK-16
        died = await would_die(t, target, leader)
    else:
        t.say(f"The attempt on {name_of(target)} fails.")
    if not died:
        after_survival(t, target, leader, healer)


def tell_count(t: Table, effect: Effect) -> None:
    """What came to the attack and to the defence, as far as it was not told yet."""
    if effect.defence or effect.poison:
        t.say(f"{effect.tally}.")
    elif effect.target != SPY:  # of whom it was said that nobody may
        t.say(f"Nobody defends {name_of(effect.target)}.")


# Step 2


def defenders(t: Table, target: Person, leader: Seat) -> tuple[Seat, ...]:
    """SK-13, SKG-40, SKG-41: the target's owner first, then the others; the attacker is not asked.

    A target who is the attacker itself (by the Fool's coin) may defend itself (SKB-6).
    """
    own = seat_of(target)
    owner = holder(state_of(t), target) if own is None else own
    if owner is None or not is_present(t, owner) or (owner == leader and own is None):
        return others(t, leader)
    return tuple(seat for seat in around(t, owner) if seat != leader or seat == own)


async def ask_for_knights(t: Table, effect: Effect) -> None:
    """All Knights, added up in the effect."""
    target = effect.target
    if target == SPY:  # SK-41 (a)
        t.say("No Knights may defend the Spy.")
        return
    if target == GENERAL:  # SK-42 (a), SKG-53
        effect.defence = GENERALS_KNIGHT
        t.say(f"The General defends himself with {GENERALS_KNIGHT}.")

    def took(seat: Seat, worth: int) -> bool:
        effect.defence += worth
        return False

    defending = defenders(t, target, effect.by)
    await answers.knights(t, defending, effect, took)


# Steps 3 and 4


async def ask_for_poison(t: Table, effect: Effect) -> Seat | None:
    """All Poison, added up in the effect, and who cancels it by an Antidote (SK-14, SK-15)."""
    target, leader = effect.target, effect.by
    effect.poison = await ask_the_queen(t, effect)
    played: dict[Seat, int] = {}

    def took(seat: Seat, worth: int) -> bool:
        played[seat] = worth
        effect.poison += worth
        return False

    await answers.poison(t, around(t, leader), effect, took)
    if effect.poison == 0:  # SKG-44
        return None
    if target == TASTER:  # used, even if it is cancelled (SKG-51)
        state_of(t).turn.tasted = True
    return await ask_for_antidote(t, effect, healers(t, leader, played))


async def ask_for_antidote(t: Table, effect: Effect, asked: Sequence[Seat]) -> Seat | None:
    """Who cancels all Poison (SK-15); the first ends it (SKG-43)."""
    healed: list[Seat] = []

    def took(seat: Seat, worth: int) -> bool:
        t.say("All Poison is cancelled.")
        effect.poison = 0
        healed.append(seat)
        return True

    await answers.antidote(t, asked, effect, took)
    return next(iter(healed), None)


async def ask_the_queen(t: Table, effect: Effect) -> int:
    """SK-38, SK-57, SKG-46: the Poison of a Queen above Commoner in any attempt on the King."""
    state = state_of(t)
    if not has_queen(state, effect.target):
        return 0
    friend = holder(state, QUEEN)
    if friend is not None and is_present(t, friend):
        choice = Choice(
            QUEENS_POISON,
            f"{effect.tally}: {fate(state, effect, seat=friend)} as it stands."
            " Does the Queen add one Poison?",
            options=(YES, NO),
            weight=weight_of_poison(t, effect, friend) or Weight.FULL,
        )
        answer = await t.ask(friend, choice)
        if answer.option == NO.key:
            return 0
    t.say("The Queen uses Poison.")
    return 1


def healers(t: Table, leader: Seat, played: dict[Seat, int]) -> list[Seat]:
    """SKG-43: by falling number of Poison, then in turn order from the attacker."""
    return sorted(around(t, leader), key=lambda seat: -played.get(seat, 0))


# After it


def after_survival(t: Table, target: Person, leader: Seat, healer: Seat | None) -> None:
    """The Antidote wins a target who lives (SK-29, SKG-45); then the Devil goes over (SK-50,
    SKB-4)."""
    state = state_of(t)
    if rank_of(state, target) is None or seat_of(target) is not None:
        return
    if healer is not None and is_present(t, healer) and target not in (SAGE, HERMIT):
        gain(state, healer, target)
        t.say(f"{title_of(target)} becomes the friend of {{{healer}}}.", about=FRIEND)
    if target == DEVIL and is_present(t, leader):
        gain(state, leader, DEVIL)  # SKD-23: the owner, and no Bribe is left
        failed = "whose attempt on him has failed"
        t.say(f"The Devil becomes the friend of {{{leader}}}, {failed}.", about=FRIEND)
