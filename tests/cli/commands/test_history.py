"""The list of past games: it names people by our contacts, and needs none of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.commands.history import lines
from cli.console.exit_codes import Exit
from cli.dispatch import main
from p2p.storage.profile import Profile
from p2p.table_summary import TableSummary

BEN = b"\xb1" * 32


@pytest.fixture
def profile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Profile:
    monkeypatch.setenv("CROWNLESS_HOME", str(tmp_path / "home"))
    profile = Profile(tmp_path / "home")
    profile.put_contact(BEN, "Uncle Ben")
    over = TableSummary(
        role="host",
        game="king",
        seats=2,
        options="",
        practice=False,
        rematch=False,
        state="over",
        people="Ana, Ben",
        keys=(profile.identity.public.hex(), BEN.hex()),
        persons=("Ana", "Ben"),
        table="ab" * 32,
        result="Ben won",
        won=False,
    )
    profile.describe_table("aa1", over.encode(), ended=1)
    profile.table_path("aa1").touch(0o600)
    return profile


def test_people_have_the_names_that_we_gave_them(profile: Profile) -> None:
    said = " ".join(lines(profile))
    assert "Ana, Uncle Ben; Uncle Ben won" in said
    assert "not shown" not in said


@pytest.mark.parametrize("damage", [b"{", b"[]", b'{"b1": "short"}', b"\xff\xfe"])
def test_damaged_contacts_cost_their_names_only(
    profile: Profile, damage: bytes, capsys: pytest.CaptureFixture[str]
) -> None:
    (profile.home / "contacts.json").write_bytes(damage)
    assert main(["history"]) == Exit.DONE
    said = " ".join(capsys.readouterr().out.split())
    assert "Ana, Ben; Ben won" in said
    assert "contacts.json is damaged" in said
    assert (profile.home / "contacts.json").read_bytes() == damage
