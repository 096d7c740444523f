"""A flood in a process of its own: a spectator or a member that sends what nobody needs.

It begins with a line on its standard input, and stops after so many frames or seconds, or when that
input ends.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import time
from collections.abc import Iterator
from itertools import cycle, repeat
from pathlib import Path

from bench.seat import say
from p2p.client.client import Client
from p2p.client.open_table import open_guest, open_watch
from p2p.lobby.places import Place, places_frame
from p2p.net.invite import parse
from p2p.session.frames import Have, Messages
from p2p.storage.identity import Identity
from p2p.storage.profile import Profile
from p2p.wire.message import Signed

BOUNDS = {"messages": (20_000, 30.0), "have": (20_000, 30.0), "addresses": (20_000, 30.0)}
"""Frames and seconds of a watcher's flood."""
BOUNDS_OF_A_MEMBER = (400, 1.5)
"""The table waits for a member's own moves, and these lie behind its flood on the same links."""
ROUND = 16
"""Frames between two looks at the clock."""
KINDS = ("messages", "have", "addresses", "member")


def frames(kind: str, client: Client) -> Iterator[bytes]:
    """The frames of one flood, without end."""
    seats = client.state.charter.seats if client.state.charter else 0
    if kind == "have":
        return cycle([Have((n % 2,) * seats, (n % seats,)).encode() for n in range(2 * seats)])
    if kind == "addresses":
        return _addresses(client.config.tag)
    return _known(client)


def _known(client: Client) -> Iterator[bytes]:
    """All messages that the client knows, in frames as large as they may be."""
    while True:
        snapshot = client.state.snapshot
        frame = Messages(_filled(snapshot.good if snapshot else ())).encode()
        yield from repeat(frame, 200)  # to make one takes longer than to send it


def _filled(known: tuple[Signed, ...]) -> tuple[Signed, ...]:
    items: list[Signed] = []
    size = 0
    for signed in cycle(known):
        size += len(signed.body) + 80
        if size > 1_000_000 or len(items) == 512:
            break
        items.append(signed)
    return tuple(items)


def _addresses(tag: str) -> Iterator[bytes]:
    """Addresses of people who do not exist, each signed."""
    while True:
        who = Identity.generate()
        place = Place.signed(tag, who.public, 1, (("127.0.0.1", 9),), who.sign)
        yield places_frame([place] * 16)


async def run(home: Path, invite: str, kind: str) -> None:
    """Sit down or watch, and flood the host from the first message on."""
    profile = Profile(home)
    member = kind == "member"
    chair = open_guest(profile, parse(invite), auto=True) if member else None
    table = chair or open_watch(profile, parse(invite))
    await asyncio.to_thread(sys.stdin.readline)  # nobody may watch before the game has begun
    stop = asyncio.create_task(asyncio.to_thread(sys.stdin.read))
    await table.start()
    client = table.client
    while not client.state.snapshot or not client.state.snapshot.good:
        await client.state.next()
    say("flood")
    most, seconds = BOUNDS.get(kind, BOUNDS_OF_A_MEMBER)
    until, sent = time.monotonic() + seconds, 0
    making = frames(kind, client)
    while sent < most and time.monotonic() < until and not stop.done():
        for link in list(client._mesh.links.values()):
            for _ in range(ROUND):
                if len(link._queue) < ROUND and link.send(next(making)):
                    sent += 1
        await asyncio.sleep(0.001)
    say("flooded", frames=sent)
    await stop
    await table.close()


def main() -> None:
    """Read the arguments and run."""
    parser = argparse.ArgumentParser()
    parser.add_argument("home", type=Path)
    parser.add_argument("invite")
    parser.add_argument("kind", choices=KINDS)
    given = parser.parse_args()
    asyncio.run(run(given.home, given.invite, given.kind))


if __name__ == "__main__":
    main()
