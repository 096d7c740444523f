"""Names for keys: given by words or by digits, shown, changed and removed."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from cli.commands.contact import met_keys
from cli.console.exit_codes import Exit
from cli.dispatch import main
from p2p import key_words
from p2p.client.tables.opened_table import OpenedTable
from p2p.key_words import key_phrase
from p2p.lobby.table_config import TableConfig
from p2p.storage.profile import Profile
from p2p.wire.charter import Draft, Member, Policies

BEN, CYR = b"b" * 32, b"c" * 32


@pytest.fixture(autouse=True)
def profile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Profile:
    """A profile that has played with Ben and Cyr."""
    monkeypatch.setenv("CROWNLESS_HOME", str(tmp_path / "home"))
    made = Profile.open()
    keys = f"{made.identity.public.hex()} {BEN.hex()} {CYR.hex()}"
    for table in ("first", "second"):
        made.describe_table(table, {"game": "king", "state": "over", "keys": keys})
        made.table_path(table).touch(0o600)
    return made


def said(capsys: pytest.CaptureFixture[str], *arguments: str, code: int = Exit.DONE) -> str:
    assert main(["contact", *arguments]) == code
    captured = capsys.readouterr()
    return captured.err if code else captured.out


@pytest.mark.parametrize(
    "words",
    [
        [key_phrase(BEN)],
        [key_phrase(BEN, 6)],
        key_phrase(BEN).upper().split("-"),
        [BEN.hex()],
    ],
)
def test_a_key_is_named_by_its_words_or_its_digits(
    words: list[str], profile: Profile, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "is called Big Ben from now on" in said(capsys, " Big  Ben ".strip(), *words)
    assert list(profile.contacts) == [BEN]


def test_contacts_are_listed_shown_renamed_and_removed(
    profile: Profile, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "no contacts yet" in said(capsys)
    said(capsys, "Cy", key_phrase(CYR))
    said(capsys, "ben", key_phrase(BEN))
    assert said(capsys).splitlines() == [
        f"ben: {key_phrase(BEN)}",
        f"Cy: {key_phrase(CYR)}",
    ]
    shown = said(capsys, "BEN").splitlines()
    assert shown[:3] == ["Name: ben", f"Key: {BEN.hex()}", f"Words: {key_phrase(BEN)}"]
    assert "first" in shown[4]
    assert "second" in shown[4]
    assert said(capsys, "Benedikt", key_phrase(BEN)) == "ben is called Benedikt from now on.\n"
    assert said(capsys, "benedikt", "--remove") == "Benedikt is no longer a contact.\n"
    assert profile.contacts == {CYR: "Cy"}


def test_a_key_that_was_never_met_is_named_by_its_digits(
    profile: Profile, capsys: pytest.CaptureFixture[str]
) -> None:
    said(capsys, "Dov", (b"d" * 32).hex())
    assert "You have not played with this key." in said(capsys, "Dov")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["Ben"], "you have no contact 'Ben'; 'crownless contact' lists yours"),
        (["\x1b[2J"], "you have no contact"),
        (["Ben", "--remove"], "you have no contact 'Ben'"),
        (["--remove"], "say whom to remove"),
        (["Ben", "abc", "--remove"], "--remove takes a name and no words"),
        (["Ben", "one", "two"], "by its 3 or 6 words, or by all its 64 digits"),
        (["Ben", "ab" * 31], "this is 1 word"),
        (["Ben", "xyzzy-xyzzy-xyzzy"], "'xyzzy' is no word that a key can have"),
        (["Ben", key_phrase(b"e" * 32)], "nobody who sat at one of your tables has these words"),
        (["\x1b", key_phrase(BEN)], "a name cannot contain"),
    ],
)
def test_every_mistake_is_one_sentence(
    arguments: list[str], says: str, profile: Profile, capsys: pytest.CaptureFixture[str]
) -> None:
    found = said(capsys, *arguments, code=Exit.USAGE)
    assert says in " ".join(found.split())
    assert "\x1b" not in found
    assert profile.contacts == {}


def test_a_name_is_given_once_and_never_to_oneself(
    profile: Profile, capsys: pytest.CaptureFixture[str]
) -> None:
    said(capsys, "Ben", key_phrase(BEN))
    assert "already know somebody as Ben" in said(capsys, "ben", key_phrase(CYR), code=Exit.USAGE)
    own = profile.identity.public.hex()
    assert "your own key" in said(capsys, "Me", own, code=Exit.USAGE)


def test_words_that_two_keys_share_are_not_enough(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    words = key_words.word_list()[:6]
    monkeypatch.setattr(
        "cli.commands.contact.key_phrase",
        lambda key, count=3: "-".join([*words[:5], words[5] if key == BEN else words[0]][:count]),
    )
    both = said(capsys, "Ben", *words[:3], code=Exit.USAGE)
    assert "2 keys have these words; give all 6" in both
    assert "is called Ben" in said(capsys, "Ben", *words)


def test_a_table_keeps_the_keys_of_the_people_who_sat_there(profile: Profile) -> None:
    members = (
        Member(profile.identity.public, "Ana"),
        Member(BEN, "Ben"),
        Member(b"x" * 32, "Bot", operator=BEN),
    )
    draft = Draft("king", b"r" * 32, (), members, Policies())
    state = SimpleNamespace(
        charter=SimpleNamespace(draft=draft, seats=3, table=bytes(32)), snapshot=None, audit=None
    )
    client = SimpleNamespace(state=state, key=profile.identity.public, way_back=lambda: None)
    config = TableConfig("guest", b"secret", "Ana")
    OpenedTable("third", config, cast(Any, client), profile=profile).describe("open")
    profile.table_path("third").touch(0o600)
    assert "0" * 16 in met_keys(profile)[BEN]
    assert set(met_keys(profile)) == {BEN, CYR}
