"""Everything that can be done, as one table a screen: key, title, when, and why not now.

The keys that act, the line of hints, the help and the buttons all come from these tables, so they
cannot disagree. Held by tests/cli/tui/table/test_table_keys.py.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace


def _always() -> bool:
    return True


def _no_reason() -> str:
    return ""


@dataclass(frozen=True, slots=True)
class Action:
    """One thing to do.

    `when` says whether it makes sense on this screen at all: only then it is shown. `why_not` says
    why it cannot be done at this moment; it stays shown, dimmed, and the key says the reason.
    `answers`: it may answer a question, so it is not taken in the first moment of a new one.
    """

    name: str
    keys: tuple[str, ...]
    title: str
    run: Callable[[], None]
    hint: str = ""
    """A word for the line of hints; empty to be found in the help only."""
    when: Callable[[], bool] = _always
    why_not: Callable[[], str] = _no_reason
    answers: bool = False
    quiet: bool = False
    """Left out of the line of hints while it cannot be done; the help and its key say why."""


NAMES = {
    "enter": "Enter",
    "esc": "Esc",
    "space": "Space",
    "tab": "Tab",
    "s-tab": "Shift-Tab",
    "up": "Up",
    "down": "Down",
    "left": "Left",
    "right": "Right",
    "home": "Home",
    "end": "End",
    "pgup": "PgUp",
    "pgdn": "PgDn",
    "c-c": "Ctrl-C",
}
CHORDS = (*(f"c-{letter}" for letter in "abdefgklnopqrstuvwxyz"), *(f"f{n}" for n in range(1, 13)))
"""Further keys that a terminal can tell apart, for whoever wants other keys than the usual."""
FIXED = frozenset({"pick", "done", "never mind"})
"""Actions whose keys are not to be changed: digits, and what ends the typing of a line."""


def key_name(key: str) -> str:
    """A key as people call it."""
    if key in CHORDS:
        return f"Ctrl-{key[2:].upper()}" if key.startswith("c-") else key.upper()
    return NAMES.get(key, key)


def remapped(actions: Sequence[Action], keys: Mapping[str, tuple[str, ...]]) -> Sequence[Action]:
    """The same actions with the keys that a person wants for them."""
    if not keys:
        return actions
    return [
        replace(action, keys=keys[action.name])
        if action.keys and action.name in keys and action.name not in FIXED
        else action
        for action in actions
    ]


def find(actions: Iterable[Action], key: str) -> Action | None:
    """The action of a key, among those that make sense now."""
    for action in actions:
        if key in action.keys and action.when():
            return action
    return None


def by_name(actions: Iterable[Action], name: str) -> Action | None:
    """The action of this name, if it makes sense now."""
    for action in actions:
        if action.name == name and action.when():
            return action
    return None


def conflicts(actions: Sequence[Action]) -> list[str]:
    """Keys that two actions share while both make sense; a table has none."""
    taken: dict[str, str] = {}
    found = []
    for action in actions:
        if not action.when():
            continue
        for key in action.keys:
            if key in taken:
                found.append(f"{key}: {taken[key]} and {action.name}")
            taken[key] = action.name
    return found
