"""An answer in the making: picked by keys or clicks in any order, undone and redone at will. Pure.

Every change makes a new `DraftState` and is kept, so undo and redo just move along the list.
Nothing leaves this module before `go_on` gives a decision.
Held by tests/cli/tui/table/test_table_keys.py.
"""

from __future__ import annotations

from dataclasses import replace

from cli.console.text import counted, sentence
from cli.model.picks import DraftState, Picked
from cli.model.prompt_model import Stage
from games.engine.choice import NOTHING, Answer, why_not
from games.engine.values import CardId
from p2p.session.author import Decision


class Draft(Picked):
    """The draft of one prompt."""

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
        if card in picks.cards and not (self.complete and choice.max_cards == 1):
            cards = tuple(one for one in picks.cards if one != card)
        elif card in picks.cards:
            cards = ()
        elif choice.max_cards == 1:
            cards = (card,)
        elif len(picks.cards) == choice.max_cards:
            return f"{counted(choice.max_cards, 'card')} are picked already; drop one first."
        else:
            cards = (*picks.cards, card)
        after = replace(self._steps[0], at=at, cards=cards)
        if choice.max_cards == 1 and cards:
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

    def set_number(self, number: int) -> str:
        """Choose this number."""
        choice = self.asked.choice
        if Stage.NUMBER not in self.asked.stages:
            return "There is no number to choose."
        reason = "" if choice.low <= number <= choice.high else (
            f"it has to be from {choice.low} to {choice.high}"
        )  # fmt: skip
        reason = reason or self._misfit_number(number)
        if reason:
            return sentence(reason)
        at = self.asked.stages.index(Stage.NUMBER)
        self._push(replace(self.picks, at=at, number=number))
        return ""

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
        self._push(self._advanced(DraftState(claim=True)))
        return ""

    def skip(self) -> str:
        """Pass."""
        if not self.may_pass:
            return "This question cannot be passed."
        if self.asked.prompt.claiming:
            self._push(self._advanced(DraftState(claim=False)))
        else:
            self._push(DraftState(at=len(self.asked.stages) - 1, passing=True))
        return ""

    def go_on(self) -> Decision | str:
        """The next question; at the last one the decision. A sentence if it cannot be."""
        picks, choice = self.picks, self.asked.choice
        match self.stage:
            case Stage.CLAIM:
                return "Press y to act or p to pass."
            case Stage.CARDS if self.passes_on_enter:
                return NOTHING
            case Stage.CARDS:
                if not picks.cards and choice.may_pass and choice.min_cards == 0:
                    return self.skip()
                if len(picks.cards) < choice.min_cards or (not picks.cards and choice.min_cards):
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

    def _push(self, picks: DraftState) -> None:
        if picks == self.picks:
            return
        self._steps = [*self._steps[: self._place + 1], picks]
        self._place += 1

    def _advanced(self, picks: DraftState) -> DraftState:
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
