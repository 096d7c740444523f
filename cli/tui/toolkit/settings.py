"""What a person can choose about the screen: the values, what each may be, and how they are read.

The file itself is read and written elsewhere (cli.console.settings_file). Held by
tests/cli/tui/toolkit/test_settings.py.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from cli.console.text import listed
from cli.tui.toolkit.theme import AUTO, DEPTHS, NAMES

GLYPHS = ("lines", "ascii")
GUARDS = (300, 600, 0)
PACES = (1000, 2000, 500, 0)
KEYS = "keys"
FILE = "settings.toml"
ASKS = ("concerned", "able", "always")
MOST = 200
"""Characters of a foreign word in a sentence."""

Keys = Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Settings:
    """`guard`: milliseconds in which keys do not answer a question that has just appeared.
    `screen`: the full screen, else lines, where a command could have either. `title`: the
    terminal's title says when it is your turn. `asks`: how much one is asked, a word of
    `p2p.session.person.Attention`. `pace`: milliseconds that a move of somebody else is
    shown before the next. `moves_first`: own questions wait until all moves before them were
    shown. `keep_records`: the record of each game that is over is kept in the profile.
    `offered`: a guided first game was offered. `keys`: other keys for actions, by their
    names."""

    theme: str = AUTO
    depth: str = AUTO
    glyphs: str = "lines"
    mouse: bool = True
    bell: bool = False
    title: bool = False
    guard: int = 300
    screen: bool = True
    asks: str = ASKS[0]
    pace: int = 1000
    moves_first: bool = False
    keep_records: bool = True
    offered: bool = False
    keys: Keys = field(default_factory=dict)


CHOICES: Mapping[str, tuple[str | int | bool, ...]] = {
    "theme": NAMES,
    "depth": DEPTHS,
    "glyphs": GLYPHS,
    "mouse": (True, False),
    "bell": (False, True),
    "title": (False, True),
    "guard": GUARDS,
    "screen": (True, False),
    "asks": ASKS,
    "pace": PACES,
    "moves_first": (False, True),
    "keep_records": (True, False),
    "offered": (False, True),
}


@dataclass(frozen=True, slots=True)
class Loaded:
    """What a file says, and in a sentence each what of it does not hold."""

    settings: Settings = field(default_factory=Settings)
    problems: tuple[str, ...] = ()


def settings_of(values: Mapping[str, Any], problem: str = "") -> Loaded:
    """The settings that a file says. What it does not say, or says wrongly, is as usual.

    `problem`: why the file could not be read.
    """
    settings, problems = Settings(), [problem] if problem else []
    for name, value in values.items():
        if name == KEYS:
            keys = _keys(value)
            if keys is None:
                problems.append(f"In {FILE}, [keys] has lines such as: jump = ['f', 'c-f'].")
            else:
                settings = replace(settings, keys=keys)
        elif name not in CHOICES:
            known = listed([*CHOICES, "[keys]"])
            problems.append(
                f"{FILE} has {name[:MOST]!r}, which is no setting; it stays there. Those are:"
                f" {known}."
            )
        elif any(type(value) is type(one) and value == one for one in CHOICES[name]):
            settings = replace(settings, **{name: value})
        else:
            allowed = listed([_toml(one) for one in CHOICES[name]], "or")
            problems.append(f"In {FILE}, {name} is {allowed}; it is as usual until then.")
    return Loaded(settings, tuple(problems))


def values_of(settings: Settings) -> dict[str, str | int | bool]:
    """What a file says of settings; other keys are set there by hand alone."""
    return {name: getattr(settings, name) for name in CHOICES}


def _keys(value: object) -> Keys | None:
    """The table of keys, or None if it is none: names, each with one key or a list of them."""
    if not isinstance(value, dict):
        return None
    found: dict[str, tuple[str, ...]] = {}
    for name, given in value.items():
        keys = [given] if isinstance(given, str) else given
        if not isinstance(keys, list) or not keys or not all(isinstance(k, str) for k in keys):
            return None
        found[name] = tuple(keys)
    return found


def _toml(value: str | int | bool) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value) if isinstance(value, int) else f'"{value}"'
