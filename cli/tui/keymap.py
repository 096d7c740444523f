"""Other keys for actions, as a person's settings name them: what is wrong with them, in sentences.

Loaded only where there are any: it makes one of every screen to look at its table of actions.
Held by tests/cli/tui/test_keymap.py.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import SimpleNamespace
from typing import Any

from cli.console.text import listed
from cli.model.check_marks import Checks
from cli.model.table_text import Names
from cli.tui.screens.invites import Invites
from cli.tui.screens.lobby import Lobby, LobbyState
from cli.tui.screens.qr import QrScreen
from cli.tui.screens.replay import ReplayScreen
from cli.tui.screens.start import Start
from cli.tui.screens.verify import VerifyScreen, VerifyState
from cli.tui.table.ending import GameOver
from cli.tui.table.screen import TableScreen
from cli.tui.table.state import TableState
from cli.tui.table.story import BoardScreen, LogScreen
from cli.tui.toolkit.actions import CHORDS, FIXED, NAMES, Action, remapped
from cli.tui.toolkit.ui import Screen, Ui
from cli.tui.toolkit.windows import Menu, Text

Keys = Mapping[str, tuple[str, ...]]
ENTRY = "an entry of a list"
ENTRIES = "cnpy123456789"
"""Keys that entries of small lists have."""
MOST = 40
"""Characters of a foreign word in a sentence."""


def problems(keys: Keys) -> list[str]:
    """What is wrong with these keys; nothing if they can be used."""
    if not keys:
        return []
    tables = [screen.ui.everything(screen) for screen in _screens()]
    known = {action.name for table in tables for action in table if action.keys} - FIXED - {ENTRY}
    found = []
    for name, given in keys.items():
        if name not in known:
            found.append(
                f"There is no action {name[:MOST]!r} that could have other keys. Those are:"
                f" {listed(sorted(known))}."
            )
        wrong = [key for key in given if not _is_key(key)]
        if wrong:
            found.append(
                f"{wrong[0][:MOST]!r} is no key. A key is one sign, or {listed(sorted(NAMES))}, or"
                " c- with a letter for Ctrl, or f1 to f12."
            )
    for table in tables:
        found += [text for text in _conflicts(table, keys) if text not in found]
    return found


def _is_key(key: str) -> bool:
    if key in ("c-c", "backspace", "delete"):
        return False
    return key in NAMES or key in CHORDS or (len(key) == 1 and key.isprintable() and key != " ")


def _conflicts(table: Sequence[Action], keys: Keys) -> Iterator[str]:
    """Pairs of actions that share a key now and did not before."""
    usual = set(_shared(table))
    for one, other, key in _shared(remapped(table, keys)):
        if not any({one, other} == {a, b} for a, b, _ in usual):
            yield f"The key {key} is for {one!r} and for {other!r}; give one of them another."


def _shared(table: Iterable[Action]) -> Iterator[tuple[str, str, str]]:
    taken: dict[str, list[str]] = {}
    for action in table:
        for key in action.keys:
            for other in taken.get(key, ()):
                yield other, action.name, key
            taken.setdefault(key, []).append(action.name)


def _screens() -> list[Screen]:
    """One of each, over nothing."""
    ui, state = Ui(), TableState()
    nothing: Any = SimpleNamespace(
        moments=[0], lines=(), trouble="", checks=Checks(), names=Names(())
    )
    return [
        Start(ui, ""),
        Lobby(ui, LobbyState()),
        Invites(ui, "", ""),
        QrScreen(ui, "crown1-"),
        TableScreen(ui, state),
        GameOver(ui, state),
        LogScreen(ui, state, lambda line: None),
        BoardScreen(ui, lambda: None),
        ReplayScreen(ui, nothing, "", step=None),
        VerifyScreen(ui, VerifyState("")),
        Text(ui, "", ()),
        Menu(ui, "", "", [(key, ENTRY, lambda: None) for key in ENTRIES]),
    ]
