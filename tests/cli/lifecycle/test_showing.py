"""Whoever comes back to a lobby shows it on the network as it was shown before."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

import pytest

from cli.lifecycle.announcer import Announcer
from cli.lifecycle.showing import FILE, Showing, showing, shown_as
from p2p.storage.profile import Profile


@dataclass
class Table:
    profile: Profile | None
    lobby_bots: object = field(default_factory=object)
    id: str = "abc"
    client: object = None


def shown(table: Table, wanted: Showing | None = None, **environment: str) -> Announcer | None:
    return shown_as(cast(Any, table), environment, wanted)


@pytest.fixture
def table(tmp_path: Path) -> Table:
    made = Profile(tmp_path)
    made.table_path("abc").parent.mkdir(parents=True)
    return Table(made)


@pytest.mark.parametrize(
    ("show", "closed", "wanted"),
    [
        (True, False, Showing.OPEN),
        (True, True, Showing.CLOSED),
        (False, False, Showing.HIDDEN),
        (False, True, Showing.HIDDEN),
    ],
)
def test_it_is_shown_again_as_before(
    table: Table, show: bool, closed: bool, wanted: Showing
) -> None:
    assert showing(show=show, closed=closed) is wanted
    first, again = shown(table, wanted), shown(table)
    for announcer in (first, again):
        if wanted is Showing.HIDDEN:
            assert announcer is None
        else:
            assert announcer is not None
            assert announcer.closed is closed


def test_a_table_of_an_earlier_release_is_not_shown(table: Table) -> None:
    assert shown(table) is None


def test_a_damaged_word_shows_nothing(table: Table) -> None:
    assert table.profile is not None
    table.profile.table_path("abc").with_name(FILE).write_bytes(b"\xff\xfe")
    assert shown(table) is None


def test_only_a_table_that_we_opened_is_shown(table: Table) -> None:
    table.lobby_bots = None
    assert shown(table, Showing.OPEN) is None
    assert shown(Table(None), Showing.OPEN) is None


def test_the_local_network_can_be_switched_off(table: Table) -> None:
    assert shown(table, Showing.OPEN, CROWNLESS_LAN="off") is None
