"""Tables by how their ids begin."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.commands.find_table import table_called
from cli.console.errors import UsageError
from p2p.storage.profile import Profile


@pytest.fixture
def profile(tmp_path: Path) -> Profile:
    made = Profile(tmp_path / "home")
    for table, role in (("cfed2", "guest"), ("cfed2bot1", "bot"), ("ab1", "host"), ("ab2", "host")):
        made.describe_table(table, {"role": role})
        made.table_path(table).touch(0o600)
    made.describe_table("zzbot1", {"role": "bot"})
    made.table_path("zzbot1").touch(0o600)
    return made


@pytest.mark.parametrize(
    ("text", "table"),
    [
        ("cf", "cfed2"),
        ("CFED2", "cfed2"),
        ("cfed2b", "cfed2bot1"),
        ("cfed2bot1", "cfed2bot1"),
        ("zz", "zzbot1"),
        ("ab2", "ab2"),
    ],
)
def test_first_letters_find_a_table_whatever_bots_sit_there(
    text: str, table: str, profile: Profile
) -> None:
    assert table_called(profile, text) == table


@pytest.mark.parametrize(("text", "says"), [("ab", "several table"), ("q", "you have no table")])
def test_letters_that_say_too_little_or_nothing(text: str, says: str, profile: Profile) -> None:
    with pytest.raises(UsageError, match=says):
        table_called(profile, text)
