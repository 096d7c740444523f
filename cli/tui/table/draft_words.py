"""A draft in the words of the screen: what is picked, and which keys go on. Pure.

Held by tests/cli/tui/table/test_table_keys.py and the golden screens.
"""

from __future__ import annotations

from cli.console.text import counted
from cli.model.draft import Draft
from cli.model.prompt_model import Part
from cli.model.typed_answer import PASS


def passes_on_enter(draft: Draft) -> bool:
    """Whether Enter alone passes: nothing is picked and nothing has to be, in an answer to what
    others do. What ends a turn of one's own is a draft first."""
    choice = draft.model.choice
    if draft.part is not Part.CARDS or draft.cards or not choice.may_pass:
        return False
    return (choice.standing and choice.min_cards == 0) or draft.nothing_fits


def how(draft: Draft) -> str:
    """How the open part is answered, and what passing would mean."""
    said = _how(draft)
    label = draft.model.names.put_into(draft.model.choice.pass_label)
    if draft.part is Part.CARDS and not draft.cards:
        said = f"{said}{_without_cards(draft)}"
    if draft.part not in (Part.CARDS, Part.OPTION, Part.NUMBER) or label in ("", PASS):
        return said
    return said if passes_on_enter(draft) else f"{said} p: {label}."


def _without_cards(draft: Draft) -> str:
    """What Enter leads to where something can be chosen that takes no card."""
    if not draft.model.choice.options or passes_on_enter(draft):
        return ""
    free = [key for key, why in draft.model.option_reasons(()).items() if not why]
    return f" Enter alone: {' or '.join(map(draft.model.option_label, free))}." if free else ""


def _how(draft: Draft) -> str:
    choice = draft.model.choice
    match draft.part:
        case Part.CLAIM:
            return "y acts, p passes."
        case Part.CARDS:
            return _how_cards(draft)
        case Part.OPTION:
            return f"{draft.cards_said}: what for?" if draft.cards else "Choose one."
        case Part.NUMBER:
            passing = "; p passes" if choice.pass_label == PASS else ""
            if choice.low == choice.high:
                return f"Enter takes {choice.low}{passing}."
            return f"From {choice.low} to {choice.high}: Left and Right, then Enter{passing}."
        case Part.ORDER:
            return f"Pick all {len(choice.items)} in the order you want."
        case Part.PLAN:
            return "Give orders; Enter goes on."
        case Part.CONFIRM:
            return "Enter signs and sends it; u undoes."


def _how_cards(draft: Draft) -> str:
    choice = draft.model.choice
    if passes_on_enter(draft):
        if draft.nothing_fits:
            return "No card fits; Enter passes."
        many = "a card" if choice.max_cards == 1 else f"up to {choice.max_cards} cards"
        return f"Pick {many}, or p to pass."
    if choice.max_cards == 1:
        return "Pick a card."
    many = str(choice.max_cards)
    if choice.min_cards != choice.max_cards:
        many = f"{f'{choice.min_cards} to' if choice.min_cards else 'up to'} {choice.max_cards}"
    return f"Pick {many} cards, then Enter ({len(draft.cards)} picked)."


def said(draft: Draft, *, briefly: bool = False) -> str:
    """All that is picked so far in words, `briefly` of several cards their number alone; empty if
    nothing is."""
    model, choice = draft.model, draft.model.choice
    if draft.claim is not None:
        return "you want to act" if draft.claim else "you pass"
    if draft.passing:
        label = model.names.put_into(choice.pass_label)
        return "you pass" if label in ("", PASS) else f"pass: {label}"
    if draft.plan is not None:
        return draft.plan_said
    words = [
        counted(len(draft.cards), "card") if briefly and len(draft.cards) > 1 else draft.cards_said
    ]
    if draft.complete and choice.max_cards and not draft.cards:
        words = ["no card"]
    words.append("" if draft.option is None else model.option_label(draft.option, draft.cards))
    words.append("" if draft.number is None else str(draft.number))
    words.append(draft.order_said)
    return ": ".join(filter(None, words))
