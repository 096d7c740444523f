"""Members of a game find each other again on the local network, whatever their addresses are now.

No packet is sent while nobody is missing. Held by
tests/cli/lifecycle/test_home_meeting.py.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from contextlib import suppress

from cli.console import local_network
from cli.lifecycle.ended_task import over
from cli.lifecycle.showing import Showing, kept_showing
from p2p.client.client import Client
from p2p.client.tables.opened_table import OpenedTable
from p2p.net.dht.hash_table import Dht
from p2p.net.lan.places import LanPlaces


class HomeMeeting:
    """One client's side of it, once the game has begun."""

    def __init__(self, client: Client, places: Dht) -> None:
        self._client = client
        self._places = places
        self._task: asyncio.Task[None] | None = None

    def follow(self, *, begun: bool) -> None:
        """Whether the charter stands."""
        if begun and self._task is None:
            self._task = asyncio.create_task(self._client.meet_at_home(self._places))

    async def end(self) -> None:
        """Say and ask nothing more. What it has failed of goes into the log."""
        if self._task is None:
            return
        await over(self._task, "looking for members on the local network")
        with suppress(OSError):  # a network that is gone
            await self._places.close()


def home_meeting(table: OpenedTable, environment: Mapping[str, str]) -> HomeMeeting | None:
    """For a seat of ours among people; None where the local network is off or we stay unseen.

    Raises UsageError for an environment that names no addresses.
    """
    config, profile = table.config, table.profile
    if profile is None or local_network.is_off(environment):
        return None
    if config.loopback or config.role == "watch" or config.operator:
        return None
    if table.lobby_bots is not None and kept_showing(profile, table.id) is Showing.HIDDEN:
        return None
    return HomeMeeting(table.client, LanPlaces(local_network.interfaces(environment)))
