"""Typed orders as changes of a plan: who, what and where, such as `i3 go 3,-2`. Pure.

Held by tests/cli/model/test_plan_words.py.
"""

from __future__ import annotations

import re

from cli.console.text import listed
from cli.model.draft import Draft, Problem
from cli.model.question import Item
from games.engine.map_view import MapView
from games.engine.plan_draft import PlanDraft, Subject, Verb
from games.engine.words import begun

DONE = "done"
_HEX = re.compile(r"(?P<q>[-+]?\d{1,4})\s*[, ]\s*(?P<r>[-+]?\d{1,4})$")
ALSO = {"at": "", "to": "", "on": "", "attack": "go", "move": "go", "mine": "dig", "fire": "shoot"}
"""Words that people use as well, and what they mean; nothing for those that only lead on."""


def take(draft: Draft, typed: str) -> Draft | Problem:
    """The draft after one typed order, in lower case and stripped."""
    plan = draft.plan
    if plan is None:
        return Problem("No orders are asked for here.")
    if typed == DONE:
        return draft.planned()
    first, _, rest = typed.partition(" ")
    subject = _subject(plan, first)
    if subject is None:
        return Problem(f"Nobody is called {first}. {hint(plan)}")
    cell, words = _aim(plan.map, rest)
    if isinstance(cell, str):
        return Problem(cell)
    verb = _verb(plan, subject, words, aims=cell is not None)
    if isinstance(verb, str):
        return Problem(verb)
    return draft.told(subject.key, verb.word, cell)


def _subject(plan: PlanDraft, word: str) -> Subject | None:
    """By its name, or by its number in the list."""
    subjects = plan.subjects
    if word.isascii() and word.isdecimal() and 1 <= int(word[:6]) <= len(subjects):
        return subjects[int(word) - 1]
    return next((one for one in subjects if one.key == word), None)


def _aim(seen: MapView, rest: str) -> tuple[int | str | None, list[str]]:
    """The cell that ends a line, if one does, and the words before it."""
    found = _HEX.search(rest)
    if found is None:
        return None, rest.split()
    cell = seen.cell(int(found["q"]), int(found["r"]))
    if cell is None:
        return f"There is no hex {found['q']},{found['r']} on this map.", []
    return cell, rest[: found.start()].split()


def _verb(plan: PlanDraft, subject: Subject, words: list[str], *, aims: bool) -> Verb | str:
    verbs = plan.verbs(subject.key)
    said = [meant for word in words if (meant := ALSO.get(word, word))]
    names = listed([verb.word for verb in verbs], "or")
    if len(said) > 1:
        return f"Say one thing: {names}."
    if not said:
        first = next((verb for verb in verbs if verb.aims), None)
        return first if aims and first is not None else f"Say what {subject.key} is to do: {names}."
    fitting = [verb for verb in verbs if verb.word.startswith(said[0])]
    return fitting[0] if len(fitting) == 1 else f"{subject.key} can {names}."


def place_named(seen: MapView, typed: str, plan: PlanDraft | None) -> int | str:
    """The cell of a typed hex, or of somebody who gets orders; or why there is none."""
    subjects = () if plan is None else plan.subjects
    places = {one.key: one.cell for one in subjects if one.cell is not None}
    named = places.get(typed.strip().casefold())
    return read_hex(seen, typed) if named is None else named


def read_hex(seen: MapView, typed: str) -> int | str:
    """The cell of a typed hex, or why there is none."""
    found = _HEX.match(typed.strip())
    if found is None:
        return "Name a hex by its two numbers, such as: map 3,-2; or a Unit of yours."
    cell = seen.cell(int(found["q"]), int(found["r"]))
    return f"There is no hex {typed.strip()} on this map." if cell is None else cell


# In words


def items(plan: PlanDraft) -> tuple[Item, ...]:
    """Every subject with its order; what it can be told is its text."""
    return tuple(
        Item(number, line(plan, subject), text=able(plan, subject))
        for number, subject in enumerate(plan.subjects, 1)
    )


def line(plan: PlanDraft, subject: Subject) -> str:
    """One subject in one line."""
    cell = None if subject.says_where else subject.cell
    where = "" if cell is None else f" at {plan.map.places[cell].name}"
    note = f" ({subject.spoken or subject.note})" if subject.note else ""
    sign = " *" if subject.idle else " !" if subject.alarm else ""
    return f"{subject.key}{where}: {subject.order}{note}{sign}"


def able(plan: PlanDraft, subject: Subject) -> str:
    """What a subject can be told."""
    said = [f"{verb.word}: {verb.says}" for verb in plan.verbs(subject.key)]
    return " ".join([f"{subject.title}. {'; '.join(said)}.", *subject.rules])


def _example(plan: PlanDraft, subject: Subject) -> str:
    """A cell near by to which the subject can be sent, one without pieces if there is one."""
    home = plan.map.home if subject.cell is None else subject.cell
    reach = plan.reach(subject.key)
    here = plan.map.places[home]
    east = plan.map.cell(here.q + 1, here.r)
    around = [east, *(cell for _, cell in plan.map.around(home, 2) if cell != home)]
    near = [cell for cell in around if cell is not None and cell in reach]
    free = [cell for cell in near if plan.map.places[cell].owner is None]
    return plan.map.places[next(iter([*free, *near, home]))].name


def hint(plan: PlanDraft) -> str:
    """How orders are typed."""
    subject = next((one for one in plan.subjects if one.idle), None)
    subject = subject or next(iter(plan.subjects), None)
    if subject is None:
        return "Type done to go on."
    verb = next((one for one in plan.verbs(subject.key) if one.aims), None)
    such = f"{subject.key} {verb.word if verb else 'stay'} {_example(plan, subject)}"
    return (
        f"Type who, what and where, such as: {such}; why N tells what one can do, map shows the"
        f" map.{_marks(plan)} done goes on."
    )


def _marks(plan: PlanDraft) -> str:
    """What the signs behind the subjects mean, those that are there."""
    said = []
    if any(one.idle for one in plan.subjects):
        said.append("a star marks what would do nothing")
    if any(one.alarm and not one.idle for one in plan.subjects):
        said.append("! marks who is near a rival")
    return f" {begun(', '.join(said))}." if said else ""
