"""Names for keys: given, changed, forgotten, and warned of where they look alike."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.lifecycle.naming import name_key
from p2p.errors import LocalError, ProfileError
from p2p.storage.profile import Profile

BEN, CY = b"b" * 32, b"c" * 32


def test_a_key_is_named_renamed_and_forgotten(tmp_path: Path) -> None:
    home = Profile(tmp_path)
    assert "is called Ben from now on" in name_key(home, BEN, "Ben")
    assert home.contacts == {BEN: "Ben"}
    assert name_key(home, BEN, "Benny") == "Ben is called Benny from now on."
    assert name_key(home, BEN, "") == "Benny is no longer a contact."
    assert home.contacts == {}
    assert name_key(home, BEN, " ") == "That key has no name of yours."


def test_two_keys_have_no_name_in_common_and_names_that_look_alike_are_warned_of(
    tmp_path: Path,
) -> None:
    home = Profile(tmp_path)
    name_key(home, BEN, "Ben")
    with pytest.raises(ProfileError, match="already know somebody as Ben"):
        name_key(home, CY, "ben")
    assert home.contacts == {BEN: "Ben"}
    said = name_key(home, CY, "B\u0435n")
    assert "Careful: that looks like Ben, another of your contacts." in said


def test_our_own_key_gets_no_name(tmp_path: Path) -> None:
    home = Profile(tmp_path)
    with pytest.raises(LocalError, match="your own key"):
        name_key(home, home.identity.public, "Me")
