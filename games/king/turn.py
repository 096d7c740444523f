"""One turn in the order of the rulebook (SK-3 to SK-9), from the return of the dead to its end.

A turn is cut short when its player leaves the board: what is left of it is only the end (SKD-18).
"""

from __future__ import annotations

from typing import Final

from games.engine.choice import Answer, Choice, Option
from games.engine.table import Table
from games.engine.values import CardId, Seat
from games.king import plays
from games.king.board import is_present, king_of, others
from games.king.course import attack_jointly, carry_out, open_window, settle
from games.king.death import come_back
from games.king.endings import CROWNED, Ended, ended
from games.king.hands import (
    DECK,
    DISCARD,
    DISCARDS,
    discard,
    draw,
    drop_tokens,
    expose,
    hand,
    hand_of,
    size,
    take_blackmail,
    take_from_deck,
    tokens,
)
from games.king.heirs import BISHOP, LIBRARIAN, TRUE_HEIR, name_of, player
from games.king.loyalty import end_bribes, holds, sources_of
from games.king.offers import choose_play
from games.king.ranks import Rank
from games.king.state import Moment, Stage, Turn, state_of
from games.king.words import begun, counted, listed

HAND_SIZE: Final = 5
INFLUENCE_SIZE: Final = 6
PLANNING: Final = 5
DECLARE: Final = "coronation"
GIFT: Final = "gift"
LIBRARY: Final = "library"


async def take_turn(t: Table, seat: Seat) -> None:
    """A whole turn of a seat. Raises `Ended` when the game is over."""
    state = state_of(t)
    state.turn = Turn()
    t.turn = seat
    t.event("turn")
    t.event(f"turn {seat}")
    was_dead = player(seat) in state.dead
    if was_dead or player(seat) in state.shipped:  # SK-56, SKG-57, SKG-59
        come_back(t, player(seat))
    if was_dead:
        await draw(t, seat, HAND_SIZE)
    await settle(t)
    if not was_dead:
        await play_steps(t, seat)
    await finish(t, seat)


async def play_steps(t: Table, seat: Seat) -> None:
    """The numbered steps with their windows, as long as the player is on the board."""
    for step in (
        window_before_declaring,
        declare,
        window_at_start,
        before_drawing,
        draw_cards,
        window_when_drawn,
        main_steps,
        window_at_end,
    ):
        if not goes_on(t, seat):
            return
        await step(t, seat)


def goes_on(t: Table, seat: Seat) -> bool:
    """Whether the turn of this seat is still being played."""
    return is_present(t, seat) and not state_of(t).turn.over


async def window_before_declaring(t: Table, seat: Seat) -> None:
    """SKD-25: the start of a King's turn, where an Investigation can stop the Coronation."""
    if king_of(state_of(t)) == player(seat):
        await open_window(t, "start", but=seat)


async def window_at_start(t: Table, seat: Seat) -> None:
    """After the turn's start and a declared Coronation (SKD-2)."""
    await open_window(t, "start", but=seat)


async def window_when_drawn(t: Table, seat: Seat) -> None:
    """After the draw (SKD-2)."""
    await open_window(t, "drawn", but=seat)


async def window_at_end(t: Table, seat: Seat) -> None:
    """At the end of the turn (SKD-2)."""
    await open_window(t, "end", but=seat)


# Step 1: Coronation


async def declare(t: Table, seat: Seat) -> None:
    """SK-3, SK-10, SKG-12: the King may declare Coronation and gets a card from each player."""
    state = state_of(t)
    if king_of(state) != player(seat) or player(seat) in state.turn.stopped:
        return
    options = (Option("declare", "declare your Coronation"),)
    choice = Choice(DECLARE, "Be crowned now?", options=options, pass_label="not now")  # noqa: S106
    answer = await t.ask(seat, choice)
    if answer.option is None or not goes_on(t, seat):
        return
    state.turn.crowning = seat
    t.event("coronation")
    t.say(f"{{{seat}}} declares Coronation.")
    await receive_gifts(t, seat)


async def receive_gifts(t: Table, king: Seat) -> None:
    """SKD-5: each other player picks a hand card that only the King gets to see.

    A last card is given unasked (SKB-8).
    """
    hands: dict[Seat, tuple[CardId, ...]] = {}
    for seat in others(t, king):
        if size(t, seat):
            hands[seat] = await hand(t, seat)
    choices = {seat: choose_gift(king, cards) for seat, cards in hands.items() if len(cards) > 1}
    answers = await t.ask_all(choices)
    given = {seat: cards for seat, cards in hands.items() if seat not in choices}
    for seat, answer in zip(choices, answers, strict=True):
        given[seat] = answer.cards
    for seat in hands:
        if not t.is_gone(seat):
            await t.give(given[seat], seat, king, hand_of(king))
    await expose(t, king)


def choose_gift(king: Seat, cards: tuple[CardId, ...]) -> Choice:
    """Exactly one card; who is late gives the first of the mixed hand."""
    default = Answer(cards[:1])
    prompt = f"A gift to {{{king}}}, who is being crowned: only {{{king}}} gets to see it."
    return Choice(GIFT, prompt, cards, min_cards=1, max_cards=1, default=default)


# Steps 2 and 3: discard and draw


async def before_drawing(t: Table, seat: Seat) -> None:
    """Step 2 (SK-4), and whatever may be played at any time before it."""
    state_of(t).turn.stage = Stage.DISCARD
    while goes_on(t, seat):
        cards = (*await hand(t, seat), *tokens(t, seat))
        choice = choose_play(t, seat, Moment.BEFORE_DRAWING, cards, pass_label="draw")  # noqa: S106
        if choice is None:
            return
        answer = await t.ask(seat, choice)
        if answer.option is None:
            return
        await carry_out(t, seat, answer)
        if answer.option == plays.DISCARD.key:
            return


async def draw_cards(t: Table, seat: Seat) -> None:
    """Step 3 (SK-5): up to 5, 6 for a Marquis (SKG-15); the Viscount draws, then discards."""
    state = state_of(t)
    state.turn.stage = Stage.DRAW
    limit = INFLUENCE_SIZE if sources_of(state, seat, Rank.MARQUIS) else HAND_SIZE  # SKD-20
    planning = bool(sources_of(state, seat, Rank.VISCOUNT))
    count = PLANNING if planning else limit - size(t, seat)
    if count > 0:
        if await goes_to_the_library(t, seat):
            await take_from_deck(t, seat)
        else:
            await draw(t, seat, count)
    if planning and goes_on(t, seat):
        await discard_down(t, seat, limit)
    if holds(state, seat, BISHOP) and goes_on(t, seat):  # SK-43 (b), SKD-24
        await take_blackmail(t, seat)
    state.turn.stage = Stage.EXECUTION


async def goes_to_the_library(t: Table, seat: Seat) -> bool:
    """SK-51 (b), SKD-24: the whole draw may be replaced by a search, if there is any card."""
    if not holds(state_of(t), seat, LIBRARIAN):
        return False
    if not t.zone(DECK).cards and not t.zone(DISCARDS).cards:
        return False
    options = (Option("search", "take a card of your choice"),)
    prompt = "Search the deck instead of drawing?"
    choice = Choice(LIBRARY, prompt, options=options, pass_label="draw")  # noqa: S106
    return (await t.ask(seat, choice)).option is not None


async def discard_down(t: Table, seat: Seat, limit: int) -> None:
    """SK-22, SKG-16: any discards that leave `limit` cards or fewer."""
    cards = await hand(t, seat)
    if not cards:
        return
    min_cards = max(0, len(cards) - limit)
    choice = Choice(
        DISCARD,
        f"Planning: discard to {limit} cards or fewer.",
        cards,
        min_cards=min_cards,
        max_cards=len(cards),
        default=Answer(cards[:min_cards]),
    )
    answer = await t.ask(seat, choice)
    if answer.cards and not t.is_gone(seat):
        await discard(t, seat, answer.cards)
        t.say(f"{{{seat}}} discards {counted(len(answer.cards))}.")


# Steps 4 to 7


async def main_steps(t: Table, seat: Seat) -> None:
    """Execution, Blackmail, in a Coronation the joint attempt, and one attempt of one's own."""
    turn = state_of(t).turn
    if turn.crowning == seat:
        await act(t, seat, "face the others")
        if not goes_on(t, seat):
            return
        turn.stage = Stage.JOINT
        await attack_jointly(t, player(seat), others(t, seat))  # SK-8, SKG-47
    await act(t, seat, "end your turn")


async def act(t: Table, seat: Seat, pass_label: str) -> None:
    """The player does one thing after the other until they pass."""
    while goes_on(t, seat):
        cards = (*await hand(t, seat), *tokens(t, seat))
        choice = choose_play(t, seat, Moment.MAIN, cards, pass_label=pass_label)
        if choice is None:
            return
        answer = await t.ask(seat, choice)
        if answer.option is None:
            return
        await carry_out(t, seat, answer)


# The end of the turn (SKD-18)


async def finish(t: Table, seat: Seat) -> None:
    """The crown, then Bribes return, tokens vanish, and the table is settled."""
    state = state_of(t)
    if state.turn.crowning == seat and king_of(state) == player(seat):  # SKG-13, SKG-14
        if not holds(state, seat, TRUE_HEIR):
            t.say(f"{{{seat}}} has survived the Coronation.")
            raise Ended(ended(CROWNED, seat))
        t.say(f"{{{seat}}} survives, but cannot win with the True Heir.")  # SKG-36
    bribed = [name_of(heir) for heir in end_bribes(state)]
    if bribed:
        t.say(f"{begun(listed(bribed))} {'is' if len(bribed) == 1 else 'are'} bribed no longer.")
    for other in state.order:
        drop_tokens(t, other)
    await settle(t)
