"""One turn in the order of the rulebook (SK-3 to SK-9), from the return of the dead to its end.

A turn is cut short when its player leaves the board: what is left of it is only the end (SKD-18).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from games.engine.choice import NOTHING, Answer, Choice
from games.engine.table import Table
from games.engine.values import CardId, Seat
from games.engine.words import listed
from games.king import dice, plays
from games.king.board import is_present, king_of, others
from games.king.course import attack_jointly, carry_out, open_window, settle
from games.king.death import come_back
from games.king.dice import DECK
from games.king.endings import CROWNED, Ended, ended
from games.king.events import CORONATION, KINGS_TURN
from games.king.hands import (
    DISCARDS,
    HAND_SIZE,
    discard,
    draw,
    drop_tokens,
    expose,
    hand,
    hand_limit,
    hand_of,
    size,
    take_blackmail,
    take_from_deck,
    tokens,
)
from games.king.heirs import BISHOP, LIBRARIAN, TRUE_HEIR, name_of, player
from games.king.loyalty import end_bribes, holds, sources_of
from games.king.offers import choose_play
from games.king.payments import ANY_NUMBER
from games.king.ranks import Rank
from games.king.state import Moment, Stage, State, Turn, state_of
from games.king.tale import tell_crowning
from games.king.words import counted

PLANNING: Final = 5
GIFT: Final = "gift"
_OF_STEPS: Final = tuple(
    play.key for play in (plays.CROWN, plays.SEARCH, plays.PLAN, plays.DISCARD)
)
"""The plays that a step carries out itself."""


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
        t.say(f"{{{seat}}} draws {counted(HAND_SIZE)}, and has no other turn this time.")
        await draw(t, seat, HAND_SIZE)
    await settle(t)
    if king_of(state) == player(seat):
        t.event(KINGS_TURN)
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

    def may_declare() -> bool:
        return king_of(state) == player(seat) and player(seat) not in state.turn.stopped

    answer = await decide(t, seat, Moment.CROWNING, may_declare, pass_label="not now")  # noqa: S106
    state.turn.past_declaring = True
    if answer.option != plays.CROWN.key or not goes_on(t, seat):
        return
    state.turn.crowning = seat
    tell_crowning(state, seat)
    t.event(CORONATION)
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
    # All at once: nobody picks a gift by what others have given.
    answers = await t.ask_all(choices)
    # D-143 in the rules: a last card is no choice.
    given = {seat: cards for seat, cards in hands.items() if seat not in choices}
    for seat, answer in zip(choices, answers, strict=True):
        given[seat] = answer.cards
    if hands:
        t.say(f"Each other player with cards gives {{{king}}} one of them unseen.")
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
    answer = await decide(t, seat, Moment.BEFORE_DRAWING, pass_label="draw")  # noqa: S106
    if answer.option == plays.DISCARD.key:
        await carry_out(t, seat, answer)


async def draw_cards(t: Table, seat: Seat) -> None:
    """Step 3 (SK-5): up to 5, 6 for a Marquis (SKG-15); the Viscount draws, then discards."""
    state = state_of(t)
    state.turn.stage = Stage.DRAW
    searches = await goes_to_the_library(t, seat)
    # D-149: only now, for a play before the search may have changed the hand and every Rank.
    due, plans = cards_due(t, seat), is_planning(state, seat)
    if searches:
        await take_from_deck(t, seat)
    elif goes_on(t, seat):
        await draw(t, seat, due)
    if plans and goes_on(t, seat):
        await discard_down(t, seat)
    if holds(state, seat, BISHOP) and goes_on(t, seat):  # SK-43 (b), SKD-24
        await take_blackmail(t, seat)
    state.turn.stage = Stage.EXECUTION


def is_planning(state: State, seat: Seat) -> bool:
    """SK-22: whether a seat has the use of the Rank of Viscount."""
    return bool(sources_of(state, seat, Rank.VISCOUNT))


def cards_due(t: Table, seat: Seat) -> int:
    """How many cards step 3 brings as things stand, never fewer than none (SKD-34)."""
    state = state_of(t)
    if is_planning(state, seat):
        return PLANNING
    return max(0, hand_limit(state, seat) - size(t, seat))


async def goes_to_the_library(t: Table, seat: Seat) -> bool:
    """SK-51 (b), SKD-24: a draw that is due may be replaced by a search, if there is any card."""

    def may_search() -> bool:
        if not holds(state_of(t), seat, LIBRARIAN) or not cards_due(t, seat):
            return False
        return dice.is_played(t) or bool(t.zone(DECK).cards or t.zone(DISCARDS).cards)

    answer = await decide(t, seat, Moment.LIBRARY, may_search, pass_label="draw")  # noqa: S106
    return answer.option == plays.SEARCH.key


async def discard_down(t: Table, seat: Seat) -> None:
    """SK-22, SKG-16: any discards that leave as many cards as the hand holds, or fewer.

    Who has drawn by Planning discards for it, whatever becomes of the Rank meanwhile. Who is late
    loses the first cards of the mixed hand.
    """

    def limit() -> int:
        return hand_limit(state_of(t), seat)

    answer = await decide(t, seat, Moment.PLANNING, limit=limit, pass_label="keep all")  # noqa: S106
    if answer.option == plays.PLAN.key:
        await carry_out(t, seat, answer)
    excess = size(t, seat) - limit()
    if excess > 0 and goes_on(t, seat):
        await discard(t, seat, (await hand(t, seat))[:excess])
        t.say(f"{{{seat}}} discards {counted(excess)}.")


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
    await decide(t, seat, Moment.MAIN, pass_label=pass_label)


async def decide(
    t: Table,
    seat: Seat,
    moment: Moment,
    may_go_on: Callable[[], bool] = lambda: True,
    *,
    limit: Callable[[], int] = lambda: ANY_NUMBER,
    pass_label: str,
) -> Answer:
    """A question of the own turn, again after each play in it (SKD-26).

    Gives the answer that is for the step to carry out, or `NOTHING` if there is none.
    """
    while goes_on(t, seat) and may_go_on():
        cards = (*await hand(t, seat), *tokens(t, seat))
        choice = choose_play(t, seat, moment, cards, limit=limit(), pass_label=pass_label)
        if choice is None:
            break
        answer = await t.ask(seat, choice)
        if answer.option is None or answer.option in _OF_STEPS:
            return answer
        await carry_out(t, seat, answer)
    return NOTHING


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
        are = "is" if len(bribed) == 1 else "are"
        t.say(f"The turn ends: {listed(bribed)} {are} bribed no longer.")
    for other in state.order:
        drop_tokens(t, other)
    await settle(t)
