"""Whole clients in one process over loopback sockets, for tests."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from p2p.client.client import Client
from p2p.client.tables.opened_table import OpenedTable
from p2p.session.session import Ending
from p2p.storage.profile import Profile

PATIENCE = 60


async def until(client: Client, holds: Callable[[], bool]) -> None:
    """Wait until something holds; a failure of the client fails the test."""
    async with asyncio.timeout(PATIENCE):
        while not holds():
            if client.state.failure is not None:
                raise client.state.failure
            await client.state.next()


async def to_the_end(client: Client) -> Ending:
    """Wait for the end with all closings."""

    def over() -> bool:
        snapshot = client.state.snapshot
        return bool(snapshot and snapshot.ending and snapshot.ending.complete)

    await until(client, over)
    assert client.state.snapshot is not None
    assert client.state.snapshot.ending is not None
    return client.state.snapshot.ending


@asynccontextmanager
async def running(*tables: OpenedTable) -> AsyncIterator[None]:
    try:
        for table in tables:
            await table.start()
        yield
    finally:
        for table in tables:
            await table.close()


def profile(folder: Path, name: str) -> Profile:
    found = Profile(folder / name)
    found.name = name
    return found
