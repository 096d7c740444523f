"""Profiles: where they are, what they keep, and that they stay closed."""

from __future__ import annotations

import getpass
import json
import os
import sys
from pathlib import Path

import pytest

from p2p.errors import LocalError, ProfileError, StoreBusy
from p2p.storage.places import HOME_VARIABLE
from p2p.storage.profile import FALLBACK_NAME, Profile
from p2p.storage.table_store import Store

posix = pytest.mark.skipif(os.name != "posix", reason="permission bits are a POSIX matter")
KEY, OTHER = bytes(32), bytes(31) + b"\x01"


@pytest.fixture
def profile(tmp_path: Path) -> Profile:
    return Profile(tmp_path / "home")


@pytest.mark.parametrize(
    ("name", "home", "expected"),
    [
        (None, "own", "own"),
        ("Ana", "own", "own/profiles/ana"),
        (None, "", "data/crownless/profiles/default"),
        ("ana", "", "data/crownless/profiles/ana"),
    ],
)
@pytest.mark.skipif(sys.platform != "linux", reason="the folders of XDG")
def test_where_a_profile_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str | None, home: str, expected: str
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    environment = {HOME_VARIABLE: str(tmp_path / home)} if home else {}
    assert Profile.open(name, environment).home == tmp_path / expected
    assert (tmp_path / expected).is_dir()


@pytest.mark.parametrize("name", ["", "..", "a/b", "a\\b", "-a", "ä", "a b", "x" * 33, "con\x1b"])
def test_names_that_are_no_folders_are_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(ProfileError, match="profile's name") as caught:
        Profile.open(name, {HOME_VARIABLE: str(tmp_path)})
    assert "\x1b" not in str(caught.value)
    assert list(tmp_path.iterdir()) == []


def test_two_profiles_are_two_people(tmp_path: Path) -> None:
    environment = {HOME_VARIABLE: str(tmp_path / "own")}
    ana, ben = Profile.open("ana", environment), Profile.open("ben", environment)
    assert ana.identity.public != ben.identity.public
    assert (ana.name, ben.name) == ("Ana", "Ben")
    assert Profile.open("ana", environment).identity.public == ana.identity.public


@posix
def test_everything_in_a_profile_is_closed(profile: Profile) -> None:
    before = os.umask(0)
    try:
        assert profile.identity
        profile.name = "Ana"
        profile.put_contact(KEY, "Ben")
        profile.describe_table("abc1", {"game": "king"})
        Store.create(profile.table_path("abc1")).close()
        profile.folder("records")
    finally:
        os.umask(before)
    everything = [profile.home, *profile.home.rglob("*")]
    assert len(everything) == 9
    for path in everything:
        assert path.stat().st_mode & 0o077 == 0, path


@posix
def test_a_folder_that_serves_others_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("years of work")
    tmp_path.chmod(0o755)
    with pytest.raises(ProfileError, match="empty folder"):
        Profile(tmp_path)
    assert tmp_path.stat().st_mode & 0o777 == 0o755
    (tmp_path / "thesis.txt").unlink()
    assert Profile(tmp_path).identity
    tmp_path.chmod(0o755)
    Profile(tmp_path)  # our own is closed again
    assert tmp_path.stat().st_mode & 0o777 == 0o700


def test_the_name_is_the_login_name_until_one_is_chosen(
    profile: Profile, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(getpass, "getuser", lambda: "  zoe\u0308 ")
    assert profile.name == "zoë"
    monkeypatch.setattr(getpass, "getuser", lambda: "\x1b[2J")
    assert profile.name == FALLBACK_NAME

    def nobody() -> str:
        raise KeyError("uid not found")

    monkeypatch.setattr(getpass, "getuser", nobody)
    assert profile.name == FALLBACK_NAME
    profile.name = " Ana  Maria "
    assert Profile(profile.home).name == "Ana Maria"
    with pytest.raises(LocalError):
        profile.name = "\u202e"
    assert profile.name == "Ana Maria"


def test_settings_have_a_kind_and_a_default(profile: Profile) -> None:
    assert profile.setting("plain", False) is False
    profile.put_setting("plain", True)
    profile.put_setting("port", 4000)
    again = Profile(profile.home)
    assert again.setting("plain", False) is True
    assert again.setting("port", 0) == 4000
    assert again.setting("port", "words") == "words"
    assert again.setting("port", False) is False


def test_contacts_are_our_own_names(profile: Profile) -> None:
    assert profile.contacts == {}
    profile.put_contact(KEY, " Ben ")
    profile.put_contact(OTHER, "Cleo")
    assert Profile(profile.home).contacts == {KEY: "Ben", OTHER: "Cleo"}
    profile.put_contact(KEY, "BEN")
    with pytest.raises(ProfileError, match="already know somebody as BEN"):
        profile.put_contact(OTHER, "ben")
    with pytest.raises(LocalError):
        profile.put_contact(KEY, "")
    with pytest.raises(ProfileError, match="32 bytes"):
        profile.put_contact(b"short", "Dora")
    profile.remove_contact(KEY)
    profile.remove_contact(KEY)
    assert profile.contacts == {OTHER: "Cleo"}


@pytest.mark.parametrize("text", ["{", "[]", '{"zz": "Ben"}', '{"00": "Ben"}', "\udcff"])
def test_damaged_files_are_said_and_kept(profile: Profile, text: str) -> None:
    path = profile.home / "contacts.json"
    path.write_text(text, errors="surrogateescape")
    with pytest.raises(ProfileError, match="damaged"):
        profile.put_contact(KEY, "Ben")
    assert path.read_text(errors="surrogateescape") == text


def test_tables_are_listed_without_opening_them(profile: Profile) -> None:
    assert profile.tables() == []
    for number, table in enumerate(("aa", "bb", "cc")):
        with Store.create(profile.table_path(table)):
            pass
        os.utime(profile.table_path(table), ns=(0, number % 2 * 10**9))
    profile.describe_table("bb", {"game": "king", "seats": 3, "over": False})
    (profile.home / "tables" / "empty").mkdir()
    with Store.open(profile.table_path("bb")):  # open here, listed all the same
        listed = profile.tables()
    assert [info.id for info in listed] == ["bb", "aa", "cc"]
    assert listed[0].about == {"game": "king", "seats": 3, "over": False}
    assert listed[1].about == {}
    assert listed[0].path == profile.table_path("bb")


def test_looking_at_a_table_that_is_over_changes_nothing(profile: Profile) -> None:
    for table in ("old", "new"):
        with Store.create(profile.table_path(table)):
            pass
        profile.describe_table(table, {"state": "over"})
    before = profile.tables()
    assert [info.id for info in before] == ["new", "old"]
    with Store.open(profile.table_path("old")) as store:
        profile.describe_table("old", {"state": "open"})
        store.put_note("looked", b"again")
        profile.describe_table("old", {"state": "over"})
    assert profile.tables() == before


def test_a_table_that_goes_on_is_as_old_as_its_last_write(profile: Profile) -> None:
    for table in ("aa", "bb"):
        with Store.create(profile.table_path(table)):
            pass
        profile.describe_table(table, {"state": "open"})
        os.utime(profile.table_path(table), ns=(0, 10**9))
    os.utime(profile.table_path("bb"), ns=(0, 2 * 10**9))
    assert [(info.id, info.changed) for info in profile.tables()] == [
        ("bb", 2 * 10**9),
        ("aa", 10**9),
    ]


def test_a_table_is_removed_with_all_its_files(profile: Profile) -> None:
    Store.create(profile.table_path("aa")).close()
    Store.create(profile.table_path("bb")).close()
    profile.remove_table("aa")
    profile.remove_table("aa")
    assert [info.id for info in profile.tables()] == ["bb"]
    assert not profile.table_path("aa").parent.exists()
    profile.table_path("bb").write_bytes(b"damaged" * 1000)
    profile.remove_table("bb")
    assert profile.tables() == []


def test_a_table_in_use_is_not_removed(profile: Profile) -> None:
    with Store.create(profile.table_path("aa")) as store:
        with pytest.raises(StoreBusy, match="another terminal"):
            profile.remove_table("aa")
        store.put_note("still", b"here")
        assert store.note("still") == b"here"


@pytest.mark.parametrize("table", ["", "..", "a/b", "A", "x" * 65])
def test_ids_that_are_no_folders_are_refused(profile: Profile, table: str) -> None:
    with pytest.raises(ProfileError):
        profile.table_path(table)
    with pytest.raises(ProfileError):
        profile.remove_table(table)


def lost(profile: Profile) -> Profile:
    """The same profile in a new process, its key deleted."""
    (profile.home / "identity.pem").unlink(missing_ok=True)
    return Profile(profile.home)


def test_a_missing_key_that_others_know_is_never_replaced(profile: Profile) -> None:
    """Before: a new key, and all tables and contacts were those of somebody else."""
    assert profile.identity.public != lost(profile).identity.public  # nobody knew it
    profile.put_contact(KEY, "Ben")
    for _ in range(2):
        with pytest.raises(ProfileError, match="restore it from a backup, or use another profile"):
            _ = lost(profile).identity
    assert not (profile.home / "identity.pem").exists()
    assert lost(profile).contacts == {KEY: "Ben"}


def test_a_missing_key_that_a_table_was_begun_with_is_never_replaced(profile: Profile) -> None:
    _ = profile.identity
    path = profile.table_path("aa")
    path.parent.mkdir(parents=True)
    path.touch()
    _ = lost(profile).identity  # the file is left of a start that came to nothing
    path.unlink()
    with Store.create(path, {"plan": b"p"}) as store:
        store.put_note("port", b"1")
    with pytest.raises(ProfileError, match="is missing; without it"):
        _ = lost(profile).identity


def test_a_damaged_key_says_what_hangs_on_it(profile: Profile) -> None:
    profile.put_contact(KEY, "Ben")
    path = profile.home / "identity.pem"
    path.write_bytes(b"")
    with pytest.raises(ProfileError, match=r"not a key; .*a stranger"):
        _ = Profile(profile.home).identity
    assert path.read_bytes() == b""


def test_choices_of_other_kinds_stay_in_the_file(profile: Profile) -> None:
    path = profile.home / "profile.json"
    path.write_text('{"later": [1, 2], "name": "Ana"}')
    profile.put_setting("plain", True)
    assert json.loads(path.read_text()) == {"later": [1, 2], "name": "Ana", "plain": True}


@pytest.mark.parametrize(
    "text", ["{" * 5, '{"a":' * 100_000, '{"a": "\\ud800"}', '{"a": 9' + "9" * 5000]
)
def test_a_damaged_description_is_as_good_as_none(profile: Profile, text: str) -> None:
    Store.create(profile.table_path("aa")).close()
    Store.create(profile.table_path("bb")).close()
    profile.table_path("aa").with_name("about.json").write_text(text)
    profile.describe_table("bb", {"game": "king"})
    assert {info.id: dict(info.about) for info in profile.tables()} == {
        "aa": {},
        "bb": {"game": "king"},
    }
    profile.describe_table("aa", {"game": "king"})
    assert all(info.about == {"game": "king"} for info in profile.tables())
