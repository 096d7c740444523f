"""Settings as the screen knows them, and the file that holds them: never spoilt."""

from __future__ import annotations

import re
import tomllib
from dataclasses import replace
from pathlib import Path

import pytest

from cli.console import settings_file
from cli.tui.toolkit.settings import CHOICES, Loaded, Settings, settings_of, values_of
from p2p.errors import LocalError


def load(path: Path) -> Loaded:
    found = settings_file.load(path)
    return settings_of(found.values, found.problem)


def save(path: Path, settings: Settings) -> None:
    settings_file.save(path, values_of(settings), values_of(load(path).settings))


def test_settings_are_kept_and_read_back(tmp_path: Path) -> None:
    path = tmp_path / "folder" / "settings.toml"
    assert load(path) == Loaded()
    chosen = Settings("contrast", "16", "ascii", False, True, True, 600, False, "able")
    save(path, chosen)
    assert load(path) == Loaded(chosen)
    assert path.stat().st_mode & 0o077 == 0
    assert set(tomllib.loads(path.read_text())) == set(CHOICES)
    save(path, Settings())
    assert load(path) == Loaded()


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("theme = 'pink'", 'theme is "auto", "dark"'),
        ("mouse = 1", "mouse is true or false"),
        ("= nonsense", "is no TOML file, so the usual settings hold"),
        ("tehme = 'dark'", "'tehme', which is no setting; it stays there"),
        ("keys = 3", r"\[keys\] has lines such as"),
        ("[keys]\njump = []", r"\[keys\] has lines such as"),
    ],
)
def test_what_does_not_hold_is_said_and_the_rest_holds(
    tmp_path: Path, text: str, says: str
) -> None:
    path = tmp_path / "settings.toml"
    path.write_text(f"bell = true\n{text}\n")
    loaded = load(path)
    (problem,) = loaded.problems
    assert re.search(says, problem)
    assert loaded.settings.bell is ("no TOML" not in says)


def test_a_file_that_cannot_be_read_is_said(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.mkdir()
    assert "cannot be read" in load(path).problems[0]
    path = tmp_path / "other.toml"
    path.write_bytes(b"theme = '\xff'")
    assert "not UTF-8" in load(path).problems[0]


MINE = """# mine
theme = "light"  # at daytime
tehme = 'dark'
mouse=true

[keys]
jump = "F"  # theme = "x"
theme = "t"
"""


def test_writing_changes_only_the_lines_that_were_changed(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.write_text(MINE)
    found = load(path).settings
    save(path, found)
    assert path.read_text() == MINE
    save(path, replace(found, theme="dark", mouse=False, guard=0))
    assert path.read_text() == (
        MINE.replace('"light"', '"dark"')
        .replace("mouse=true", "mouse=false")
        .replace("\n\n[keys]", "\nguard = 0\n\n[keys]")
    )
    assert load(path).settings == replace(found, theme="dark", mouse=False, guard=0)


def test_a_wrong_value_stays_until_it_is_changed(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.write_text("theme = 'pink'\n")
    save(path, replace(load(path).settings, bell=True))
    assert path.read_text() == "theme = 'pink'\nbell = true\n"
    save(path, replace(load(path).settings, theme="mono"))
    assert path.read_text() == 'theme = "mono"\nbell = true\n'


def test_a_file_that_is_no_toml_is_kept_beside_the_new_one(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.write_text("theme = light\n")
    assert "kept as settings.toml.old" in load(path).problems[0]
    save(path, Settings(theme="light"))
    assert load(path) == Loaded(Settings(theme="light"))
    assert (tmp_path / "settings.toml.old").read_text() == "theme = light\n"


def test_a_folder_that_cannot_be_made_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(LocalError, match="cannot be used"):
        save(tmp_path / "file" / "settings.toml", Settings())


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('"theme" = "light"\n', '"theme" = "dark"\n'),
        ("'theme' = 'light'  # mine\n", "'theme' = \"dark\"  # mine\n"),
        ('theme = """light"""\n', 'theme = "dark"\n'),
        ('theme = "light"\r\nbell = true\r\n', 'theme = "dark"\r\nbell = true\r\n'),
        ("x = [\n['a'], # one\n]\ntheme='light'\n", "x = [\n['a'], # one\n]\ntheme=\"dark\"\n"),
        ("theme='light'\n\nkeys.jump = 'F'\n", "theme=\"dark\"\n\nkeys.jump = 'F'\n"),
        ("x = '''\n[not a table]\n'''\n", "x = '''\n[not a table]\n'''\ntheme = \"dark\"\n"),
        ("[keys]\njump = 'F'\n", "theme = \"dark\"\n\n[keys]\njump = 'F'\n"),
        ("[[more]]\na = 1\n", 'theme = "dark"\n[[more]]\na = 1\n'),
    ],
)
def test_however_a_file_is_written_only_the_value_changes(
    tmp_path: Path, before: str, after: str
) -> None:
    path = tmp_path / "settings.toml"
    path.write_bytes(before.encode())
    save(path, replace(load(path).settings, theme="dark"))
    assert path.read_bytes().decode() == after
    assert load(path).settings.theme == "dark"


def test_a_section_that_stands_twice_is_no_toml_and_kept_beside(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.write_text("[keys]\njump = 'F'\n[keys]\njump = 'G'\n")
    assert "is no TOML file" in load(path).problems[0]
    save(path, Settings(theme="dark"))
    assert load(path) == Loaded(Settings(theme="dark"))
    assert path.with_name("settings.toml.old").read_text().count("[keys]") == 2
