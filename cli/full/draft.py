"""An answer in the making: picked by keys or clicks in any order, undone and redone at will. Pure.

What may be picked, and why something may not, is asked of `cli.ask.Asked`, as in line mode. Every
change makes a new `Picks` and is kept, so undo and redo just move along the list. Nothing leaves
this module before `go_on` gives a decision. Held by tests/cli/full/test_table_keys.py.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from cli.ask import Asked, Stage
from cli.question import Item
from cli.text import counted, listed, sentence
from games.choice import NOTHING, Answer, why_not
from games.values import CardId
from p2p.author import Decision

MORE_NUMBERS = 10


@dataclass(frozen=True, slots=True)
class Picks:
    """What has been picked so far. `at`: which question of `Asked.stages` is open."""

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


class Draft:
    """The draft of one prompt, with everything that was undone."""

    def __init__(self, asked: Asked) -> None:
        self.asked = asked
        self._steps = [Picks()]
        self._place = 0
        if Stage.NUMBER in asked.stages:
            first = next((n for n in self._numbers() if not self._misfit_number(n)), None)
            self._steps = [Picks(number=first)]

    # What it is

    @property
    def picks(self) -> Picks:
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
        return (
            f"{said} Nobody sees it before all have chosen." if self.asked.prompt.secret else said
        )

    def how(self) -> str:
        """How the open question is answered."""
        choice, picks = self.asked.choice, self.picks
        match self.stage:
            case Stage.CLAIM:
                return "y acts, p passes; what you play is asked then."
            case Stage.CARDS if choice.most == 1:
                return "Pick a card."
            case Stage.CARDS:
                many = (
                    f"{choice.most}"
                    if choice.least == choice.most
                    else f"{choice.least} to {choice.most}"
                )
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
        if self.complete and choice.most and not picks.cards:
            words = ["no card"]
        if picks.option is not None:
            (label,) = (o.label for o in choice.options if o.key == picks.option)
            words.append(names.put_into(label))
        if picks.number is not None:
            words.append(str(picks.number))
        if picks.order:
            words.append(", then ".join(names.put_into(choice.items[i]) for i in picks.order))
        return ": ".join(words)

    # Changing it: each gives a sentence if it cannot be, else nothing

    def undo(self) -> str:
        """One change back."""
        if self.untouched:
            return "There is nothing to undo; what was sent stays sent."
        self._place -= 1
        return ""

    def redo(self) -> str:
        """One undone change again."""
        if not self.can_redo:
            return "There is nothing to redo."
        self._place += 1
        return ""

    def clear(self) -> None:
        """Back to the beginning; undo brings it back."""
        if not self.untouched:
            self._push(self._steps[0])

    def card(self, card: CardId) -> str:
        """Pick a card, or drop it."""
        picks, choice = self.picks, self.asked.choice
        if Stage.CARDS not in self.asked.stages:
            if self.asked.prompt.claiming:
                return "Say first that you want to act, with y; the card is asked for then."
            return "No card is asked for here."
        reason = self.reason(card)
        if reason:
            return sentence(f"{self.title(card)} cannot be picked: {reason}")
        at = self.asked.stages.index(Stage.CARDS)
        if card in picks.cards and not (self.complete and choice.most == 1):
            cards = tuple(one for one in picks.cards if one != card)
        elif card in picks.cards:
            cards = ()
        elif choice.most == 1:
            cards = (card,)
        elif len(picks.cards) == choice.most:
            return f"{counted(choice.most, 'card')} are picked already; drop one first."
        else:
            cards = (*picks.cards, card)
        after = replace(self._steps[0], at=at, cards=cards)
        if choice.most == 1 and cards:
            problem = self._try_cards(cards)
            if problem:
                return problem
            after = self._advanced(after)
        self._push(after)
        return ""

    def option(self, key: str) -> str:
        """Choose an option."""
        if Stage.OPTION not in self.asked.stages:
            return "There is no option to choose."
        at = self.asked.stages.index(Stage.OPTION)
        if self.picks.at < at:
            return "Pick the card first."
        reason = self.asked.option_reasons(self.picks.cards).get(key)
        if reason:
            return sentence(reason)
        self._push(self._advanced(replace(self.picks, at=at, option=key)))
        return ""

    def number(self, by: int) -> str:
        """Count the number up or down, past numbers that do not fit."""
        choice = self.asked.choice
        if Stage.NUMBER not in self.asked.stages:
            return "There is no number to choose."
        step = 1 if by > 0 else -1
        number = choice.low if self.picks.number is None else self.picks.number
        wanted = min(choice.high, max(choice.low, number + by))
        while choice.low <= wanted <= choice.high:
            if not self._misfit_number(wanted):
                at = self.asked.stages.index(Stage.NUMBER)
                self._push(replace(self.picks, at=at, number=wanted))
                return ""
            wanted += step
        return "There is no other number that fits."

    def place(self, item: int) -> str:
        """Put an item next in order, or take it and what came after it out again."""
        if Stage.ORDER not in self.asked.stages:
            return "There is nothing to put in order."
        at = self.asked.stages.index(Stage.ORDER)
        order = self.picks.order
        if item in order:
            self._push(replace(self.picks, at=at, order=order[: order.index(item)]))
            return ""
        after = replace(self.picks, at=at, order=(*order, item))
        if len(after.order) == len(self.asked.choice.items):
            reason = why_not(self.asked.choice, after.answer, self.asked.sees)
            if reason is not None:
                return sentence(reason)
            after = self._advanced(after)
        self._push(after)
        return ""

    def act(self) -> str:
        """At a window: say that one wants to act."""
        if not self.asked.prompt.claiming:
            return "This is no window."
        self._push(self._advanced(Picks(claim=True)))
        return ""

    def skip(self) -> str:
        """Pass."""
        if not self.may_pass:
            return "This question cannot be passed."
        if self.asked.prompt.claiming:
            self._push(self._advanced(Picks(claim=False)))
        else:
            self._push(Picks(at=len(self.asked.stages) - 1, passing=True))
        return ""

    def go_on(self) -> Decision | str:
        """The next question; at the last one the decision. A sentence if it cannot be."""
        picks, choice = self.picks, self.asked.choice
        match self.stage:
            case Stage.CLAIM:
                return "Press y to act or p to pass."
            case Stage.CARDS:
                if not picks.cards and choice.may_pass and choice.least == 0:
                    return self.skip()
                if len(picks.cards) < choice.least or (not picks.cards and choice.least):
                    return self.how()
                problem = self._try_cards(picks.cards)
                if problem:
                    return problem
                self._push(self._advanced(picks))
            case Stage.OPTION:
                return "Choose one of the list first."
            case Stage.NUMBER:
                if picks.number is None or self._misfit_number(picks.number):
                    return "No number fits here; undo and choose otherwise."
                self._push(self._advanced(picks))
            case Stage.ORDER:
                return self.how()
            case _:
                return self._decision()
        return ""

    # Inside

    def _decision(self) -> Decision | str:
        picks = self.picks
        if picks.claim is not None:
            return picks.claim
        answer = NOTHING if picks.passing else picks.answer
        reason = why_not(self.asked.choice, answer, self.asked.sees)
        return answer if reason is None else sentence(reason)

    def _push(self, picks: Picks) -> None:
        if picks == self.picks:
            return
        self._steps = [*self._steps[: self._place + 1], picks]
        self._place += 1

    def _advanced(self, picks: Picks) -> Picks:
        """At the next question; one that has a single answer left is answered."""
        after = replace(picks, at=picks.at + 1)
        if self.asked.stages[after.at] is Stage.OPTION:
            reasons = self.asked.option_reasons(after.cards)
            fitting = [key for key, reason in reasons.items() if not reason]
            if len(fitting) == 1:
                return self._advanced(replace(after, option=fitting[0]))
        return after

    def _try_cards(self, cards: tuple[CardId, ...]) -> str:
        """Why these cards lead nowhere; empty if they do not."""
        if self.asked.choice.options:
            reasons = list(self.asked.option_reasons(cards).values())
        else:
            reasons = [self.asked.misfit(Answer(cards))]
        return sentence(reasons[0]) if all(reasons) else ""

    def _numbers(self) -> range:
        return range(self.asked.choice.low, self.asked.choice.high + 1)[:1000]

    def _misfit_number(self, number: int) -> str:
        """Why a number does not fit what is picked; empty where that cannot be said yet."""
        choice = self.asked.choice
        picks = self._steps[self._place] if self._steps else Picks()
        if len(picks.cards) < choice.least or (choice.options and picks.option is None):
            return ""
        order = tuple(range(len(choice.items)))
        return (
            why_not(choice, replace(picks.answer, number=number, order=order), self.asked.sees)
            or ""
        )
