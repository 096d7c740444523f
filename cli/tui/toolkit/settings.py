"""What a person chose about the screen, in a small TOML file of their own.

Read when the screen starts, written when something is changed on the settings screen. Writing
changes only the lines of what was changed: comments, keys and whatever is not understood stay as
they are, and a file that is no TOML is kept beside the new one. Held by
tests/cli/tui/toolkit/test_settings.py.
"""

from __future__ import annotations

import os
import re
import sys
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from cli.console.text import listed
from cli.tui.toolkit.theme import AUTO, DEPTHS, NAMES
from p2p.errors import LocalError
from p2p.storage import atomic_file
from p2p.storage.places import HOME_VARIABLE

GLYPHS = ("lines", "ascii")
GUARDS = (300, 600, 0)
KEYS = "keys"
HEAD = "# How Crownless looks. Changed on its settings screen, or here while it is closed.\n"
KEPT = ".old"
"""What is put behind the name of a file that cannot be read, when a new one is written."""
MOST = 200
"""Characters of a foreign word in a sentence."""

Keys = Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Settings:
    """`guard`: milliseconds in which keys do not answer a question that has just appeared.
    `screen`: the full screen, else lines, where a command could have either. `title`: the
    terminal's title says when it is your turn. `keys`: other keys for actions, by their names."""

    theme: str = AUTO
    depth: str = AUTO
    glyphs: str = "lines"
    mouse: bool = True
    bell: bool = False
    title: bool = False
    guard: int = 300
    screen: bool = True
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
}


@dataclass(frozen=True, slots=True)
class Loaded:
    """What a file says, and in a sentence each what of it does not hold."""

    settings: Settings = field(default_factory=Settings)
    problems: tuple[str, ...] = ()


def path_of(profile: str | None, environment: Mapping[str, str]) -> Path:
    """Where the settings of a profile are kept on this system."""
    name = "settings.toml" if profile is None else f"settings-{profile.lower()}.toml"
    home = environment.get(HOME_VARIABLE)
    if home:
        return Path(home) / name
    if sys.platform == "win32":
        local = environment.get("APPDATA")
        return (Path(local) if local else Path.home() / "AppData" / "Roaming") / "Crownless" / name
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "Crownless" / name
    given = environment.get("XDG_CONFIG_HOME", "")
    root = Path(given) if os.path.isabs(given) else Path.home() / ".config"
    return root / "crownless" / name


def load(path: Path) -> Loaded:
    """The settings in a file. What it does not say, or says wrongly, is as usual."""
    try:
        text = path.read_text("utf-8")
    except FileNotFoundError:
        return Loaded()
    except OSError as error:
        return Loaded(problems=(f"{path} cannot be read: {error.strerror}.",))
    except UnicodeDecodeError:
        return Loaded(problems=(_no_toml(path, "it is not UTF-8 text"),))
    try:
        return _read(text, path)
    except tomllib.TOMLDecodeError as error:
        return Loaded(problems=(_no_toml(path, str(error)),))


def _no_toml(path: Path, reason: str) -> str:
    return (
        f"{path.name} is no TOML file, so the usual settings hold: {reason}. Mend it in"
        f" {path.parent}; if you change settings here, it is kept as {path.name}{KEPT}."
    )


def _read(text: str, path: Path) -> Loaded:
    """Raises TOMLDecodeError."""
    settings, problems = Settings(), []
    for name, value in tomllib.loads(text).items():
        if name == KEYS:
            keys = _keys(value)
            if keys is None:
                problems.append(f"In {path.name}, [keys] has lines such as: jump = ['f', 'c-f'].")
            else:
                settings = replace(settings, keys=keys)
        elif name not in CHOICES:
            known = listed([*CHOICES, "[keys]"])
            problems.append(
                f"{path.name} has {name[:MOST]!r}, which is no setting; it stays there. Those are:"
                f" {known}."
            )
        elif any(type(value) is type(one) and value == one for one in CHOICES[name]):
            settings = replace(settings, **{name: value})
        else:
            allowed = listed([_toml(one) for one in CHOICES[name]], "or")
            problems.append(f"In {path.name}, {name} is {allowed}; it is as usual until then.")
    return Loaded(settings, tuple(problems))


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


def save(path: Path, settings: Settings) -> None:
    """Write what was changed. Raises LocalError and ProfileError."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        before = path.read_text("utf-8") if path.exists() else ""
        known = _read(before, path).settings
    except OSError as error:
        raise LocalError(f"{path.parent} cannot be used: {error.strerror}") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError):
        atomic_file.write(path.with_name(f"{path.name}{KEPT}"), path.read_bytes())
        before, known = "", Settings()
    wanted = {name: getattr(settings, name) for name in CHOICES}
    if before:
        wanted = {name: value for name, value in wanted.items() if value != getattr(known, name)}
    if wanted or not before:
        atomic_file.write(path, _merged(before or HEAD, wanted).encode())


def _merged(text: str, wanted: Mapping[str, str | int | bool]) -> str:
    """The text with other values in the lines of some settings, new lines before any table."""
    lines = text.splitlines()
    top = next((n for n, line in enumerate(lines) if line.lstrip().startswith("[")), len(lines))
    for name, value in wanted.items():
        line = re.compile(rf"(\s*{name}\s*=\s*)(\"[^\"]*\"|'[^']*'|[^\s#]+)(.*)")
        for number in range(top):
            found = line.fullmatch(lines[number])
            if found is not None:
                lines[number] = f"{found[1]}{_toml(value)}{found[3]}"
                break
        else:
            lines.insert(top, f"{name} = {_toml(value)}")
            top += 1
    return "\n".join(lines) + "\n"


def _toml(value: str | int | bool) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value) if isinstance(value, int) else f'"{value}"'
