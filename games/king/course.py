"""The course of a play to its end: announced, reacted to, resolved, and the table settled.

Windows (SKD-2), what a play takes and names, settling (SKG-73), joint assassinations (SK-8) and the
Hanged Man (SK-47, SK-60, SK-61). These call each other: a play opens a window, in which a play may
be made, which opens a window; whatever resolves can make a new King, and the Hanged Man as King
starts an attempt of his own. The last play resolves first (SKG-20, SKD-2).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.engine.choice import Answer, Choice
from games.engine.table import Table
from games.engine.values import CardId, Seat
from games.engine.words import begun, listed
from games.king import answers
from games.king.board import (
    around,
    demote_librarian,
    is_present,
    king_of,
    prefer_friend,
    succeed,
)
from games.king.cards import Card
from games.king.death import would_die
from games.king.effects import why_lost
from games.king.endings import (
    HANGED_MAN_ALONE,
    HANGED_MAN_AND_HEIR,
    HANGED_MAN_FRIEND,
    TRUE_HEIR_KING,
    Ended,
    ended,
)
from games.king.events import CORONATION, JOINT_ATTACK, RISES, tell_target
from games.king.execution import judge
from games.king.fights import about_joining, announced
from games.king.hands import (
    apply_loyalty_changes,
    choose_discards,
    discard,
    hand,
    size,
    spend,
    tokens,
)
from games.king.heirs import HANGED_MAN, HERMIT, PRINCE, TRUE_HEIR, Person, name_of
from games.king.loyalty import helpers_of, holder, holds
from games.king.offers import choose_in_quiet, choose_play, facts_of, refresh_offers
from games.king.plays import ASSASSINATE
from games.king.ranks import Rank
from games.king.resolution import name_target, throw_coin
from games.king.state import Effect, Moment, Play, catalogue_of, state_of
from games.king.tale import tell_reign
from games.king.words import said

ANNOUNCED: Final = "announced"
ATTEMPTED: Final = "attempt"


# Windows (SKD-2)


async def open_window(
    t: Table, name: str, effect: Effect | None = None, *, but: Seat | None = None
) -> None:
    """Everybody on the board, `but` for one at first, may play, from the player in turn on.

    Each play resolves, then the window opens again for whoever is on the board by then. A window
    right after another with nothing between them is the same one (SKD-29). Who has announced the
    effect may play as well as soon as somebody else has (SKD-28).
    """
    turn = state_of(t).turn
    # Nothing has happened since everybody passed: to ask again would only cost a message delay.
    if effect is None and turn.quiet == moment_of(t):
        return
    while True:
        offers: dict[Seat, Choice] = {}
        if effect is None:
            refresh_offers(t)
        order = tuple(seat for seat in around(t, t.turn) if seat != but)
        for seat in order:
            choice = await offer(t, seat, effect)
            if choice is not None:
                offers[seat] = choice
        played = await t.window(name, order, offers)
        if played is None:
            break
        await react(t, played[0], played[1], effect)
        # Who announced it may answer the answer, but not the play itself (SKD-28).
        if effect is not None:
            but = None
    turn.quiet = moment_of(t)


def moment_of(t: Table) -> tuple[object, ...]:
    """What changes with each step and with each effect, but with nothing else (SKD-29)."""
    # Sizes of zones alone: that a hand has changed is public, what it holds is not.
    piles = tuple([len(zone.cards) for zone in t.zones.values()])
    return (t.number, piles, state_of(t).turn.crowning, *facts_of(state_of(t)))


async def offer(t: Table, seat: Seat, effect: Effect | None) -> Choice | None:
    """What a seat may do in a window, its hand ready for use; None if nothing is open to it."""
    if not is_present(t, seat):
        return None
    cards = (*await hand(t, seat), *tokens(t, seat))
    if effect is None and not state_of(t).attempting:
        return choose_in_quiet(t, seat, cards)
    return choose_play(t, seat, Moment.ANNOUNCED, cards, effect)


async def react(t: Table, seat: Seat, answer: Answer, effect: Effect | None) -> None:
    """Carry a play out; after a conversion its maker may go on at once."""
    while answer.option is not None and await carry_out(t, seat, answer, effect):
        if effect is None:
            refresh_offers(t)
        choice = await offer(t, seat, effect)
        if choice is None:
            return
        answer = await t.ask(seat, choice)


# One play


async def carry_out(t: Table, seat: Seat, answer: Answer, effect: Effect | None = None) -> bool:
    """Do what a seat has chosen; whether its player may go on at once, as after a conversion."""
    catalogue = catalogue_of(t)
    play = catalogue.play(answer.option)
    strength, cards = 0, []
    if answer.cards:
        made, value = tokens(t, seat), helpers_of(state_of(t), seat).attack
        faces = await t.open(answer.cards)
        if not is_present(t, seat):
            return False
        cards = [catalogue.card(face) for face in faces]
        if play is ASSASSINATE:
            pairs = zip(answer.cards, cards, strict=True)
            strength = sum(value(card, number not in made) for number, card in pairs)
        spend(t, seat, answer.cards)
    if play.at_once is not None:
        return await play.at_once(t, seat, cards)
    # Before the target is named: the right is used up even if nobody can be named then.
    await play.commit(t, seat)
    await aim(t, seat, play, cards, strength)
    return False


async def aim(t: Table, seat: Seat, play: Play, cards: Sequence[Card], strength: int) -> None:
    """Name the target and announce the play. Without a target the cards are lost."""
    state_of(t).strength = strength
    target = await name_target(t, seat, play)
    if target is None or not is_present(t, seat):
        t.say(f"{{{seat}}} plays {said(cards)} and names nobody.")
        return
    effect = Effect(play, seat, target, strength=strength)
    if [card.kind for card in cards] != [play.payment.kind]:  # the play alone does not say it
        effect.means = said(cards)
    await play.choose(t, effect)
    await announce(t, effect)


async def announce(t: Table, effect: Effect) -> None:
    """A play from its announcement on: window, target rules, the Fool's coin, effect, settling.

    Immunities and target rules count as they lie after the window (SKD-14, SKG-38).
    """
    state = state_of(t)
    tell(t, effect)
    state.pending.append(effect)
    await open_window(t, ANNOUNCED, effect, but=effect.by)
    if still_applies(t, effect):
        await throw_coin(t, effect)
        if still_applies(t, effect):
            assert effect.play.resolve is not None
            await effect.play.resolve(t, effect)
    state.pending.pop()
    await settle(t)


def tell(t: Table, effect: Effect) -> None:
    """The log, and the events that end standing passes (docs/rules/king.md)."""
    t.say(f"{announced(effect)}.")
    t.event("play")
    tell_target(t, effect)


def still_applies(t: Table, effect: Effect) -> bool:
    """Whether the effect still happens (SKD-14).

    Whoever is off the board does nothing any more; in a joint attempt the next who joined leads it
    (SKB-1).
    """
    joined = (effect.by, *effect.others)
    leader = next((seat for seat in joined if is_present(t, seat)), None)
    if leader is None:
        reason: str | None = f"{{{effect.by}}} is not on the board"
    else:
        effect.by = leader
        reason = why_lost(state_of(t), effect)
    if reason is not None:
        t.say(f"It comes to nothing: {reason}.")
    return reason is None


# Settling


async def settle(t: Table) -> None:
    """SKG-73: gains and losses, Succession, the Librarian, the Prince's friend, the King.

    Deaths have happened by now. Each King is looked at until the table is stable (SKG-66).
    """
    state = state_of(t)
    while True:
        await apply_loyalty_changes(t)
        settle_ranks(t)
        king = king_of(state)
        if king == HERMIT:  # SK-44, SKG-63
            t.say("The Hermit cannot be King.")
            await would_die(t, HERMIT, ship=False)
        elif king == TRUE_HEIR:  # SK-39, SKG-81
            t.say("The True Heir is King.")
            raise Ended(ended(TRUE_HEIR_KING))
        elif king == HANGED_MAN and not state.attempting and king not in state.turn.stopped:
            await crown_hanged_man(t)
        else:
            return


def settle_ranks(t: Table) -> None:
    """Everybody in the right place, with nobody asked and the King's nature not looked at."""
    state = state_of(t)
    tell_risen(t, succeed(state))
    instead = demote_librarian(state)
    if instead:
        fell = Rank(instead[-1][1] + 1)
        t.say(f"The Royal Librarian cannot stay there, and falls to {fell.title}.")
        tell_risen(t, instead)
    friend = holder(state, PRINCE)
    preferred = prefer_friend(state, friend)
    if preferred is not None:
        t.say(f"{{{friend}}} is the most senior {preferred.title}, as the friend of the Prince.")
    tell_reign(state, king_of(state))


def tell_risen(t: Table, steps: Sequence[tuple[Person, Rank]]) -> None:
    """Who rises, each to the last of the Ranks that they come to."""
    if steps:
        (first, rank), *more = dict(steps).items()
        said = [f"{name_of(person)} to {higher.title}" for person, higher in more]
        told = begun(listed([f"{name_of(first)} rises to {rank.title}", *said]))
        t.say(f"{told}.", about=RISES)


# Joint assassination and the Hanged Man


async def attack_jointly(t: Table, target: Person, order: Sequence[Seat]) -> bool:
    """SK-8, SKG-47, SKD-16: Assassins once each in order; the first who adds one leads.

    Gives whether anybody has added one."""
    t.event(JOINT_ATTACK)
    total = 0
    joined: list[Seat] = []

    def took(seat: Seat, worth: int) -> bool:
        nonlocal total
        total += worth
        joined.append(seat)
        return False

    await answers.join(t, order, lambda seat: about_joining(target, total), took)
    if joined:
        effect = Effect(ASSASSINATE, joined[0], target, strength=total)
        effect.others = tuple(joined[1:])
        await announce(t, effect)
    else:
        t.say(f"Nobody attacks {name_of(target)}, the King.")
    return bool(joined)


async def crown_hanged_man(t: Table) -> None:
    """SK-47, SK-60, SK-61, SKG-75: Judge, one card from each, a joint attempt, and the end."""
    state = state_of(t)
    state.attempting = True
    t.event(CORONATION)
    t.say("The Hanged Man attempts Coronation.")
    await judge(t)
    if king_of(state) == HANGED_MAN:
        await discard_one_each(t)
        attacked = await attack_jointly(t, HANGED_MAN, around(t, t.turn))
        if not attacked and king_of(state) == HANGED_MAN:  # SKD-27
            await open_window(t, ATTEMPTED)
    if king_of(state) == HANGED_MAN:
        friend = holder(state, HANGED_MAN)
        t.say("The Hanged Man is crowned.")
        if friend is None:
            raise Ended(ended(HANGED_MAN_ALONE))
        if holds(state, friend, TRUE_HEIR):  # SKG-37
            raise Ended(ended(HANGED_MAN_AND_HEIR, friend=friend))
        raise Ended(ended(HANGED_MAN_FRIEND, friend, friend=friend))
    t.say("The Hanged Man's Coronation comes to nothing.")
    state.attempting = False


async def discard_one_each(t: Table) -> None:
    """SK-60: each player discards one card; an empty hand nothing, a last card unasked (SKB-8)."""
    hands: dict[Seat, tuple[CardId, ...]] = {}
    for seat in around(t, t.turn):
        if size(t, seat):
            hands[seat] = await hand(t, seat)
    several = {seat: cards for seat, cards in hands.items() if len(cards) > 1}
    picks = {
        seat: choose_discards(cards, 1, "The Hanged Man's Coronation")
        for seat, cards in several.items()
    }
    for seat, answer in zip(picks, await t.ask_all(picks), strict=True):
        hands[seat] = answer.cards
    if hands:
        t.say("Each player with cards discards one.")
    for seat, cards in hands.items():
        if not t.is_gone(seat):
            await discard(t, seat, cards)
