"""An answer in the making: each change gives a new draft or says why it cannot be. Pure.

Line mode and the full screen share it: they translate typed words, keys and clicks into its
operations and draw what it holds. How to answer is theirs to say, as it depends on what one
answers with. A draft decides nothing by itself: `decision` is sent by who asks for it.
Held by tests/cli/model/test_draft.py.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from cli.console.text import counted, listed, sentence
from cli.model.prompt_model import NOT_OFFERED, Part, PromptModel
from cli.model.question import Item
from games.engine.choice import ELSEWHERE, NOTHING, Answer
from games.engine.legal_answers import why_not
from games.engine.plan_draft import PlanDraft
from games.engine.values import CardId
from p2p.session.person import Decision

MAX_NUMBERS = 1000
"""So many numbers are tried to find the one to begin with."""


@dataclass(frozen=True, slots=True)
class Problem:
    """Why something cannot be picked or typed: one sentence."""

    sentence: str


@dataclass(frozen=True, slots=True)
class Draft:
    """What is picked so far (a value, D-34). `at`: which part of `PromptModel.parts` is open."""

    model: PromptModel
    at: int = 0
    cards: tuple[CardId, ...] = ()
    option: str | None = None
    number: int | None = None
    order: tuple[int, ...] = ()
    plan: PlanDraft | None = None
    claim: bool | None = None
    passing: bool = False

    @classmethod
    def begin(cls, model: PromptModel) -> Draft:
        """Nothing is picked; a number begins with the first that fits."""
        choice = model.choice
        numbers = range(choice.low, choice.high + 1)[:MAX_NUMBERS]
        bare = cls(model, plan=model.first_plan)
        return replace(bare, number=next((n for n in numbers if not bare.number_misfit(n)), None))

    # What it is

    @property
    def part(self) -> Part:
        """Which part is open."""
        return self.model.parts[self.at]

    @property
    def listed_part(self) -> Part:
        """The open part, or the last one of a complete draft."""
        return self.model.parts[-2] if self.complete else self.part

    @property
    def complete(self) -> bool:
        """Whether it can be sent."""
        return self.part is Part.CONFIRM

    @property
    def may_pass(self) -> bool:
        """Whether this prompt can be passed."""
        return self.model.choice.may_pass or self.model.prompt.claiming

    @property
    def passes(self) -> bool:
        """Whether it is a pass."""
        return self.passing or self.claim is False

    @property
    def answer(self) -> Answer:
        """What is picked, as an answer; at a window, where only a claim is asked, an empty one."""
        if self.passing:
            return NOTHING
        plan = () if self.plan is None else self.plan.plan
        return Answer(self.cards, self.option, self.number, self.order, plan)

    @property
    def decision(self) -> Decision:
        """What would be sent."""
        return self.answer if self.claim is None else self.claim

    @property
    def misfit(self) -> str:
        """Why a complete draft is no legal answer; empty if it is one."""
        if self.claim is not None:
            return ""
        return why_not(self.model.choice, self.answer, self.model.sees) or ""

    # What can be picked

    def reason(self, card: CardId) -> str:
        """Why a card cannot be picked; empty if it can."""
        return self.model.card_reasons.get(card, NOT_OFFERED)

    @property
    def nothing_fits(self) -> bool:
        """Whether no card can be picked at all."""
        return all(self.model.card_reasons.values())

    @property
    def fitting(self) -> list[str]:
        """The keys of the options that fit the picked cards."""
        return [k for k, reason in self.model.option_reasons(self.cards).items() if not reason]

    def _label(self, key: str) -> str:
        return self.model.option_label(key, self.cards)

    @property
    def options(self) -> tuple[Item, ...]:
        """The options that fit the picked cards, numbered; then those that do not, with reasons.

        Those that go with another card have nothing to say here.
        """
        reasons = self.model.option_reasons(self.cards)
        fitting = [key for key, why in reasons.items() if not why]
        return (
            *(Item(number, self._label(key), text=key) for number, key in enumerate(fitting, 1)),
            *(
                Item(0, self._label(key), why, key, short=self.model.option_brief(key))
                for key, why in reasons.items()
                if why and why != ELSEWHERE
            ),
        )

    @property
    def items(self) -> tuple[Item, ...]:
        """What can be put in order."""
        return tuple(Item(number, said) for number, said in enumerate(self.model.item_labels, 1))

    def number_misfit(self, number: int) -> str:
        """Why a number does not fit what is picked; empty where that cannot be said yet."""
        choice = self.model.choice
        if len(self.cards) < choice.min_cards or (choice.options and self.option is None):
            return ""
        order = tuple(range(len(choice.items)))
        return (
            why_not(choice, replace(self.answer, number=number, order=order), self.model.sees) or ""
        )

    # In words

    @property
    def plan_said(self) -> str:
        """The orders shortly, and how many are idle."""
        return "" if self.plan is None else self.plan.said

    @property
    def cards_said(self) -> str:
        """The picked cards, shortly."""
        return listed([self.model.short_title(card) for card in self.cards])

    @property
    def order_said(self) -> str:
        """The items in the order that is picked so far."""
        return ", then ".join(self.model.item_labels[item] for item in self.order)

    # Picking: each gives the draft that follows, or why it cannot be

    def toggled(self, card: CardId) -> Draft | Problem:
        """Pick a card, or drop it. What was picked after the cards is dropped with it."""
        choice = self.model.choice
        if Part.CARDS not in self.model.parts:
            if self.model.prompt.claiming:
                return Problem(
                    "Say first that you want to act, with y; the card is asked for then."
                )
            return Problem("No card is asked for here.")
        reason = self.reason(card)
        if reason:
            said = f"{self.model.short_title(card)} cannot be picked: {reason}"
            return Problem(sentence(said))
        if card in self.cards:
            cards = tuple(one for one in self.cards if one != card)
        elif choice.max_cards == 1:
            return Draft.begin(self.model).with_cards((card,))
        elif len(self.cards) == choice.max_cards:
            return Problem(
                f"{counted(choice.max_cards, 'card')} are picked already; drop one first."
            )
        else:
            cards = (*self.cards, card)
        at = self.model.parts.index(Part.CARDS)
        return replace(Draft.begin(self.model), at=at, cards=cards)

    def with_cards(self, cards: tuple[CardId, ...]) -> Draft | Problem:
        """Pick these cards and no others, and go on."""
        problem = self.model.cards_misfit(cards)
        if problem:
            return Problem(sentence(problem))
        return self._after(Part.CARDS, cards=cards)

    def with_option(self, key: str) -> Draft | Problem:
        """Choose an option and go on."""
        if Part.OPTION not in self.model.parts:
            return Problem("There is no option to choose.")
        if self.at < self.model.parts.index(Part.OPTION):
            return Problem("Pick the card first.")
        reason = self.model.option_reasons(self.cards).get(key)
        if reason:
            return Problem(sentence(reason))
        return self._after(Part.OPTION, option=key)

    def counted(self, by: int) -> Draft | Problem:
        """Count the number up or down, past numbers that do not fit; it can still be changed."""
        choice = self.model.choice
        if Part.NUMBER not in self.model.parts:
            return Problem("There is no number to choose.")
        step = 1 if by > 0 else -1
        number = choice.low if self.number is None else self.number
        wanted = min(choice.high, max(choice.low, number + by))
        while choice.low <= wanted <= choice.high:
            if not self.number_misfit(wanted):
                at = self.model.parts.index(Part.NUMBER)
                return replace(self, at=at, number=wanted)
            wanted += step
        return Problem("There is no other number that fits.")

    def with_number(self, number: int) -> Draft | Problem:
        """Choose this number and go on."""
        choice = self.model.choice
        if Part.NUMBER not in self.model.parts:
            return Problem("There is no number to choose.")
        if not choice.low <= number <= choice.high:
            return Problem(f"It has to be from {choice.low} to {choice.high}.")
        reason = self.number_misfit(number)
        return Problem(sentence(reason)) if reason else self._after(Part.NUMBER, number=number)

    def placed(self, item: int) -> Draft | Problem:
        """Put an item next in order, or take it and what came after it out again."""
        if Part.ORDER not in self.model.parts:
            return Problem("There is nothing to put in order.")
        at = self.model.parts.index(Part.ORDER)
        if item in self.order:
            return replace(self, at=at, order=self.order[: self.order.index(item)])
        order = (*self.order, item)
        if len(order) == len(self.model.choice.items):
            return self.with_order(order)
        return replace(self, at=at, order=order)

    def with_order(self, order: tuple[int, ...]) -> Draft | Problem:
        """Put all items in this order and go on."""
        after = self._after(Part.ORDER, order=order)
        return Problem(sentence(after.misfit)) if after.misfit else after

    def told(self, subject: str, verb: str, cell: int | None) -> Draft | Problem:
        """Give one order of a plan."""
        if self.plan is None:
            return Problem("No orders are asked for here.")
        after = self.plan.told(subject, verb, cell)
        if isinstance(after, str):
            return Problem(self.model.names.put_into(after))
        return replace(self, at=self.model.parts.index(Part.PLAN), plan=after)

    def planned(self) -> Draft | Problem:
        """All orders are given: go on."""
        after = self._after(Part.PLAN)
        return Problem(sentence(after.misfit)) if after.misfit else after

    def claimed(self) -> Draft | Problem:
        """At a window: say that one wants to act."""
        if not self.model.prompt.claiming:
            return Problem("This is no window.")
        return Draft(self.model, at=1, claim=True)

    def passed(self) -> Draft | Problem:
        """Pass."""
        if not self.may_pass:
            return Problem("This question cannot be passed.")
        last = len(self.model.parts) - 1
        if self.model.prompt.claiming:
            return Draft(self.model, at=last, claim=False)
        return Draft(self.model, at=last, passing=True)

    def filled(self) -> Draft:
        """With the option taken that alone fits, where one is asked for."""
        if self.part is Part.OPTION:
            fitting = self.fitting
            if len(fitting) == 1:
                return self._after(Part.OPTION, option=fitting[0])
        return self

    def _after(self, part: Part, **changes: object) -> Draft:
        """With this part answered, at the next one."""
        return replace(self, at=self.model.parts.index(part) + 1, **changes)  # type: ignore[arg-type]


@dataclass(frozen=True, slots=True)
class DraftHistory:
    """A draft with its undo and redo. `past` and `future` have the nearest draft last."""

    now: Draft
    past: tuple[Draft, ...] = ()
    future: tuple[Draft, ...] = ()

    @classmethod
    def begin(cls, model: PromptModel) -> DraftHistory:
        """Nothing is picked yet."""
        return cls(Draft.begin(model))

    @property
    def untouched(self) -> bool:
        """Whether there is nothing to undo."""
        return not self.past

    @property
    def can_redo(self) -> bool:
        """Whether something was undone."""
        return bool(self.future)

    def changed(self, draft: Draft) -> DraftHistory:
        """Go on with this draft; what was undone is forgotten."""
        return self if draft == self.now else DraftHistory(draft, (*self.past, self.now))

    def undone(self) -> DraftHistory:
        """One change back, if there is one."""
        if not self.past:
            return self
        return DraftHistory(self.past[-1], self.past[:-1], (*self.future, self.now))

    def redone(self) -> DraftHistory:
        """One undone change again, if there is one."""
        if not self.future:
            return self
        return DraftHistory(self.future[-1], (*self.past, self.now), self.future[:-1])
