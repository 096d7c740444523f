"""The draft of the open prompt as keys, clicks and typed lines change it, with undo and redo. Pure.

Held by tests/cli/tui/table/test_table_keys.py and test_typed_answers.py.
"""

from __future__ import annotations

from cli.console.text import sentence
from cli.model.draft import Draft, DraftHistory, Problem
from cli.model.prompt_model import Part, PromptModel
from cli.model.typed_answer import BACK, Wording, take
from cli.tui.table.draft_words import how, passes_on_enter
from games.engine.choice import NOTHING
from games.engine.values import CardId
from p2p.session.person import Decision

WORDS = Wording(
    complete="The draft is full; Enter sends it, u undoes.",
    must="This question cannot be passed.",
    claim="Type act or pass.",
)


class DraftEditor:
    """Owns the draft. What changes it gives a sentence if it cannot be done, else nothing."""

    def __init__(self, model: PromptModel) -> None:
        self._history = DraftHistory.begin(model)

    @property
    def draft(self) -> Draft:
        """What is picked now."""
        return self._history.now

    @property
    def untouched(self) -> bool:
        """Whether there is nothing to undo."""
        return self._history.untouched

    @property
    def can_redo(self) -> bool:
        """Whether something was undone."""
        return self._history.can_redo

    # Back and forth

    def undo(self) -> str:
        """One change back."""
        if self._history.untouched:
            return "There is nothing to undo; what was sent stays sent."
        self._history = self._history.undone()
        return ""

    def redo(self) -> str:
        """One undone change again."""
        if not self._history.can_redo:
            return "There is nothing to redo."
        self._history = self._history.redone()
        return ""

    def clear(self) -> None:
        """Back to the beginning; undo brings it back."""
        if not self._history.untouched:
            self._history = self._history.changed(Draft.begin(self.draft.model))

    # Picking

    def card(self, card: CardId) -> str:
        """Pick a card, or drop it."""
        return self._keep(self.draft.toggled(card))

    def option(self, key: str) -> str:
        """Choose an option."""
        return self._keep(self.draft.with_option(key))

    def number(self, by: int) -> str:
        """Count the number up or down."""
        return self._keep(self.draft.counted(by))

    def place(self, item: int) -> str:
        """Put an item next in order, or take it out again."""
        return self._keep(self.draft.placed(item))

    def tell(self, subject: str, verb: str, cell: int | None) -> str:
        """Give one order of a plan."""
        return self._keep(self.draft.told(subject, verb, cell))

    def act(self) -> str:
        """At a window: say that one wants to act."""
        return self._keep(self.draft.claimed())

    def skip(self) -> str:
        """Pass."""
        return self._keep(self.draft.passed())

    def type_in(self, line: str) -> str:
        """Take typed answers, several of them told apart by semicolons: `knight 2; fool`."""
        for part in line.split(";"):
            typed = part.strip().casefold()
            problem = ""
            if typed == BACK:
                problem = self.undo()
            elif typed:
                problem = self._keep(take(self.draft, typed, WORDS))
            if problem:
                return problem
        return ""

    def go_on(self) -> Decision | str:
        """The next part; of a complete draft the decision. A sentence if it cannot be."""
        draft = self.draft
        match draft.part:
            case Part.CLAIM:
                return "Press y to act or p to pass."
            # D-25: one Enter, for there may be dozens of these in a turn.
            case Part.CARDS if passes_on_enter(draft):
                return NOTHING
            case Part.CARDS:
                return self._go_on_from_cards()
            case Part.OPTION:
                return "Choose one of the list first."
            case Part.NUMBER:
                if draft.number is None or draft.number_misfit(draft.number):
                    return "No number fits here; undo and choose otherwise."
                return self._keep(draft.with_number(draft.number))
            case Part.ORDER:
                return how(draft)
            case Part.PLAN:
                return self._keep(draft.planned())
            case Part.CONFIRM:
                return sentence(draft.misfit) if draft.misfit else draft.decision

    def _go_on_from_cards(self) -> str:
        draft, choice = self.draft, self.draft.model.choice
        if not draft.cards and choice.may_pass and choice.min_cards == 0:
            free = draft.with_cards(()) if choice.options else None
            if not isinstance(free, Draft):
                return self.skip()
            self._history = self._history.changed(free)  # what takes no card is chosen, not filled
            return ""
        if len(draft.cards) < choice.min_cards:
            return how(draft)
        return self._keep(draft.with_cards(draft.cards))

    def _keep(self, after: Draft | Problem) -> str:
        """Go on with what came of a change; an option that alone fits is taken with it."""
        if isinstance(after, Problem):
            return after.sentence
        self._history = self._history.changed(after.filled())
        return ""
