"""A draft with what it was before and what was undone: undo and redo for both front ends. Pure.

Held by tests/cli/model/test_draft.py.
"""

from __future__ import annotations

from dataclasses import dataclass

from cli.model.draft import Draft
from cli.model.prompt_model import PromptModel


@dataclass(frozen=True, slots=True)
class DraftHistory:
    """`past` and `future` have the nearest draft last."""

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
