"""One question with its numbered items, and how it is written. Pure.

Held by tests/cli/plain/test_typed_draft.py.
"""

from __future__ import annotations

from dataclasses import dataclass

from cli.console.text import sentence, wrapped

INDENT = "  "


@dataclass(frozen=True, slots=True)
class Item:
    """One line to choose. `number` is what is typed, 0 for a line that only explains."""

    number: int
    label: str
    reason: str = ""
    """Why it cannot be chosen now; empty if it can."""
    text: str = ""
    """What it does, for whoever asks."""
    count: int = 1
    """How many things a line stands for that only explains."""
    short: str = ""
    """The label in fewer words, if it has more."""
    place: str = ""
    """Where it lies, said once above all that lie there; empty for what is in the hand."""


@dataclass(frozen=True, slots=True)
class Question:
    """What the person is asked now, and how to answer it."""

    text: str
    items: tuple[Item, ...]
    hint: str

    def lines(self) -> list[str]:
        """The whole question. What has a number and cannot be chosen is led by a dash and says why.

        Lines that only explain would fill the screen at every turn: they are counted here, and
        `why` has them.
        """
        lines, place = wrapped(self.text), ""
        for item in self.items:
            if item.number:
                if item.place and item.place != place:
                    lines += wrapped(f"{item.place}:", INDENT)
                place = item.place
                lines += wrapped(_text(item), f"{INDENT}{_lead(item)}", INDENT * 3)
        hidden = sum(item.count for item in self.items if not item.number)
        if hidden:
            lines += wrapped(
                f"{hidden} more {'does' if hidden == 1 else 'do'} not fit; why tells the reasons.",
                INDENT,
            )
        return [*lines, *wrapped(self.hint)]

    def why(self, number: int | None) -> list[str]:
        """About one item all there is to say, or about all that cannot be chosen the reason."""
        if number is None:
            unfit = [item for item in self.items if item.reason]
            if not unfit:
                return ["Everything that is listed can be chosen."]
            lines: list[str] = []
            for item in unfit:
                lines += wrapped(_text(item), f"{INDENT}{_lead(item)}", INDENT * 3)
            return lines
        for item in self.items:
            if item.number == number:
                said = (
                    f"It cannot be chosen now: {item.reason}."
                    if item.reason
                    else ("It can be chosen.")
                )
                where = f"{item.place}:" if item.place else ""
                words = (where, sentence(item.label), item.text, said)
                return wrapped(" ".join(filter(None, words)))
        return [f"There is no number {number} here."]


def _lead(item: Item) -> str:
    if not item.number:
        return "- "
    return f"- {item.number}. " if item.reason else f"{item.number}. "


def _text(item: Item) -> str:
    return f"{item.label}: {item.reason}" if item.reason else item.label
