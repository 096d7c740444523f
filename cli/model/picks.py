"""What has been picked for an answer, and in words what that is and what is still asked. Pure.

The half of a draft that only reads; `draft` changes it. What may be picked, and why something may
not, is asked of `cli.model.prompt_model`, as in line mode.
Held by tests/cli/tui/table/test_table_keys.py.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from cli.console.text import listed
from cli.model.prompt_model import PromptModel, Stage
from cli.model.question import Item
from games.engine.choice import Answer, why_not
from games.engine.values import CardId


@dataclass(frozen=True, slots=True)
class DraftState:
    """What has been picked so far. `at`: which question of `PromptModel.stages` is open."""

    at: int = 0
    cards: tuple[CardId, ...] = ()
    option: str | None = None
    number: int | None = None
    order: tuple[int, ...] = ()
    claim: bool | None = None
    passing: bool = False

    @property
    def answer(self) -> Answer:
        """As an answer."""
        return Answer(self.cards, self.option, self.number, self.order)


class Picked:
    """What is picked for one prompt, with everything that was undone."""

    def __init__(self, asked: PromptModel) -> None:
        self.asked = asked
        self._steps = [DraftState()]
        self._place = 0
        if Stage.NUMBER in asked.stages:
            first = next((n for n in self._numbers() if not self._misfit_number(n)), None)
            self._steps = [DraftState(number=first)]

    # What it is

    @property
    def picks(self) -> DraftState:
        """What is picked now."""
        return self._steps[self._place]

    @property
    def stage(self) -> Stage:
        """Which question is open."""
        return self.asked.stages[self.picks.at]

    @property
    def complete(self) -> bool:
        """Whether the next Enter sends it."""
        return self.stage is Stage.SEND

    @property
    def untouched(self) -> bool:
        """Whether there is nothing to undo."""
        return self._place == 0

    @property
    def can_redo(self) -> bool:
        """Whether something was undone."""
        return self._place < len(self._steps) - 1

    @property
    def may_pass(self) -> bool:
        """Whether this question can be passed."""
        return self.asked.choice.may_pass or self.asked.prompt.claiming

    @property
    def passes_on_enter(self) -> bool:
        """Whether Enter alone passes: nothing is picked and nothing has to be, in an answer to what
        others do. What ends a turn of one's own is a draft first."""
        choice, picks = self.asked.choice, self.picks
        if self.stage is not Stage.CARDS or picks.cards or not choice.may_pass:
            return False
        return (choice.standing and choice.min_cards == 0) or self.nothing_fits

    @property
    def nothing_fits(self) -> bool:
        """Whether no card can be picked at all."""
        return all(item.reason for item in self.asked.card_items)

    @property
    def list_stage(self) -> Stage:
        """The question whose list is shown: the open one, or the last one of a full draft."""
        if self.stage is not Stage.SEND:
            return self.stage
        return self.asked.stages[-2]

    def options(self) -> tuple[Item, ...]:
        """The options that fit the picked cards, numbered; then those that do not, with reasons."""
        reasons = self.asked.option_reasons(self.picks.cards)
        labels = {
            option.key: self.asked.names.put_into(option.label)
            for option in self.asked.choice.options
        }
        fitting = [Item(n, labels[key], text=key) for n, key in enumerate(self.fitting(), 1)]
        unfit = [Item(0, labels[key], why, key) for key, why in reasons.items() if why]
        return (*fitting, *unfit)

    def fitting(self) -> list[str]:
        """The keys of the options that fit the picked cards."""
        reasons = self.asked.option_reasons(self.picks.cards)
        return [key for key, reason in reasons.items() if not reason]

    def items(self) -> tuple[Item, ...]:
        """What can be put in order."""
        names = self.asked.names
        return tuple(
            Item(number, names.put_into(text))
            for number, text in enumerate(self.asked.choice.items, 1)
        )

    def reason(self, card: CardId) -> str:
        """Why a card cannot be picked; empty if it can."""
        return self._reasons().get(card, "it is not asked for here")

    def _reasons(self) -> Mapping[CardId, str]:
        numbered = self.asked.numbered_cards
        return {numbered[item.number]: item.reason for item in self.asked.card_items}

    # In words

    @property
    def prompt(self) -> str:
        """The question."""
        said = self.asked.names.put_into(self.asked.choice.prompt)
        return f"{said} All choose at the same time." if self.asked.prompt.secret else said

    def how(self) -> str:
        """How the open question is answered."""
        choice, picks = self.asked.choice, self.picks
        match self.stage:
            case Stage.CLAIM:
                return "y acts, p passes."
            case Stage.CARDS if self.passes_on_enter and self.nothing_fits:
                return "No card fits; Enter passes."
            case Stage.CARDS if self.passes_on_enter:
                many = "a card" if choice.max_cards == 1 else f"up to {choice.max_cards} cards"
                return f"Pick {many}, or Enter to pass."
            case Stage.CARDS if choice.max_cards == 1:
                return "Pick a card."
            case Stage.CARDS:
                min_cards = "up to" if choice.min_cards == 0 else f"{choice.min_cards} to"
                fixed = choice.min_cards == choice.max_cards
                many = str(choice.max_cards) if fixed else f"{min_cards} {choice.max_cards}"
                return f"Pick {many} cards, then Enter ({len(picks.cards)} picked)."
            case Stage.OPTION:
                return f"{self.cards_said()}: what for?" if picks.cards else "Choose one."
            case Stage.NUMBER:
                return f"From {choice.low} to {choice.high}: Left and Right, then Enter."
            case Stage.ORDER:
                return f"Pick all {len(choice.items)} in the order you want."
            case _:
                return "Enter signs and sends it; u undoes."

    def cards_said(self) -> str:
        """The picked cards in words."""
        return listed([self.title(card) for card in self.picks.cards])

    def title(self, card: CardId) -> str:
        """A card in words; of the own hand just its title."""
        for shown in self.asked.view.hand:
            if shown.id == card:
                return self.asked.names.put_into(shown.title)
        return self.asked.title(card)

    def said(self) -> str:
        """All that is picked so far in words; empty if nothing is."""
        choice, picks, names = self.asked.choice, self.picks, self.asked.names
        if picks.claim is not None:
            return "you want to act" if picks.claim else "you pass"
        if picks.passing:
            label = names.put_into(choice.pass_label)
            return f"pass: {label}" if label else "you pass"
        words = [self.cards_said()] if picks.cards else []
        if self.complete and choice.max_cards and not picks.cards:
            words = ["no card"]
        if picks.option is not None:
            (label,) = (o.label for o in choice.options if o.key == picks.option)
            words.append(names.put_into(label))
        if picks.number is not None:
            words.append(str(picks.number))
        if picks.order:
            words.append(", then ".join(names.put_into(choice.items[i]) for i in picks.order))
        return ": ".join(words)

    # Numbers

    def _numbers(self) -> range:
        return range(self.asked.choice.low, self.asked.choice.high + 1)[:1000]

    def _misfit_number(self, number: int) -> str:
        """Why a number does not fit what is picked; empty where that cannot be said yet."""
        choice = self.asked.choice
        picks = self._steps[self._place] if self._steps else DraftState()
        if len(picks.cards) < choice.min_cards or (choice.options and picks.option is None):
            return ""
        order = tuple(range(len(choice.items)))
        return (
            why_not(choice, replace(picks.answer, number=number, order=order), self.asked.sees)
            or ""
        )
