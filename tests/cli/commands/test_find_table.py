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


def test_one_id_before_and_after_the_charter(profile: Profile) -> None:
    """What is shown begins the id in a record; the name of the folder was shown before that."""
    table = "0123456789abcdef" * 4
    folder = "feedfeedfeedfeed"
    for name, role in ((folder, "host"), (f"{folder}bot1", "bot"), ("beefbeefbeefbeef", "watch")):
        profile.describe_table(name, {"role": role, "table": table})
        profile.table_path(name).touch(0o600)
    shown = {info.id: info.shown for info in profile.tables() if "table" in info.about}
    assert shown == {
        folder: table[:16],
        f"{folder}bot1": f"{table[:16]}bot1",
        "beefbeefbeefbeef": table[:16],
    }
    for text in (table[:3], table[:16], table, table.upper(), folder[:5], folder):
        assert table_called(profile, text) == folder
    assert table_called(profile, f"{table[:16]}bot") == f"{folder}bot1"
    assert table_called(profile, "beef") == "beefbeefbeefbeef"
