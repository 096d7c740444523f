"""A record by its file, by its table, or by its number in the history."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.commands.find_record import Named, record_called
from cli.console.errors import UsageError
from p2p.storage.profile import Profile
from p2p.table_summary import Setting


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Profile:
    monkeypatch.setenv("CROWNLESS_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    profile = Profile(tmp_path / "home")
    usual: dict[str, Setting] = {
        "role": "host", "game": "king", "seats": 2, "options": "", "practice": False,
        "rematch": False, "people": "Ana, Ben", "keys": "", "table": "",
    }  # fmt: skip
    for ended, (table, state) in enumerate((("aa1", "over"), ("ab1", "over"), ("zz1", "open")), 1):
        profile.describe_table(table, {**usual, "state": state}, ended=ended)
        profile.table_path(table).touch(0o600)
    return profile


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("aa", Named(table="aa1")),
        ("zz1", Named(table="zz1")),
        ("1", Named(table="ab1")),
        ("2", Named(table="aa1")),
        ("./no.crownless", Named(file="./no.crownless")),
        ("no.crownless", Named(file="no.crownless")),
    ],
)
def test_what_a_word_means(home: Profile, text: str, named: Named) -> None:
    assert record_called(None, text) == named


def test_a_file_comes_first(home: Profile, tmp_path: Path) -> None:
    for name in ("aa1", "1"):
        (tmp_path / name).write_bytes(b"")
        assert record_called(None, name) == Named(file=name)


@pytest.mark.parametrize(
    ("text", "said"), [("3", "there is no file '3'"), ("a", "several"), ("qq", "no number of")]
)
def test_nothing_called_so(home: Profile, text: str, said: str) -> None:
    with pytest.raises(UsageError, match=said):
        record_called(None, text)
