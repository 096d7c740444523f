"""A spectator of a real table is shown to its seats, and no longer once it has left."""

from __future__ import annotations

from pathlib import Path

from p2p.client.client import Client
from p2p.client.tables.open_table import open_guest, open_host, open_watch
from p2p.net.invite import parse
from tests.p2p.client.clients import profile, running, until


async def watched(client: Client, *names: str) -> None:
    await until(client, lambda: client.state.watchers == names)


async def test_all_seats_know_who_watches(tmp_path: Path) -> None:
    ana, ben, eve = (profile(tmp_path, name) for name in ("Ana", "Ben", "Eve"))
    host = open_host(ana, "inheritance", 2, {}, new=True)
    async with running(host):
        seat, watch = (one.encode() for one in host.client.invites())
        guest = open_guest(ben, parse(seat))
        async with running(guest):
            await until(host.client, lambda: host.client.state.snapshot is not None)
            await until(guest.client, lambda: guest.client.state.snapshot is not None)
            spectator = open_watch(eve, parse(watch))
            async with running(spectator):
                for one in (host.client, guest.client, spectator.client):
                    await watched(one, "Eve")
            for one in (host.client, guest.client):
                await watched(one)
