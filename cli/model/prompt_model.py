"""What one prompt asks for: its parts, its cards with numbers, its words, and what does not fit.

It stays the same while a draft answers it, in line mode and on the full screen. Pure. Held by
tests/cli/plain/test_typed_draft.py.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property

from cli.console.text import sentence
from cli.model.question import Item
from cli.model.table_text import Names, card_title, own_words
from games import registry
from games.engine.choice import Answer, Choice
from games.engine.legal_answers import cards_status, why_not
from games.engine.plan_draft import PlanDraft
from games.engine.private import Knowledge
from games.engine.values import CardId, Primitive
from games.engine.view import View
from p2p.session.person import Prompt

MAX_TRIES = 200
"""So many numbers are tried to find out whether an option fits; where more are, one is taken."""
NOT_OFFERED = "it is not asked for here"


class Part(StrEnum):
    """The parts of an answer that a draft fills one after the other, and the last Enter."""

    CLAIM = "claim"
    CARDS = "cards"
    OPTION = "option"
    NUMBER = "number"
    ORDER = "order"
    PLAN = "plan"
    CONFIRM = "confirm"


@dataclass(frozen=True)
class PromptModel:
    """Everything about one prompt that stays the same while it is answered."""

    prompt: Prompt
    sees: Knowledge
    view: View
    names: Names
    memo: Primitive = ()
    """What the draft of the last plan has left for this one: orders that stand."""

    @property
    def choice(self) -> Choice:
        """The choice itself."""
        return self.prompt.choice

    @property
    def is_reaction(self) -> bool:
        """Whether it is about what somebody else does, so that a standing pass may answer it."""
        return self.prompt.claiming or self.choice.standing

    @property
    def key(self) -> tuple[int, bool]:
        """What tells this prompt from every other of its table: its step, and whether it is only
        asked if one wants to act."""
        return prompt_key(self.prompt)

    @cached_property
    def parts(self) -> tuple[Part, ...]:
        """The parts that this prompt needs, in their order."""
        choice = self.choice
        if self.prompt.claiming:
            return (Part.CLAIM, Part.CONFIRM)
        parts = (
            (Part.CARDS, choice.max_cards > 0),
            (Part.OPTION, bool(choice.options)),
            (Part.NUMBER, choice.low <= choice.high),
            (Part.ORDER, bool(choice.items)),
            (Part.PLAN, choice.plan is not None),
        )
        return (*(part for part, there in parts if there), Part.CONFIRM)

    @cached_property
    def first_plan(self) -> PlanDraft | None:
        """The plan to begin with, where one is asked for."""
        form, half = self.choice.plan, self.sees.half
        planner = registry.planner(self.view.game)
        if form is None or half is None or planner is None or self.prompt.claiming:
            return None
        return planner(half, form, self.memo)

    # Cards

    @cached_property
    def numbered_cards(self) -> dict[int, CardId]:
        """What to type for which card: as in the hand if all are in it, else 1, 2, 3..., those
        that can be picked before the others, and those of the hand as they lie in it."""
        hand = [card.id for card in self.view.hand if card.id is not None]
        if set(self.choice.cards) <= set(hand):
            return dict(enumerate(hand, 1))
        places = {card: place for place, card in enumerate(hand)}
        cards = sorted(self.choice.cards, key=lambda c: places.get(c, len(places)))
        return dict(enumerate(sorted(cards, key=lambda c: bool(self._status[c])), 1))

    @cached_property
    def _status(self) -> dict[CardId, str]:
        """For each card of the choice why it cannot be picked, empty if it can."""
        reasons = cards_status(self.choice, self.sees)
        return {card: why or "" for card, why in zip(self.choice.cards, reasons, strict=True)}

    @cached_property
    def card_items(self) -> tuple[Item, ...]:
        """The cards with their numbers; other cards of the hand say that they are not offered.

        Where several lie is said above them all, and where one lies beside it.
        """
        cards = self.numbered_cards
        places = Counter(self._place(card) for card in cards.values())
        shared = {place for place, count in places.items() if count > 1}
        return tuple(
            Item(
                number,
                self._label(card, shared),
                self._status.get(card, NOT_OFFERED),
                self._card_text(card),
                place=self._place(card) if self._place(card) in shared else "",
            )
            for number, card in cards.items()
        )

    @cached_property
    def card_reasons(self) -> dict[CardId, str]:
        """For each numbered card why it cannot be picked, empty if it can."""
        return {self.numbered_cards[item.number]: item.reason for item in self.card_items}

    def _label(self, card: CardId, shared: Container[str]) -> str:
        """A card to choose: with what it is and does in few words, where it is nobody's yet."""
        _, shown = self.view.card(card)
        if shown is None:
            return self.title(card)
        alone = self._place(card) not in shared
        title, does = self.title(card) if alone else card_title(shown), shown.gist
        return self.names.put_into(f"{title}; {does}" if does and not shown.mine else title)

    def _place(self, card: CardId) -> str:
        where, _ = self.view.card(card)
        return "" if where is None else self.names.put_into(own_words(where, self.names))

    def title(self, card: CardId) -> str:
        """A card in words, with where it lies and its marks."""
        where, shown = self.view.card(card)
        if shown is None:
            return "a face-down card"
        title = card_title(shown)
        if where is not None:
            title = f"{own_words(where, self.names, 'your')}: {title}"
        return self.names.put_into(title)

    def short_title(self, card: CardId) -> str:
        """A card in words; of the own hand just its title."""
        for shown in self.view.hand:
            if shown.id == card:
                return self.names.put_into(shown.title)
        _, there = self.view.card(card)
        if there is not None and there.name and there.suit and there.brief:
            return self.names.put_into(there.name)  # somebody who needs no more to be known by
        return self.title(card)

    def _card_text(self, card: CardId) -> str:
        _, shown = self.view.card(card)
        return self.names.put_into(shown.text) if shown else ""

    def text_of(self, label: str) -> str:
        """What somebody on the table does, whom the words of an option name; empty if nobody."""
        cards = [card for area in self.view.areas for card in area.cards if card.id is None]
        named = [card for card in cards if self.names.put_into(card.title) in label]
        longest = max(named, key=lambda card: len(card.title), default=None)
        return self.names.put_into(longest.text) if longest is not None else ""

    # Words

    @property
    def text(self) -> str:
        """The question."""
        said = self.names.put_into(self.choice.prompt)
        if self.choice.plan is not None:  # an order to give, which something follows
            said = sentence(said)
        return f"{said} All choose at the same time." if self.prompt.secret else said

    def option_label(self, key: str, cards: tuple[CardId, ...] = ()) -> str:
        """An option in words, as it is for these cards."""
        (label,) = (option.label for option in self.choice.options if option.key == key)
        seen = self.sees.faces
        if self.choice.wording is not None and cards and all(card in seen for card in cards):
            label = self.choice.wording(tuple(seen[card] for card in cards), key) or label
        return self.names.put_into(label)

    def option_brief(self, key: str) -> str:
        """The same in fewer words, whatever the cards; empty if it has no more."""
        (brief,) = (option.brief for option in self.choice.options if option.key == key)
        return self.names.put_into(brief)

    @property
    def item_labels(self) -> tuple[str, ...]:
        """What is to be put in order."""
        return tuple(self.names.put_into(text) for text in self.choice.items)

    # What does not fit

    def option_reasons(self, cards: tuple[CardId, ...]) -> dict[str, str]:
        """For each option why it does not fit these cards, empty if it does."""
        return {
            option.key: self._futile(option.key) or self.misfit(Answer(cards, option.key))
            for option in self.choice.options
        }

    def _futile(self, key: str) -> str:
        """Why an option leads nowhere with what is in the hand; empty where that is not known."""
        held = [card.id for card in self.view.hand if card.id is not None]
        seen = self.sees.faces
        if self.choice.futile is None or any(card not in seen for card in held):
            return ""
        return self.choice.futile(tuple(seen[card] for card in held), key) or ""

    def cards_misfit(self, cards: tuple[CardId, ...]) -> str:
        """Why no answer can be made with these cards; empty if one can."""
        if not self.choice.options:
            return self.misfit(Answer(cards))
        reasons = list(self.option_reasons(cards).values())
        return reasons[0] if all(reasons) else ""

    def misfit(self, answer: Answer) -> str:
        """Why nothing that completes this answer is legal; empty if something is."""
        choice = self.choice
        order = tuple(range(len(choice.items)))
        tries: Sequence[int | None] = (None,)
        if choice.low <= choice.high:
            tries = range(choice.low, min(choice.high, choice.low + MAX_TRIES) + 1)
        first = ""
        for number in tries:
            reason = why_not(choice, replace(answer, number=number, order=order), self.sees)
            if reason is None:
                return ""
            first = first or reason
        return first


def prompt_key(prompt: Prompt) -> tuple[int, bool]:
    """What tells a prompt from every other of its table."""
    return (prompt.step, prompt.claiming)
