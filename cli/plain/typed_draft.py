"""From a choice to an answer, one small question after the other. A pure state machine.

A draft fills the parts of an answer in their order: cards, option, number, order; then it says in
words what would be sent, and the last Enter sends it. `back` undoes one part. Nothing leaves this
module before that Enter, but for a pass in answer to what others do: nearly every window has one,
and it leaves at once. The cards that were picked decide which options fit; what does not fit stays
listed with its reason. Held by tests/cli/plain/test_typed_draft.py.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from cli.console.text import counted, listed, sentence
from cli.model.prompt_model import PromptModel, Stage
from cli.model.question import Item, Question, matching, numbers
from games.engine.choice import NOTHING, Answer, why_not
from p2p.session.author import Decision

PASS = "pass"  # noqa: S105 - what a person types
BACK = "back"
NONE = "none"


@dataclass(frozen=True, slots=True)
class Problem:
    """What was typed is no answer: one sentence why, and what would be."""

    sentence: str


@dataclass(frozen=True, slots=True)
class Send:
    """The person has decided, down to the last Enter."""

    decision: Decision


@dataclass(frozen=True, slots=True)
class Draft:
    """An answer in the making. Every step gives a new draft; `before` is the one it came from."""

    asked: PromptModel
    at: int = 0
    answer: Answer = NOTHING
    claim: bool | None = None
    passing: bool = False
    before: Draft | None = None

    @property
    def stage(self) -> Stage:
        """Which question is open."""
        return self.asked.stages[self.at]

    def question(self) -> Question:
        """The open question."""
        match self.stage:
            case Stage.CLAIM:
                return self._ask_claim()
            case Stage.CARDS:
                return self._ask_cards()
            case Stage.OPTION:
                return self._ask_option()
            case Stage.NUMBER:
                return self._ask_number()
            case Stage.ORDER:
                return self._ask_order()
            case Stage.SEND:
                return Question(
                    f"You will send: {self.preview()}.", (), "Enter sends it, back changes it."
                )

    def preview(self) -> str:
        """What would be sent, in words."""
        choice, asked = self.asked.choice, self.asked
        if self.claim is not None:
            return "that you want to act"
        if self.passing:
            return asked.names.put_into(self._passing_words(choice.pass_label))
        parts = [asked.title(card) for card in self.answer.cards]
        said = listed(parts) if parts else ("no card" if choice.max_cards else "")
        words = [said] if said else []
        words += [self._option_label(self.answer.option)] if self.answer.option else []
        words += [str(self.answer.number)] if self.answer.number is not None else []
        order = [asked.names.put_into(choice.items[place]) for place in self.answer.order]
        words += [", then ".join(order)] if order else []
        return ": ".join(words) or "nothing"

    @staticmethod
    def _passing_words(label: str) -> str:
        if label in ("", PASS):
            return "that you pass"
        return "no card" if label == NONE else label

    def enter(self, line: str) -> Draft | Problem | Send:
        """Take one typed line."""
        typed = line.strip().casefold()
        if typed == BACK:
            return self.before or Problem("This is the first question; there is nothing to undo.")
        if self.stage is Stage.SEND:
            return (
                self._send()
                if not typed
                else Problem(
                    "Press Enter with nothing typed to send it, or type back to change it."
                )
            )
        if typed == PASS:
            return self._pass()
        if not typed:
            return Problem(f"Nothing is chosen yet. {self.question().hint}")
        match self.stage:
            case Stage.CLAIM:
                return self._take_claim(typed)
            case Stage.CARDS:
                return self._take_cards(typed)
            case Stage.OPTION:
                return self._take_option(typed)
            case Stage.NUMBER:
                return self._take_number(typed)
            case _:
                return self._take_order(typed)

    # Asking

    def _ask_claim(self) -> Question:
        items = (Item(1, "I want to act"), Item(2, self._pass_words()))
        return Question(self._prompt(), items, "Type 1 or 2; what you would play is asked later.")

    def _ask_cards(self) -> Question:
        choice = self.asked.choice
        if choice.max_cards == 1:
            hint = "Type the number of a card"
        else:
            min_cards = "up to" if choice.min_cards == 0 else f"{choice.min_cards} to"
            many = (
                str(choice.max_cards)
                if choice.min_cards == choice.max_cards
                else f"{min_cards} {choice.max_cards}"
            )
            hint = f"Type the numbers of {many} cards with blanks between them"
        if choice.min_cards == 0 and not choice.may_pass:
            hint += ", or none"
        return Question(self._prompt(), self.asked.card_items, f"{hint}{self._or_pass()}.")

    def _ask_option(self) -> Question:
        fitting = tuple(
            Item(number, self._option_label(key)) for number, key in enumerate(self._fitting(), 1)
        )
        unfit: dict[str, list[str]] = {}
        for key, reason in self._reasons().items():
            if reason:
                unfit.setdefault(reason, []).append(self._option_label(key))
        others = tuple(
            Item(0, "; ".join(labels), reason, count=len(labels))
            for reason, labels in unfit.items()
        )
        text = self._prompt()
        if self.answer.cards:
            text = f"{listed([self.asked.title(card) for card in self.answer.cards])}: what for?"
        return Question(text, (*fitting, *others), f"Type a number{self._or_pass()}.")

    def _ask_number(self) -> Question:
        choice = self.asked.choice
        hint = f"Type a number from {choice.low} to {choice.high}{self._or_pass()}."
        return Question(self._prompt(), (), hint)

    def _ask_order(self) -> Question:
        items = tuple(
            Item(number, self.asked.names.put_into(text))
            for number, text in enumerate(self.asked.choice.items, 1)
        )
        hint = f"Type all {counted(len(items), 'number')} in the order you want{self._or_pass()}."
        return Question(self._prompt(), items, hint)

    def _prompt(self) -> str:
        said = self.asked.names.put_into(self.asked.choice.prompt)
        return f"{said} All choose at the same time." if self.asked.prompt.secret else said

    def _pass_words(self) -> str:
        return self.asked.names.put_into(self.asked.choice.pass_label or "pass")

    def _or_pass(self) -> str:
        if self.before is not None:
            return ", or back"
        if not self.asked.choice.may_pass:
            return ""
        label = self.asked.choice.pass_label
        if label == NONE and self.stage is Stage.CARDS:
            return ", or none"
        if label in (PASS, NONE) or not label.islower():
            return ", or pass"
        return f", or pass to {self._pass_words()}"

    # Taking

    def _next(self, **changes: object) -> Draft:
        return replace(self, at=self.at + 1, before=self, **changes)  # type: ignore[arg-type]

    def _pass(self) -> Draft | Problem | Send:
        if self.asked.prompt.claiming:
            return Send(False)
        if not self.asked.choice.may_pass:
            return Problem("This question cannot be passed; choose something.")
        if self.asked.choice.standing and self.before is None:
            return Send(NOTHING)
        last = len(self.asked.stages) - 1
        return replace(self, at=last, answer=NOTHING, passing=True, before=self)

    def _take_claim(self, typed: str) -> Draft | Problem | Send:
        if typed not in ("1", "2"):
            return Problem("Type 1 to act or 2 to pass.")
        return self._next(claim=True) if typed == "1" else self._pass()

    def _take_cards(self, typed: str) -> Draft | Problem | Send:
        choice, asked = self.asked.choice, self.asked
        picked = [] if typed == NONE else numbers(typed)
        if picked is None:
            found = matching(typed, {item.number: item.label for item in asked.card_items})
            if isinstance(found, str):
                return Problem(found)
            picked = [found]
        problem = self._check_numbers(picked)
        if problem:
            return Problem(problem)
        cards = tuple(asked.numbered_cards[number] for number in picked)
        if not cards and len(asked.stages) == 2:
            return self._pass()
        reasons = (
            asked.option_reasons(cards) if choice.options else {"": asked.misfit(Answer(cards))}
        )
        if all(reasons.values()):
            return Problem(sentence(next(iter(reasons.values()))))
        return self._next(answer=replace(self.answer, cards=cards))

    def _check_numbers(self, picked: list[int]) -> str:
        """Why these cards cannot be picked, or nothing."""
        choice = self.asked.choice
        reasons = {item.number: item.reason for item in self.asked.card_items}
        for number in picked:
            if number not in reasons:
                return f"There is no card {number} here. {self.question().hint}"
            if reasons[number]:
                return sentence(f"Not card {number}: {reasons[number]}")
        if len(set(picked)) < len(picked):
            return "Name each card only once."
        if not choice.min_cards <= len(picked) <= choice.max_cards:
            return f"That is {counted(len(picked), 'card')}. {self.question().hint}"
        return ""

    def _take_option(self, typed: str) -> Draft | Problem:
        fitting = self._fitting()
        picked = numbers(typed)
        if picked is None:
            labels = {number: self._option_label(key) for number, key in enumerate(fitting, 1)}
            found = matching(typed, labels)
            if isinstance(found, str):
                return Problem(found)
            picked = [found]
        if len(picked) != 1 or not 1 <= picked[0] <= len(fitting):
            return Problem(f"Type one number from 1 to {len(fitting)}.")
        return self._next(answer=replace(self.answer, option=fitting[picked[0] - 1]))

    def _take_number(self, typed: str) -> Draft | Problem:
        choice = self.asked.choice
        body = typed.removeprefix("-")
        if not (body.isascii() and body.isdecimal() and len(body) < 17):
            return Problem(self._ask_number().hint)
        number = int(typed)
        if not choice.low <= number <= choice.high:
            return Problem(self._ask_number().hint)
        answer = replace(self.answer, number=number, order=tuple(range(len(choice.items))))
        reason = why_not(choice, answer, self.asked.sees)
        if reason is not None:
            return Problem(sentence(reason))
        return self._next(answer=replace(self.answer, number=number))

    def _take_order(self, typed: str) -> Draft | Problem:
        picked = numbers(typed) or []
        places = len(self.asked.choice.items)
        if sorted(picked) != list(range(1, places + 1)):
            return Problem(f"Type each number from 1 to {places} once, with blanks between them.")
        answer = replace(self.answer, order=tuple(number - 1 for number in picked))
        reason = why_not(self.asked.choice, answer, self.asked.sees)
        if reason is not None:
            return Problem(sentence(reason))
        return self._next(answer=answer)

    def _send(self) -> Problem | Send:
        if self.claim is not None:
            return Send(self.claim)
        reason = why_not(self.asked.choice, self.answer, self.asked.sees)
        if reason is not None:
            return Problem(sentence(f"{reason}; type back to change it"))
        return Send(self.answer)

    # Options

    def _reasons(self) -> dict[str, str]:
        return self.asked.option_reasons(self.answer.cards)

    def _fitting(self) -> list[str]:
        return [key for key, reason in self._reasons().items() if not reason]

    def _option_label(self, key: str) -> str:
        (label,) = (option.label for option in self.asked.choice.options if option.key == key)
        return self.asked.names.put_into(label)
