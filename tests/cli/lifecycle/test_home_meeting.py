"""Who looks for members on the local network, and who does not."""

from __future__ import annotations

import asyncio
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from cli.lifecycle.home_meeting import HomeMeeting, home_meeting
from cli.lifecycle.showing import FILE, Showing
from p2p.client.tables.opened_table import OpenedTable
from p2p.lobby.table_config import TableConfig
from p2p.storage.profile import Profile


def table(
    folder: Path, *, hosts: Showing | None = None, role: str = "guest", **config: object
) -> OpenedTable:
    """A table of a profile; `hosts`: we opened it, and it was shown so."""
    profile = Profile(folder / "home")
    if hosts is not None:
        path = profile.table_path("abc").with_name(FILE)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(hosts.value)
    made = SimpleNamespace(
        id="abc",
        client=None,
        profile=profile,
        config=TableConfig(role, bytes(10), "Ana", **cast(Any, config)),
        lobby_bots=None if hosts is None else object(),
    )
    return cast(OpenedTable, made)


@pytest.mark.parametrize("hosts", [None, Showing.OPEN, Showing.CLOSED])
def test_seats_among_people_look_for_each_other(tmp_path: Path, hosts: Showing | None) -> None:
    assert home_meeting(table(tmp_path, hosts=hosts), {}) is not None


def test_who_wants_to_stay_unseen_says_nothing(tmp_path: Path) -> None:
    assert home_meeting(table(tmp_path, hosts=Showing.HIDDEN), {}) is None
    assert home_meeting(table(tmp_path), {"CROWNLESS_LAN": "off"}) is None


def test_nobody_is_looked_for_at_a_table_of_this_machine_or_from_a_chair(tmp_path: Path) -> None:
    for no in ({"loopback": True}, {"role": "watch"}, {"operator": b"o" * 32}):
        assert home_meeting(table(tmp_path, **cast(Any, no)), {}) is None


class Client:
    """One that looks for members until it is told to end."""

    def __init__(self, *, fails: bool = False) -> None:
        self.begun = 0
        self._fails = fails

    async def meet_at_home(self, _: object) -> None:
        self.begun += 1
        if self._fails:
            raise OSError("no such device")
        await asyncio.Event().wait()


class Places:
    """A local network that counts how often it is left."""

    left = 0

    async def close(self) -> None:
        self.left += 1


@pytest.mark.parametrize("fails", [False, True])
async def test_it_begins_once_with_the_game_and_ends(fails: bool) -> None:
    client, places = Client(fails=fails), Places()
    meeting = HomeMeeting(cast(Any, client), cast(Any, places))
    meeting.follow(begun=False)
    await meeting.end()
    assert (client.begun, places.left) == (0, 0)
    for _ in range(3):
        meeting.follow(begun=True)
        await asyncio.sleep(0)
    await meeting.end()
    assert (client.begun, places.left) == (1, 1)
