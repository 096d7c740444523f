"""The question what a player does: the plays that are open, and which cards pay for each.

It is asked in the own turn (SK-4, SK-6 to SK-9) and in windows (SKD-2). Which plays are open hangs
on public facts alone. Whether the chosen cards pay is asked by the player's own client before
sending, and by everybody once the cards are open.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import compress
from typing import Final, NamedTuple

from games.engine.choice import Answer, Choice, Option, Weight
from games.engine.table import Table
from games.engine.values import CardId, Face, Seat
from games.king.board import king_of
from games.king.concerns import slight_plays, weight_for
from games.king.effects import has_target
from games.king.fights import announced
from games.king.heirs import HANGED_MAN
from games.king.helpers import Helpers
from games.king.loyalty import helpers_of, is_friendless
from games.king.payments import ANY_NUMBER, HandCards
from games.king.plays import ASSASSINATE, DISCARD, EXECUTE, PLAN
from games.king.state import (
    Catalogue,
    Effect,
    Moment,
    Play,
    Situation,
    Stage,
    State,
    catalogue_of,
    offers_of,
    state_of,
)
from games.king.words import counted

ACT: Final = "act"
REACT: Final = "react"
DECLARE: Final = "coronation"
LIBRARY: Final = "library"
PLANNING: Final = "planning"
_KINDS: Final = {
    Moment.CROWNING: DECLARE,
    Moment.LIBRARY: LIBRARY,
    Moment.PLANNING: PLANNING,
    Moment.BEFORE_DRAWING: ACT,
    Moment.MAIN: ACT,
    Moment.WINDOW: REACT,
    Moment.ANNOUNCED: REACT,
}
_PROMPTS: Final = {
    Moment.CROWNING: "Step 1: be crowned now? The others give you a card each, and may attack you.",
    Moment.LIBRARY: "Step 3: search the deck for one card, instead of drawing?",
    Moment.PLANNING: "Step 3, Planning: discard to {limit} cards or fewer.",
    Moment.BEFORE_DRAWING: "Step 2, before you draw: pick what to discard, or a card to play.",
    Moment.MAIN: "Now you act: Blackmail, and one attack. What do you do?",
    Moment.WINDOW: "Do you play anything?",
    Moment.ANNOUNCED: "The Hanged Man attempts Coronation. Do you react?",
}
_BEFORE_EXECUTION: Final = (
    "Steps 4 to 7: what do you do? After Blackmail or your attack it is too late to execute."
)
_BEFORE_THE_ATTACK: Final = (
    "Step 5: what do you do, before the others may attack you? Your own attack comes after that."
)
_LATER: Final = {
    ASSASSINATE.key: ", before anybody plays Knights",
    EXECUTE.key: ", before anybody may pardon",
}
"""What can be answered afterwards: nobody has to do that now."""
_NO_DISCARD_YET: Final = "Step 2, before you draw: do you play a card? You discard after drawing."
_AFTER_THE_ATTACK: Final = "Your attack is over; Blackmail is still possible. What do you do?"
_OFTEN: Final = (Moment.BEFORE_DRAWING, Moment.MAIN)
"""The questions of one's own turn that are asked again and again."""


# Which are open


def situation(
    t: Table, seat: Seat, cards: tuple[CardId, ...], effect: Effect | None = None
) -> Situation:
    """A player on the board with these cards, the hand and then the tokens."""
    hand = len(t.hand_zone(seat).cards)
    return Situation(t, state_of(t), seat, cards, hand, not t.all_open(cards), effect)


def is_open(one: Situation, play: Play) -> bool:
    """Whether a player may do this: it is the time, they may have the cards, and whoever has to be
    named is there."""
    return (
        play.condition(one)
        and play.payment.is_possible(one)
        and (not play.question or has_target(one.state, play, one.seat))
    )


class OpenPlays(NamedTuple):
    """The plays that are open, as a question offers them."""

    plays: tuple[Play, ...]
    options: tuple[Option, ...]
    max_cards: int
    """How many cards one of them takes at most."""
    opens: bool
    """Whether they open a window: conversions for answers alone do not (SKD-26)."""


def open_plays(one: Situation, moment: Moment) -> OpenPlays:
    """What a player may do now, as everybody can tell."""
    rows = catalogue_of(one.t).plays_at[moment, is_friendless(one.state, one.seat)]
    return _offered(rows, tuple([is_open(one, play) for play in rows]))


@cache
def _offered(rows: tuple[Play, ...], are_open: tuple[bool, ...]) -> OpenPlays:
    """There are few different ones, and thousands of questions in a game."""
    found = tuple(compress(rows, are_open))
    options = tuple(play.option for play in found)
    most = max((play.payment.max_cards for play in found), default=0)
    return OpenPlays(found, options, most, not all(play.is_minor for play in found))


# The question


def choose_play(
    t: Table,
    seat: Seat,
    moment: Moment,
    cards: tuple[CardId, ...],
    effect: Effect | None = None,
    *,
    limit: int = ANY_NUMBER,
    pass_label: str = "pass",  # noqa: S107 - what a button says
) -> Choice | None:
    """What a seat may do with these cards (its hand and tokens); None if nothing is open.

    With more hand cards than `limit` it may not pass.
    """
    if not cards and moment not in (Moment.CROWNING, Moment.LIBRARY):
        return None
    one = situation(t, seat, cards, effect)
    offered = open_plays(one, moment)
    window = moment is Moment.WINDOW or moment is Moment.ANNOUNCED
    if not offered.plays or (window and not offered.opens):
        return None
    prompt = _prompt(one, moment, offered, limit)
    excess = max(0, one.hand - limit)
    return Choice(
        _KINDS[moment],
        prompt,
        cards,
        max_cards=min(len(cards), offered.max_cards),
        options=offered.options,
        predicate=CardsPay(
            catalogue_of(t), offered.plays, cards[one.hand :], helpers_of(one.state, seat), excess
        ),
        pass_label="" if excess else pass_label,
        standing=window,
        weight=weight_for(t, seat) if window else Weight.FULL,
        slight=slight_plays(one.state, seat) if window or moment in _OFTEN else frozenset(),
        about="" if one.state.turn.attacked else moment,
    )


def _prompt(one: Situation, moment: Moment, offered: OpenPlays, limit: int) -> str:
    """The question, with what is announced or with the step of the turn."""
    if one.effect is not None:
        said = announced(one.effect, one.seat)
        return f"{said}. Do you react{_LATER.get(one.effect.play.key, '')}?"
    if moment is Moment.ANNOUNCED and king_of(one.state) != HANGED_MAN:
        return "The Hanged Man is not King any more. Do you play anything?"
    if moment is Moment.BEFORE_DRAWING and DISCARD not in offered.plays:  # SK-22
        return _NO_DISCARD_YET
    if moment is Moment.MAIN:
        if EXECUTE in offered.plays:
            return _BEFORE_EXECUTION
        if one.state.turn.crowning == one.seat and one.state.turn.stage < Stage.JOINT:
            return _BEFORE_THE_ATTACK
        if one.state.turn.attacked:
            return _AFTER_THE_ATTACK
    return _PROMPTS[moment].format(limit=limit)


@dataclass(frozen=True, slots=True)
class CardsPay:
    """The predicate of such a question, by what held when it was asked."""

    catalogue: Catalogue
    offered: tuple[Play, ...]
    tokens: tuple[CardId, ...]
    helpers: Helpers
    excess: int = 0
    """How many cards a Viscount must discard at least (SKG-16)."""

    def __call__(self, faces: tuple[Face, ...], answer: Answer) -> str | None:
        """Why these cards do not pay for the chosen play. Of a single card that pays for none of
        those offered, why it is of no use at all."""
        cards = [self.catalogue.card(face) for face in faces]
        own = [card not in self.tokens for card in answer.cards]
        play = self.catalogue.play(answer.option)
        reason = play.payment.why_not(cards, own, self.helpers)
        if reason is None and play is PLAN and len(cards) < self.excess:
            return f"discard {counted(self.excess)} at least"
        payments = [play.payment for play in self.offered]
        if reason is None or len(cards) != 1 or any(isinstance(one, HandCards) for one in payments):
            return reason
        idle = all(one.why_not(cards, own, self.helpers) for one in payments)
        return cards[0].kind.idle if idle else reason


# In quiet windows


def refresh_offers(t: Table) -> None:
    """Note who is where, whose, and what holds for this turn: all that a play at any time hangs on
    besides the own cards."""
    state = state_of(t)
    offers_of(t).refresh(facts_of(state))


def facts_of(state: State) -> tuple[object, ...]:
    """All of it, as a value to compare."""
    return (
        *map(tuple, state.ranks.values()),
        tuple(state.shipped),
        tuple(state.owners.items()),
        tuple([(heir, tuple(stack)) for heir, stack in state.bribes.items()]),
        tuple(state.turn.stopped),
        tuple(state.turn.proxies),
    )


def choose_in_quiet(t: Table, seat: Seat, cards: tuple[CardId, ...]) -> Choice | None:
    """What a seat may do in a window at which nothing is announced; the same as `choose_play`."""
    return offers_of(t).offer(
        seat,
        (cards, weight_for(t, seat), slight_plays(state_of(t), seat)),
        t.all_open(cards),
        lambda: choose_play(t, seat, Moment.WINDOW, cards),
    )
