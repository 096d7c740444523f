"""A flood in a process of its own: somebody who sends what nobody needs, as fast as it can.

It speaks the wire itself, with nothing of the program's restraint: several links at once where one
may open several, each under a key made for it, the next one as soon as one is closed; a member
that has left the game has one link to every seat. It begins with a line on its standard input, and
ends when that input does.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import logging
import signal
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from websockets.exceptions import ConnectionClosed

from bench.seat import say, stay_on
from p2p.client.client import Client
from p2p.client.tables.open_table import open_guest, open_watch
from p2p.lobby.places import Place, places_frame
from p2p.net.address import Address
from p2p.net.close_reason import LinkEnded
from p2p.net.invite import Invite, ca_seed, parse
from p2p.net.links.connection import STRANGER_BYTES
from p2p.net.links.framing import MAX_FRAME_OF_A_WATCHER, Hello, split
from p2p.net.links.handshake import Channel, call
from p2p.net.tls import Credential, Role, TableTls
from p2p.session.frames import MAX_BATCH, MAX_FRAME, Have, Messages
from p2p.storage.identity import Identity
from p2p.storage.profile import Profile
from p2p.wire.message import Signed

KINDS = ("messages", "have", "addresses", "knocker", "member")
MEMBERS = ("left", "member")
"""Those that have a seat, and leave the game."""
SILENT = ("quiet", "left")
"""Those that do nothing."""
LINKS = 8
"""At one time, of one who may have several."""
LEARNING = 1.0
"""Seconds of a game whose messages it repeats."""
OPENING = 10.0
"""Seconds to wait for its first links."""
LONGEST = 120
"""Seconds after which the process ends, whatever happens."""
SPARE = 2_000
"""Bytes left free in a frame."""
NOWHERE = (("127.0.0.1", 9),)


class Pourer:
    """Links to one address under one credential, each pouring the same frames for ever."""

    def __init__(self, credential: Credential, target: Address, folder: Path) -> None:
        self._credential = credential
        self._target = target
        self._folder = folder
        self._calling = asyncio.Lock()
        """One call at a time: on a busy machine several at once are none in time."""
        self.links = 0
        """How many have stood."""
        self.sent = 0
        """Bytes."""
        self.refused = 0
        """Calls in vain."""

    async def pour(self, private: Callable[[], Ed25519PrivateKey], frames: list[bytes]) -> None:
        """Send the frames again and again; after a close, over the next link at once."""
        parts = [part for frame in frames for part in split(frame)]
        while True:
            tls = TableTls(private(), (self._credential,), self._folder)
            try:
                async with self._calling:
                    channel = await call(tls, self._credential, self._target, None)
            except LinkEnded:
                self.refused += 1
                continue
            self.links += 1
            await self._fill(channel, parts)

    async def _fill(self, channel: Channel, parts: list[bytes]) -> None:
        reader = asyncio.create_task(_swallow(channel))
        with suppress(ConnectionClosed):
            await channel.connection.send(Hello().encode())
            for part in itertools.cycle(parts):
                await channel.connection.send(part)
                self.sent += len(part)
                await asyncio.sleep(0)  # or it would never notice that it was closed
        channel.abort()
        await reader


async def _swallow(channel: Channel) -> None:
    with suppress(ConnectionClosed):
        while True:
            await channel.connection.recv()


def frames(kind: str, known: tuple[Signed, ...], tag: str) -> list[bytes]:
    """What one link sends, over and over."""
    seats = 1 + max(signed.outline.seat for signed in known)
    match kind:
        case "have":
            return [Have((n % 2,) * seats, (n % seats,)).encode() for n in range(2 * seats)]
        case "addresses":
            people = [Identity.generate() for _ in range(16)]
            return [
                places_frame(Place.signed(tag, one.public, 1, NOWHERE, one.sign) for one in people)
            ]
        case "knocker":
            return [Messages(_filled(known, STRANGER_BYTES // 2)).encode()]
        case "member":
            return [Messages(_filled(known, MAX_FRAME - SPARE)).encode()]
    return [Messages(_filled(known, MAX_FRAME_OF_A_WATCHER - SPARE)).encode()]


def _filled(known: tuple[Signed, ...], most: int) -> tuple[Signed, ...]:
    """Known messages again and again, until a frame of them is full."""
    items: list[Signed] = []
    size = 0
    for signed in itertools.cycle(known):
        size += len(signed.body) + 80
        if size > most or len(items) == MAX_BATCH:
            break
        items.append(signed)
    return tuple(items)


async def _known(client: Client) -> tuple[Signed, ...]:
    """What has been said when a game has gone on for a moment."""
    while not client.state.snapshot or not client.state.snapshot.good:
        await client.state.next()
    await asyncio.sleep(LEARNING)
    return client.state.snapshot.good


async def _conceded(client: Client) -> None:
    """Leave the game, and wait until all know it: so nobody waits for the flooder's own moves."""
    await client.concede()
    session, seat = client.session, client.seat
    assert session is not None
    while await client._board.runner.call(lambda: seat in session.replica.seats_in()):
        await client.state.next()
    await asyncio.sleep(LEARNING)  # it is on its way to everybody


async def run(home: Path, invite: str, kind: str) -> None:
    """Sit down or watch, learn what is said, and flood from then on."""
    profile, given = Profile(home), parse(invite)
    member = kind in MEMBERS
    table = open_guest(profile, given, auto=True) if member else open_watch(profile, given)
    await asyncio.to_thread(sys.stdin.readline)  # nobody may watch before the game has begun
    over = asyncio.create_task(asyncio.to_thread(sys.stdin.read))
    await table.start()
    client = table.client
    sending = frames(kind, await _known(client), client.config.tag)
    targets = [Address(*given.addresses[0])]
    if member:
        book = client._board.links.address_book
        targets = [Address(*place.addresses[0]) for place in book.all() if place.key != client.key]
        await _conceded(client)
    await table.close()
    key = Ed25519PrivateKey.generate if not member else lambda: profile.identity.private
    links = 1 if member else LINKS
    with TemporaryDirectory() as folder:
        pourers = [Pourer(_credential(given, kind), target, Path(folder)) for target in targets]
        pouring = [
            asyncio.create_task(pourer.pour(key, sending))
            for pourer in pourers
            for _ in range(0 if kind in SILENT else links)
        ]
        until = time.monotonic() + OPENING
        while sum(pourer.links for pourer in pourers) < len(pouring) and time.monotonic() < until:
            await asyncio.sleep(0.05)
        say("flood")
        await asyncio.wait({over})
        for task in pouring:
            task.cancel()
        await asyncio.gather(*pouring, return_exceptions=True)
    say(
        "flooded",
        links=sum(pourer.links for pourer in pourers),
        refused=sum(pourer.refused for pourer in pourers),
        megabytes=sum(pourer.sent for pourer in pourers) / 1e6,
    )


def _credential(invite: Invite, kind: str) -> Credential:
    if kind in {*MEMBERS, "knocker"}:
        return Credential(invite.sni, Role.MEMBER, ca_seed(invite.secret))
    watching = invite.for_watching()
    return Credential(watching.sni, Role.WATCHER, ca_seed(watching.secret))


def main() -> None:
    """Read the arguments and run."""
    parser = argparse.ArgumentParser()
    parser.add_argument("home", type=Path)
    parser.add_argument("invite")
    parser.add_argument("kind", choices=(*KINDS, *SILENT))
    parser.add_argument("--core", type=int, help="use this core of the machine alone")
    given = parser.parse_args()
    stay_on(given.core)
    logging.disable()  # what the other side does to it is no news
    signal.alarm(LONGEST)  # whatever happens
    asyncio.run(run(given.home, given.invite, given.kind))


if __name__ == "__main__":
    main()
