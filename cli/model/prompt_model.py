"""What one prompt asks for, in words: its questions, its cards with numbers, and what does not fit.

It stays the same while a draft answers it, in line mode and on the full screen. Pure. Held by
tests/cli/plain/test_typed_draft.py.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property

from cli.model.question import Item
from cli.model.table_text import Names, card_title
from games.engine.choice import Answer, Choice, cards_status, why_not
from games.engine.values import CardId, Face
from games.engine.view import View
from p2p.session.author import Prompt

FINDERS = 200
"""So many numbers are tried to find out whether an option fits; where more are, one is taken."""


class Stage(StrEnum):
    """The questions a draft may ask, in their order."""

    CLAIM = "claim"
    CARDS = "cards"
    OPTION = "option"
    NUMBER = "number"
    ORDER = "order"
    SEND = "send"


@dataclass(frozen=True)
class PromptModel:
    """Everything about one prompt that stays the same while it is answered."""

    prompt: Prompt
    sees: Mapping[CardId, Face]
    view: View
    names: Names

    @property
    def choice(self) -> Choice:
        """The choice itself."""
        return self.prompt.choice

    @cached_property
    def stages(self) -> tuple[Stage, ...]:
        """The questions that this prompt needs."""
        choice = self.choice
        if self.prompt.claiming:
            return (Stage.CLAIM, Stage.SEND)
        parts = (
            (Stage.CARDS, choice.max_cards > 0),
            (Stage.OPTION, bool(choice.options)),
            (Stage.NUMBER, choice.low <= choice.high),
            (Stage.ORDER, bool(choice.items)),
        )
        return (*(stage for stage, there in parts if there), Stage.SEND)

    @cached_property
    def numbered_cards(self) -> dict[int, CardId]:
        """What to type for which card: as in the hand if all are in it, else 1, 2, 3..."""
        hand = [card.id for card in self.view.hand if card.id is not None]
        cards = hand if set(self.choice.cards) <= set(hand) else self.choice.cards
        return dict(enumerate(cards, 1))

    @cached_property
    def card_items(self) -> tuple[Item, ...]:
        """The cards with their numbers, and of the others in the hand that they are not meant."""
        reasons = dict(zip(self.choice.cards, cards_status(self.choice, self.sees), strict=True))
        return tuple(
            Item(
                number,
                self.title(card),
                (reasons[card] or "") if card in reasons else "it is not asked for here",
                self._text(card),
            )
            for number, card in self.numbered_cards.items()
        )

    def title(self, card: CardId) -> str:
        """A card in words."""
        where, shown = self.view.card(card)
        if shown is None:
            return "a face-down card"
        title = card_title(shown)
        return self.names.put_into(f"{where}: {title}" if where else title)

    def _text(self, card: CardId) -> str:
        _, shown = self.view.card(card)
        return self.names.put_into(shown.text) if shown else ""

    def option_reasons(self, cards: tuple[CardId, ...]) -> dict[str, str]:
        """For each option why it does not fit these cards, empty if it does."""
        return {
            option.key: self.misfit(Answer(cards, option.key)) for option in self.choice.options
        }

    def misfit(self, answer: Answer) -> str:
        """Why nothing that completes this answer is legal; empty if something is."""
        choice = self.choice
        order = tuple(range(len(choice.items)))
        tries: Sequence[int | None] = (None,)
        if choice.low <= choice.high:
            tries = range(choice.low, min(choice.high, choice.low + FINDERS) + 1)
        first = ""
        for number in tries:
            reason = why_not(choice, replace(answer, number=number, order=order), self.sees)
            if reason is None:
                return ""
            first = first or reason
        return first
