"""Deleting tables, and the history, by command."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from cli.console.exit_codes import Exit
from cli.dispatch import main
from p2p.client.tables.way_back import whereabouts
from p2p.net.invite import fingerprint, parse
from p2p.storage.profile import Profile
from p2p.table_summary import Setting


@pytest.fixture
def profile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Profile:
    home = tmp_path / "home"
    monkeypatch.setenv("CROWNLESS_HOME", str(home))
    made = Profile(home)
    usual: dict[str, Setting] = {
        "game": "king",
        "seats": 2,
        "options": "",
        "rematch": False,
        "keys": "",
        "people": "",
    }
    for table, state, practice in (
        ("aa1", "over", False),
        ("bb1", "open", False),
        ("bb1bot1", "open", False),
        ("cc1", "open", True),
    ):
        role = "bot" if "bot" in table else "host"
        more: dict[str, Setting] = {
            "state": state,
            "practice": practice,
            "role": role,
            "result": "Ben won",
            "people": "Ana, Ben",
        }
        made.describe_table(table, {**usual, **more})
        made.table_path(table).touch(0o600)
    return made


def kept(profile: Profile) -> set[str]:
    return {info.id for info in profile.tables()}


@pytest.mark.parametrize(
    ("table", "typed", "code", "gone"),
    [
        ("aa", "yes\n", Exit.DONE, {"aa1"}),
        ("aa", "", Exit.USAGE, set()),
        ("cc", "yes\n", Exit.DONE, {"cc1"}),
        ("cc", "no\n", Exit.USAGE, set()),
        ("bb1", "delete\n", Exit.DONE, {"bb1", "bb1bot1"}),
        ("bb1", "yes\n", Exit.USAGE, set()),
        ("bb1", "", Exit.USAGE, set()),
        ("zz", "", Exit.USAGE, set()),
    ],
)
def test_a_table_is_deleted_after_a_word_and_one_in_play_after_a_stronger_one(
    table: str, typed: str, code: Exit, gone: set[str], profile: Profile
) -> None:
    before = kept(profile)
    read, write = os.pipe()
    os.write(write, typed.encode())
    os.close(write)
    keyboard = os.dup(0)
    os.dup2(read, 0)
    try:
        assert main(["tables", table, "--delete"]) == code
    finally:
        os.dup2(keyboard, 0)
        os.close(keyboard)
        os.close(read)
    assert before - kept(profile) == gone


def test_what_to_delete_has_to_be_named(
    profile: Profile, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["tables", "--delete"]) == Exit.USAGE
    assert "name the table" in capsys.readouterr().err
    assert len(kept(profile)) == 4


def test_the_list_has_an_invite_back_for_those_who_have_to_be_brought_back(
    profile: Profile, capsys: pytest.CaptureFixture[str]
) -> None:
    """One line that can be selected whole, and how it is used."""
    table, ben = "0123456789abcdef", "bb" * 32
    about = profile.about_table("bb1")
    where: dict[str, Setting] = {"port": 4873, "places": whereabouts((("127.0.0.1", 4873),))}
    profile.describe_table(table, {**about, **where, "keys": ben, "table": "", "persons": ""})
    profile.table_path(table).touch(0o600)
    assert main(["tables"]) == Exit.DONE
    lines = capsys.readouterr().out.splitlines()
    [line] = [line for line in lines if "back: crown1" in line]
    invite = parse(line)
    assert invite.back
    assert (invite.sni, invite.host_key) == (table, fingerprint(profile.identity.public))
    assert {port for _, port in invite.addresses} == {4873}
    assert "resume it and send" in " ".join(lines)


def test_a_list_without_a_key_is_shown_all_the_same(
    profile: Profile, capsys: pytest.CaptureFixture[str]
) -> None:
    profile.home.joinpath("identity.pem").write_text("damaged")
    assert main(["tables"]) == Exit.DONE
    out = capsys.readouterr().out
    assert "aa1" in out
    assert "crown1" not in out


def test_the_history_tells_who_won(profile: Profile, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["history"]) == Exit.DONE
    out = capsys.readouterr().out
    assert "Soon I Will Be King!" in out
    assert "  1. " in out
    assert "Ben won; table aa1" in out
    assert "bb1" not in out


def test_a_profile_without_games_says_how_to_begin(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CROWNLESS_HOME", str(tmp_path))
    assert main(["history"]) == Exit.DONE
    assert "crownless play inheritance" in capsys.readouterr().out
