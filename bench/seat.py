"""One seat in a process of its own, for the measurements: says what happens, as lines of JSON.

Times are seconds on the system's monotonic clock, which all processes of a machine share.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import json
import logging
import os
import resource
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from copy import copy
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from p2p.client.client import Client
    from p2p.client.tables.opened_table import OpenedTable
    from p2p.store import StoredMessage

os.umask(0o077)
LOOK_SECONDS = 0.25
"""Between two reports of a game that is measured while it goes on."""


def say(event: str, **more: object) -> None:
    """Tell the measuring process that something has happened."""
    print(json.dumps({"event": event, "at": time.monotonic(), **more}), flush=True)


def peak_memory() -> float:
    """The most memory this process has held, in MB.

    Where the system tells it of this program alone: `getrusage` counts what the process that
    started us had held before.
    """
    status = Path("/proc/self/status")
    if status.is_file():
        for line in status.read_text().splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) / 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def count_commits() -> Callable[[], int]:
    """Count from now on how often this process waits for the disk; gives how to read the count."""
    from p2p.storage.table_store import Store

    commit, counted = Store.commit, itertools.count()

    def counting(
        store: Store,
        messages: Sequence[StoredMessage],
        notes: Mapping[str, bytes] | None = None,
    ) -> None:
        next(counted)
        commit(store, messages, notes)

    Store.commit = counting  # type: ignore[method-assign, assignment]
    return lambda: next(copy(counted))


def turns(client: Client) -> int:
    """How many turns of the game have begun."""
    assert client.session is not None
    return client.session.replica.engine.table.events.get("turn", 0)


def open_seat(home: Path, given: argparse.Namespace) -> OpenedTable:
    """A new table, or a place at that of the invite: a guest's, or a bot's of the same person."""
    from p2p.client.tables.open_table import open_bot, open_guest, open_host
    from p2p.net.invite import parse
    from p2p.storage.profile import Profile

    profile = Profile(home)
    if not given.invite:
        return open_host(
            profile, given.game, given.seats, {}, new=True, auto=given.auto, beat=given.beat
        )
    if given.bot:
        return open_bot(profile, parse(given.invite), given.strength)
    return open_guest(profile, parse(given.invite), auto=given.auto)


def stay_on(core: int | None) -> None:
    """Use one core of the machine alone, where the system can be asked for that."""
    if core is not None and hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {core})


async def report(client: Client) -> None:
    """Say again and again how far the game is and what it has cost, until standard input ends."""
    told = asyncio.create_task(asyncio.to_thread(sys.stdin.read))
    while not told.done():
        await asyncio.wait({told}, timeout=LOOK_SECONDS)
        if client.session is not None:
            steps, over = client.session.replica.step, client.session.ending() is not None
            say("step", steps=steps, over=over, cpu=time.process_time(), memory=peak_memory())


async def run(home: Path, given: argparse.Namespace) -> None:
    """Open or join a table; with `auto`, or as a `bot`, play it to the end."""
    from games import registry

    invite, auto = given.invite, given.auto or given.bot
    table = open_seat(home, given)
    if given.auto and given.strength:  # in a person's own seat the best bot would play
        table.client._board.runner._worker._bot = registry.bot(given.game, given.strength)
    commits = count_commits()
    await table.start()
    client = table.client
    if not invite:
        seat, watch = client.invites()
        say("invite", text=seat.encode(), watch=watch.encode())
    if given.reports:
        await report(client)
    said: set[str] = set()
    while not given.reports:
        await client.state.next()
        if client.state.failure is not None:
            raise client.state.failure
        snapshot = client.state.snapshot
        if client.state.charter is not None and "charter" not in said:
            said.add("charter")
            say("charter", cpu=time.process_time(), commits=commits())
        if snapshot is not None and snapshot.prompt is not None and "prompt" not in said:
            said.add("prompt")
            say("prompt")
            if not auto:
                break
        if snapshot is not None and snapshot.ending is not None and snapshot.ending.complete:
            say(
                "end",
                steps=snapshot.step,
                turns=turns(client),
                memory=peak_memory(),
                cpu=time.process_time(),
                commits=commits(),
            )
            if not invite:
                (given.home / "record").write_bytes(await client.record())
            await client.farewell()
            break
    if not (auto or given.reports):
        await asyncio.to_thread(sys.stdin.read)  # stay on line until the measuring process is done
    await table.close()


def main() -> None:
    """Read the arguments and run."""
    parser = argparse.ArgumentParser()
    parser.add_argument("home", type=Path)
    parser.add_argument("--invite", default="")
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--game", default="inheritance")
    parser.add_argument("--strength", default="")
    parser.add_argument("--auto", action="store_true")
    parser.add_argument("--bot", action="store_true")
    parser.add_argument("--beat", type=int, help="milliseconds before a pass, for a new table")
    parser.add_argument("--core", type=int, help="use this core of the machine alone")
    parser.add_argument("--reports", action="store_true", help="until standard input ends")
    given = parser.parse_args()
    stay_on(given.core)
    logging.disable()  # that links of a flood are closed is no news here
    asyncio.run(run(given.home, given))


if __name__ == "__main__":
    main()
