"""The question what a player does, made of the uses that are open, and which cards fit each.

Whether the chosen cards fit is `fits`, asked by the player's own client before sending and by
everybody once the cards are open.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from games.engine.choice import Answer, Choice
from games.engine.table import Table
from games.engine.values import CardId, Face, Seat
from games.king.board import Effect, state_of
from games.king.cards import NAMED, Card, Kind, card_of
from games.king.helpers import Helpers, helpers_of
from games.king.uses import Moment, Use, Verb, look_at, use_of, uses

ACT: Final = "act"
REACT: Final = "react"
_PROMPTS: Final = {
    Moment.BEFORE_DRAWING: "What do you do before you draw?",
    Moment.MAIN: "What do you do?",
    Moment.WINDOW: "Do you play anything?",
}


def choose_use(
    t: Table,
    seat: Seat,
    moment: Moment,
    cards: tuple[CardId, ...],
    effect: Effect | None = None,
    *,
    pass_label: str = "pass",  # noqa: S107 - what a button says
) -> Choice | None:
    """What a seat may do with these cards (its hand and tokens); None if nothing is open."""
    if not cards:
        return None
    one = look_at(t, seat, cards, effect)
    menu = uses(one, moment)
    if not menu.uses:
        return None
    window = moment is Moment.WINDOW or moment is Moment.ANNOUNCED
    return Choice(
        REACT if window else ACT,
        _prompt(moment, effect),
        cards,
        max_cards=min(len(cards), menu.max_cards),
        options=menu.options,
        predicate=Want(menu.uses, cards[one.hand :], helpers_of(one.state, seat)),
        pass_label=pass_label,
        standing=window,
    )


def choose_in_quiet(t: Table, seat: Seat, cards: tuple[CardId, ...]) -> Choice | None:
    """What a seat may do in a window at which nothing is announced.

    Such windows come three in a turn, and mostly nothing has changed since the last one: then the
    offer is the same. A test holds that it is what would be offered anew.
    """
    state = state_of(t)
    hung = (state.stood, cards, t.all_open(cards))
    before = state.offered.get(seat)
    if before is not None and before[0] == hung:
        return before[1]
    choice = choose_use(t, seat, Moment.WINDOW, cards)
    state.offered[seat] = (hung, choice)
    return choice


def _prompt(moment: Moment, effect: Effect | None) -> str:
    if effect is not None:
        return f"{effect}. Do you react?"
    return _PROMPTS[moment]


@dataclass(frozen=True, slots=True)
class Want:
    """The predicate of such a question, by what held when it was asked."""

    offered: tuple[Use, ...]
    tokens: tuple[CardId, ...]
    helpers: Helpers

    def __call__(self, faces: tuple[Face, ...], answer: Answer) -> str | None:
        """Why these cards do not fit the chosen use. Of a single card that fits none of those
        offered, why it is of no use at all."""
        cards = [card_of(face) for face in faces]
        own = [card not in self.tokens for card in answer.cards]
        reason = fits(use_of(answer.option), cards, own, self.helpers)
        if reason is None or len(cards) != 1 or any(use.cost for use in self.offered):
            return reason
        idle = all(fits(use, cards, own, self.helpers) for use in self.offered)
        return cards[0].idle if idle else reason


def fits(use: Use, cards: Sequence[Card], own: Sequence[bool], helpers: Helpers) -> str | None:
    """Why these cards cannot be used so; None if they can. `own` marks hand cards."""
    if use.verb is Verb.DISCARD:
        if not cards:
            return "pass instead to keep all cards"
        return None if all(own) else "a token cannot be discarded"
    if use.verb is Verb.ASSASSINATE:
        if not cards:
            return "it takes an Assassin at least"
        pairs = zip(cards, own, strict=True)
        useless = [card for card, mine in pairs if helpers.attack(card, mine) == 0]
        return f"{useless[0].name} cannot attack" if useless else None
    if use.kind is not None:
        return _fits_kind(helpers.stand_ins(use.kind), cards)
    if use.cost == 0:
        return "it takes your whole hand, so pick no card" if cards else None
    if len(cards) != use.cost:
        return f"it takes {use.cost} cards" if use.cost > 1 else "it takes one card"
    return None if all(own) else "a token pays for nothing"


def _fits_kind(kinds: Sequence[Kind], cards: Sequence[Card]) -> str | None:
    if len(cards) == 1 and cards[0].kind in kinds:
        return None
    return "it takes " + " or ".join(NAMED[kind] for kind in kinds)
