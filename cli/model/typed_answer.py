"""Typed words as changes of a draft, the same in line mode and in the screen's command line. Pure.

Cards, options and items are named by their numbers or by words that only one of them has.
Held by tests/cli/plain/test_typed_draft.py and tests/cli/tui/table/test_typed_answers.py.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from cli.console.text import counted, listed, sentence
from cli.model import plan_words
from cli.model.draft import Draft, Problem
from cli.model.prompt_model import Part

PASS = "pass"  # noqa: S105 - what a person types
BACK = "back"
NONE = "none"
PLAY = "play "
"""May stand before a card: people write so."""
MAX_DIGITS = 16


@dataclass(frozen=True, slots=True)
class Wording:
    """What is said of typed words that do not fit, where that differs between the front ends."""

    complete: str
    """The draft asks for nothing more."""
    must: str
    """The prompt cannot be passed."""
    claim: str
    """How a window is answered."""
    hint: str = ""
    """How the open part is answered; empty where the screen shows that already."""

    def hinted(self, said: str) -> Problem:
        """A problem with how to answer behind it."""
        return Problem(f"{said} {self.hint}".strip())


def take(draft: Draft, typed: str, words: Wording) -> Draft | Problem:
    """The draft that follows from what was typed for its open part, in lower case and stripped.

    `back` and an empty line are not for here: they are about the history of a draft.
    """
    if typed == PASS:
        return _pass(draft, words)
    match draft.part:
        case Part.CLAIM:
            return _claim(draft, typed, words)
        case Part.CARDS:
            return _cards(draft, typed.removeprefix(PLAY), words)
        case Part.OPTION:
            return _option(draft, typed)
        case Part.NUMBER:
            return _number(draft, typed, words)
        case Part.ORDER:
            return _order(draft, typed)
        case Part.PLAN:
            return plan_words.take(draft, typed)
        case _:
            return Problem(words.complete)


def _pass(draft: Draft, words: Wording) -> Draft | Problem:
    return draft.passed() if draft.may_pass else Problem(words.must)


def _claim(draft: Draft, typed: str, words: Wording) -> Draft | Problem:
    if typed in ("1", "y", "act"):
        return draft.claimed()
    return _pass(draft, words) if typed in ("2", "p") else Problem(words.claim)


def _cards(draft: Draft, typed: str, words: Wording) -> Draft | Problem:
    """All cards of the answer in one go; what was picked before is dropped."""
    model = draft.model
    picked: list[int] | Problem = []
    if typed != NONE:
        picked = _chosen(typed, {item.number: item.label for item in model.card_items})
    if isinstance(picked, Problem):
        return _without_cards(draft, typed) or picked
    problem = _wrong_cards(draft, picked, words)
    if problem is not None:
        return problem
    if not picked and len(model.parts) == 2:
        return _pass(draft, words)
    return draft.with_cards(tuple(model.numbered_cards[number] for number in picked))


def _without_cards(draft: Draft, typed: str) -> Draft | None:
    """The answer of an option that takes no card, such as to declare something, if called so."""
    bare = draft.with_cards(()) if draft.model.choice.min_cards == 0 else None
    if not isinstance(bare, Draft):
        return None
    picked = _matching(typed, {item.number: item.label for item in bare.options if item.number})
    if isinstance(picked, Problem):
        return None
    key = bare.fitting[picked[0] - 1]
    if bare.option == key:  # it alone fits and has been taken
        return bare
    found = bare.with_option(key)
    return found if isinstance(found, Draft) else None


def _wrong_cards(draft: Draft, picked: list[int], words: Wording) -> Problem | None:
    """Why these cards cannot be picked, if so."""
    choice = draft.model.choice
    reasons = {item.number: item.reason for item in draft.model.card_items}
    for number in picked:
        if number not in reasons:
            return words.hinted(f"There is no card {number} here.")
        if reasons[number]:
            return Problem(sentence(f"Not card {number}: {reasons[number]}"))
    if len(set(picked)) < len(picked):
        return Problem("Name each card only once.")
    if not choice.min_cards <= len(picked) <= choice.max_cards:
        return words.hinted(f"That is {counted(len(picked), 'card')}.")
    return None


def _option(draft: Draft, typed: str) -> Draft | Problem:
    fitting = draft.fitting
    picked = _chosen(typed, {item.number: item.label for item in draft.options if item.number})
    if isinstance(picked, Problem):
        return picked
    if len(picked) != 1 or not 1 <= picked[0] <= len(fitting):
        return Problem(f"Type one number from 1 to {len(fitting)}.")
    return draft.with_option(fitting[picked[0] - 1])


def _number(draft: Draft, typed: str, words: Wording) -> Draft | Problem:
    choice = draft.model.choice
    body = typed.removeprefix("-")
    if not (body.isascii() and body.isdecimal() and len(body) <= MAX_DIGITS):
        return Problem(words.hint or f"Type a number from {choice.low} to {choice.high}.")
    if words.hint and not choice.low <= int(typed) <= choice.high:
        return Problem(words.hint)
    return draft.with_number(int(typed))


def _order(draft: Draft, typed: str) -> Draft | Problem:
    picked = numbers(typed) or []
    places = len(draft.model.choice.items)
    if sorted(picked) != list(range(1, places + 1)):
        return Problem(f"Type each number from 1 to {places} once, with blanks between them.")
    return draft.with_order(tuple(number - 1 for number in picked))


# Words


def _chosen(typed: str, labels: Mapping[int, str]) -> list[int] | Problem:
    """The numbers of a line, or the one whose label has its words."""
    picked = numbers(typed)
    return [*picked] if picked is not None else _matching(typed, labels)


def numbers(typed: str) -> list[int] | None:
    """The numbers of a line, or None if it holds anything else."""
    words = typed.replace(",", " ").split()
    if words and all(w.isascii() and w.isdecimal() and len(w) < 7 for w in words):
        return [int(word) for word in words]
    return None


_WORDS: Final = re.compile(r"[\w'-]+")


def _matching(typed: str, labels: Mapping[int, str]) -> list[int] | Problem:
    """The number of the one label in which every typed word occurs, as a whole word if in any."""
    words = typed.split()
    found = [n for n, label in labels.items() if all(w in label.casefold() for w in words)]
    whole = [n for n in found if set(words) <= set(_WORDS.findall(labels[n].casefold()))]
    found = whole or found
    if not found:
        return Problem("Nothing here is called so; type a number, or help.")
    if len(found) > 1:
        return Problem(f"That fits {listed([str(n) for n in found])}; type the number.")
    return found
