"""What a person chose about the screen, in a small TOML file of their own.

Read when the screen starts, written when something is changed on the settings screen. A file that
cannot be read is left alone and said. Held by tests/cli/full/test_parts.py.
"""

from __future__ import annotations

import os
import sys
import tomllib
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path

from cli.full import theme
from p2p import files
from p2p.errors import LocalError
from p2p.profile import HOME_VARIABLE

GLYPHS = ("lines", "ascii")
GUARDS = (300, 600, 0)
HEAD = "# How Crownless looks. Changed on its settings screen, or here while it is closed.\n"


@dataclass(frozen=True, slots=True)
class Settings:
    """`guard`: milliseconds in which keys do not answer a question that has just appeared."""

    theme: str = "dark"
    glyphs: str = "lines"
    mouse: bool = True
    bell: bool = False
    guard: int = 300


CHOICES: Mapping[str, tuple[str | int | bool, ...]] = {
    "theme": theme.NAMES,
    "glyphs": GLYPHS,
    "mouse": (True, False),
    "bell": (False, True),
    "guard": GUARDS,
}


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


def load(path: Path) -> Settings:
    """The settings in a file; what it does not say is as usual. Raises LocalError."""
    try:
        found = tomllib.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        return Settings()
    except OSError as error:
        raise LocalError(f"{path} cannot be read: {error.strerror}") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise LocalError(f"{path} is no TOML file: {error}; mend it or delete it") from error
    settings = Settings()
    for field in fields(Settings):
        if field.name in found:
            value = found[field.name]
            allowed = CHOICES[field.name]
            if not any(type(value) is type(one) and value == one for one in allowed):
                raise LocalError(
                    f"in {path}, {field.name} is one of: {', '.join(map(_toml, allowed))}"
                )
            settings = replace(settings, **{field.name: value})
    return settings


def save(path: Path, settings: Settings) -> None:
    """Write the settings. Raises ProfileError."""
    lines = [f"{name} = {_toml(value)}" for name, value in asdict(settings).items()]
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise LocalError(f"{path.parent} cannot be made: {error.strerror}") from error
    files.write(path, (HEAD + "\n".join(lines) + "\n").encode())


def _toml(value: str | int | bool) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value) if isinstance(value, int) else f'"{value}"'
