"""From a prompt to a decision in line mode: one small question after the other. Pure.

It writes the open part of a draft as a question and puts typed lines into the draft. At the end it
says in words what would be sent, and the last Enter sends it; `back` undoes one line. Nothing
leaves this module before that Enter, but for a pass in answer to what others do: nearly every
window has one, and it leaves at once. Held by tests/cli/plain/test_typed_draft.py.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from cli.console.text import counted, sentence
from cli.model import plan_words
from cli.model.draft import Draft, DraftHistory, Problem
from cli.model.prompt_model import Part, PromptModel
from cli.model.question import Item, Question
from cli.model.typed_answer import BACK, NONE, PASS, Wording, take
from games.engine.plan_draft import PlanDraft
from p2p.session.person import Decision

COMPLETE = "Press Enter with nothing typed to send it, or type back to change it."


@dataclass(frozen=True, slots=True)
class Decided:
    """The person has decided, down to the last Enter."""

    decision: Decision


@dataclass(frozen=True, slots=True)
class TypedDraft:
    """A draft that is answered line by line. Every line gives a new one."""

    history: DraftHistory

    @classmethod
    def begin(cls, model: PromptModel) -> TypedDraft:
        """Nothing is typed yet."""
        return cls(DraftHistory.begin(model))

    @property
    def draft(self) -> Draft:
        """What is picked so far."""
        return self.history.now

    @property
    def model(self) -> PromptModel:
        """What is asked for."""
        return self.draft.model

    def question(self) -> Question:
        """The open question."""
        match self.draft.part:
            case Part.CLAIM:
                items: tuple[Item, ...] = (Item(1, "I want to act"), Item(2, self._pass_words()))
            case Part.CARDS:
                items = self.model.card_items
            case Part.OPTION:
                return Question(self._option_text(), self._option_items(), self.hint())
            case Part.NUMBER:
                items = ()
            case Part.ORDER:
                items = self.draft.items
            case Part.PLAN:
                return Question(self._plan_text(), self._plan_items(), self.hint())
            case Part.CONFIRM:
                return Question(f"You will send: {self.preview()}.", (), self.hint())
        return Question(self.model.text, items, self.hint())

    def preview(self) -> str:
        """What would be sent, in words."""
        draft, model = self.draft, self.model
        if draft.plan is not None:
            return f"your {draft.plan.title.lower()}, sealed: {draft.plan_said}"
        if draft.claim is not None:
            return "that you want to act"
        if draft.passing:
            return model.names.put_into(_passing_words(model.choice.pass_label))
        said = draft.cards_said
        words = [said or ("no card" if model.choice.max_cards else "")]
        words += [model.option_label(draft.option, draft.cards) if draft.option else ""]
        words += [str(draft.number) if draft.number is not None else "", draft.order_said]
        return ": ".join(filter(None, words)) or "nothing"

    @property
    def foreseeable(self) -> bool:
        """Whether it is complete, and of a kind of which something may be known before it is sent:
        not the mere wish to act, nor orders, which all seal first."""
        draft = self.draft
        return draft.complete and draft.claim is None and draft.plan is None

    # Typing

    def enter(self, line: str) -> TypedDraft | Problem | Decided:
        """Take one typed line."""
        typed = line.strip().casefold()
        if typed == BACK:
            return self._back()
        if self.draft.complete:
            return Problem(COMPLETE) if typed else self._send()
        if not typed:
            return Problem(f"Nothing is chosen yet. {self.hint()}")
        after = take(self.draft, typed, self._wording())
        if isinstance(after, Problem):
            return after
        if after.passes and self._passes_at_once():
            return Decided(after.decision)
        return TypedDraft(self.history.changed(after.filled()))

    def _back(self) -> TypedDraft | Problem:
        if self.history.untouched:
            return Problem("This is the first question; there is nothing to undo.")
        return TypedDraft(replace(self.history.undone(), future=()))  # lines cannot be redone

    def _passes_at_once(self) -> bool:
        """Whether a pass needs no last Enter."""
        first = self.history.untouched and self.model.choice.standing
        return self.model.prompt.claiming or first

    def _send(self) -> Problem | Decided:
        misfit = self.draft.misfit
        if misfit:
            return Problem(sentence(f"{misfit}; type back to change it"))
        return Decided(self.draft.decision)

    def _wording(self) -> Wording:
        return Wording(
            complete=COMPLETE,
            must="This question cannot be passed; choose something.",
            claim="Type 1 to act or 2 to pass.",
            hint=self.hint(),
        )

    # How to answer

    def hint(self) -> str:
        """How the open question is answered."""
        choice = self.model.choice
        match self.draft.part:
            case Part.CLAIM:
                return "Type 1 or 2; what you would play is asked later."
            case Part.CARDS:
                return f"{self._cards_hint()}{self._or_pass()}."
            case Part.OPTION:
                return f"Type a number{self._or_pass()}."
            case Part.NUMBER:
                return f"Type a number from {choice.low} to {choice.high}{self._or_pass()}."
            case Part.ORDER:
                many = counted(len(choice.items), "number")
                return f"Type all {many} in the order you want{self._or_pass()}."
            case Part.PLAN:
                return plan_words.hint(self._plan)
            case Part.CONFIRM:
                return "Enter sends it, back changes it."

    def _cards_hint(self) -> str:
        choice = self.model.choice
        may_be_none = choice.min_cards == 0 and not choice.may_pass
        none = ", or none" if may_be_none and not self.model.cards_misfit(()) else ""
        if choice.max_cards == 1:
            return f"Type the number of a card{none}"
        many = str(choice.max_cards)
        if choice.min_cards != choice.max_cards:
            from_least = f"{choice.min_cards} to" if choice.min_cards else "up to"
            many = f"{from_least} {choice.max_cards}"
        return f"Type the numbers of {many} cards with blanks between them{none}"

    def _or_pass(self) -> str:
        if not self.history.untouched:
            return ", or back"
        if not self.model.choice.may_pass:
            return ""
        label = self.model.choice.pass_label
        if label == NONE and self.draft.part is Part.CARDS:
            return ", or none"
        if label in (PASS, NONE) or not label[:1].islower():
            return ", or pass"
        return f", or pass to {self._pass_words()}"

    def _pass_words(self) -> str:
        return self.model.names.put_into(self.model.choice.pass_label or PASS)

    # Plans

    @property
    def _plan(self) -> PlanDraft:
        assert self.draft.plan is not None, "a plan is asked for"
        return self.draft.plan

    def _plan_text(self) -> str:
        return f"{sentence(self.model.text)} {sentence(self._plan.said)}"

    def _plan_items(self) -> tuple[Item, ...]:
        return plan_words.items(self._plan)

    # Options

    def _option_text(self) -> str:
        cards = self.draft.cards_said
        return f"{cards}: what for?" if cards else self.model.text

    def _option_items(self) -> tuple[Item, ...]:
        """The options that fit, and one line for each reason why others do not."""
        unfit: dict[str, list[str]] = {}
        for item in self.draft.options:
            if item.reason:
                unfit.setdefault(item.reason, []).append(item.label)
        return (
            *(
                Item(item.number, item.label, text=self.model.text_of(item.label))
                for item in self.draft.options
                if item.number
            ),
            *(Item(0, "; ".join(said), why, count=len(said)) for why, said in unfit.items()),
        )


def _passing_words(label: str) -> str:
    if label in ("", PASS):
        return "that you pass"
    return "no card" if label == NONE else label
