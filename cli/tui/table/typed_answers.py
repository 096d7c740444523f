"""Answers as they are typed in line mode, for the draft of the full screen. Pure.

A number or words that only one line has choose it; several parts are told apart by semicolons,
such as `knight 2; fool`. Nothing is sent from here: the last Enter stays the screen's.
Held by tests/cli/tui/table/test_typed_answers.py.
"""

from __future__ import annotations

from collections.abc import Sequence

from cli.model import text_commands
from cli.model.draft import Draft
from cli.model.prompt_model import Stage
from cli.model.question import matching, numbers
from cli.plain.typed_draft import BACK, NONE, PASS
from games.engine.values import CardId

PLAY = "play "
"""May stand before a card: people write so."""
BEFORE = frozenset({"invite", "ready", "refuse"})
"""Orders that do something before a game only."""
FULL = "The draft is full; Enter sends it, u undoes."


def answer(draft: Draft, line: str) -> str:
    """Take a typed answer into the draft; gives a sentence if it cannot be, else nothing."""
    for part in line.split(";"):
        problem = _part(draft, part.strip().casefold())
        if problem:
            return problem
    return ""


def _part(draft: Draft, typed: str) -> str:
    if not typed:
        return ""
    if typed == BACK:
        return draft.undo()
    if typed == PASS:
        return draft.skip()
    match draft.stage:
        case Stage.CLAIM:
            return _claim(draft, typed)
        case Stage.CARDS:
            return _cards(draft, typed.removeprefix(PLAY))
        case Stage.OPTION:
            return _option(draft, typed)
        case Stage.NUMBER:
            return _number(draft, typed)
        case Stage.ORDER:
            return _order(draft, typed)
        case _:
            return FULL


def _claim(draft: Draft, typed: str) -> str:
    if typed in ("1", "y", "act"):
        return draft.act()
    return draft.skip() if typed in ("2", "p") else "Type act or pass."


def _cards(draft: Draft, typed: str) -> str:
    """All cards of the answer in one go; what was picked before is dropped."""
    wanted: list[CardId] = []
    if typed != NONE:
        cards = draft.asked.numbered_cards
        picked = numbers(typed)
        if picked is None:
            found = matching(typed, {i.number: i.label for i in draft.asked.card_items})
            if isinstance(found, str):
                return found
            picked = [found]
        missing = [number for number in picked if number not in cards]
        if missing:
            return f"There is no card {missing[0]} here."
        wanted = [cards[number] for number in picked]
    for card in (*draft.picks.cards, *wanted):
        if (card in wanted) is not (card in draft.picks.cards):
            problem = draft.card(card)
            if problem:
                return problem
    if draft.stage is Stage.CARDS and not wanted and draft.may_pass:
        return draft.skip()
    gone_on = draft.go_on() if draft.stage is Stage.CARDS else ""
    return gone_on if isinstance(gone_on, str) else ""


def _option(draft: Draft, typed: str) -> str:
    fitting = draft.fitting()
    picked = numbers(typed)
    if picked is None:
        labels = {item.number: item.label for item in draft.options() if item.number}
        found = matching(typed, labels)
        if isinstance(found, str):
            return found
        picked = [found]
    if len(picked) != 1 or not 1 <= picked[0] <= len(fitting):
        return f"Type one number from 1 to {len(fitting)}."
    return draft.option(fitting[picked[0] - 1])


def _number(draft: Draft, typed: str) -> str:
    choice = draft.asked.choice
    body = typed.removeprefix("-")
    if not (body.isascii() and body.isdecimal() and len(body) < 17):
        return f"Type a number from {choice.low} to {choice.high}."
    problem = draft.set_number(int(typed))
    gone_on = problem or draft.go_on()
    return gone_on if isinstance(gone_on, str) else ""


def _order(draft: Draft, typed: str) -> str:
    picked = numbers(typed) or []
    places = len(draft.asked.choice.items)
    if sorted(picked) != list(range(1, places + 1)):
        return f"Type each number from 1 to {places} once, with blanks between them."
    if draft.picks.order:
        draft.place(draft.picks.order[0])
    for number in picked:
        problem = draft.place(number - 1)
        if problem:
            return problem
    return ""


# Completion


def candidates(draft: Draft | None, line: str) -> list[str]:
    """What the line can go on to be: orders, then what can be chosen, that fit what is typed."""
    before, _, typed = line.rpartition(";")
    words = typed.strip().casefold()
    names = [order.name for order in text_commands.ORDERS if order.name not in BEFORE]
    known = [] if before else names
    known += _labels(draft) if draft is not None else []
    starting = [text for text in known if text.casefold().startswith(words)]
    inside = [text for text in known if f" {words}" in text.casefold()]
    return starting + (inside if words else [])


def completed(line: str, found: Sequence[str]) -> str:
    """The line with its last part as far as all candidates agree on how it goes on."""
    if not found:
        return line
    before, sign, typed = line.rpartition(";")
    common = found[0]
    for other in found[1:]:
        while not other.casefold().startswith(common.casefold()):
            common = common[:-1]
    if len(common) < len(typed.strip()):
        return line
    return f"{before}{sign}{' ' if sign else ''}{common}"


def _labels(draft: Draft) -> list[str]:
    also = [PASS] if draft.may_pass else []
    also += [] if draft.untouched else [BACK]
    match draft.stage:
        case Stage.CLAIM:
            return ["act", *also]
        case Stage.CARDS:
            return [*(i.label for i in draft.asked.card_items if not i.reason), *also]
        case Stage.OPTION:
            return [*(item.label for item in draft.options() if item.number), *also]
        case _:
            return also
