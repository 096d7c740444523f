"""From what somebody typed to the invite of a table: over the local network, where that is needed.

One place for both front ends, and for every command that takes an invite. Held by
tests/cli/lifecycle/test_joining.py.
"""

from __future__ import annotations

import asyncio
import shlex
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from cli.console import local_network
from cli.console.errors import UsageError
from cli.console.text import listed
from cli.lifecycle.far_words import opener
from cli.model.titles import title_of
from p2p.client.reach.far_words import find
from p2p.display import safe_name
from p2p.errors import InviteError, LinkError, P2PError
from p2p.lookalike import skeleton
from p2p.net import join_code
from p2p.net.address import Address
from p2p.net.invite import Invite
from p2p.net.join_code import AtAddress
from p2p.net.lan.mdns import Shown
from p2p.net.lan.nearby import Nearby
from p2p.net.pairing.guest import pair
from p2p.net.spoken_code import SpokenCode
from p2p.trace import Trace, untraced

LOOK_SECONDS = 5.0
"""How long a closed table is looked for before it is said that there is none."""


class SeveralTables(UsageError):
    """Words alone could be those of more than one closed table; a person may say of which."""

    def __init__(self, tables: tuple[Shown, ...]) -> None:
        self.tables = tables
        names = [said for _, said in told_apart(tables)]
        host = shlex.quote(tables[0].host)
        super().__init__(
            f"words alone could mean {listed(names, 'or')}; say whose they are, such as: --host"
            f" {host}; or give the address on that screen in front of the words"
        )


def told_apart(tables: Sequence[Shown]) -> list[tuple[Shown, str]]:
    """Each of these tables with words that none of the others has, if addresses can tell them."""
    names = [f"{safe_name(table.host)}'s {title_of(table.game)}" for table in tables]
    count = Counter(map(skeleton, names))
    return [
        (table, name if count[skeleton(name)] == 1 else f"{name} at {table.pairing[0].host}")
        for table, name in zip(tables, names, strict=True)
    ]


class Joining:
    """What can be typed or picked, turned into invites. `folder` is in the profile."""

    def __init__(
        self, folder: Path, environment: Mapping[str, str], trace: Trace = untraced
    ) -> None:
        self.went_online = False
        """Whether public nodes were asked."""
        self._folder = folder
        self._environment = environment
        self._trace = trace

    def nearby(self, changed: Callable[[], None]) -> Nearby:
        """What looks for tables of this network. Raises UsageError where that is switched off."""

        def news() -> None:
            for one in nearby.tables:
                self._trace("nearby", table=one.shown.tag, answers=one.answers)
            changed()

        nearby = Nearby(self._folder, news, local_network.interfaces(self._environment))
        return nearby

    async def invite(self, text: str, nearby: Nearby | None = None, host: str = "") -> Invite:
        """The invite behind a typed text; `nearby`: what is looking already.

        `host`: who opened the closed table whose words these are, where that was said.
        Raises SeveralTables, UsageError, InviteError and LinkError, each with what to do next.
        """
        code = join_code.read(text)
        if host and not join_code.is_two_words(code):
            raise UsageError("--host says whose two words these are; leave it out here")
        if isinstance(code, Invite):
            return code
        if isinstance(code, AtAddress):
            return await self._at(code)
        if not code.is_near:
            return await self._online(code)
        if nearby is not None:
            await nearby.settle()
            return await self.closed(_only(nearby.closed, host), code)
        return await self._look_for(code, host)

    async def closed(self, table: Shown, code: SpokenCode) -> Invite:
        """The invite of a closed table that was picked. Raises WrongWords and LinkError."""
        return await self._pair(table.pairing, code, table.tag)

    async def _online(self, code: SpokenCode) -> Invite:
        """Whoever asks for this has been told what it means (see far_words.MEANS)."""
        self.went_online = True
        dht = opener(self._folder.parent, self._environment)()
        try:
            invite = await find(dht, code)
            self._trace("public-nodes", leads_to=invite.sni)
            return invite
        finally:
            await dht.close()

    async def _at(self, place: AtAddress) -> Invite:
        if place.code is None:
            where = join_code.shown_address(place.address)
            raise InviteError(
                f"an address needs the two words of the host's screen behind it: {where} one-two"
            )
        return await self._pair([place.address], place.code)

    async def _pair(
        self, addresses: Sequence[Address], code: SpokenCode, tag: str | None = None
    ) -> Invite:
        try:
            invite = await pair(addresses, code, tag)
        except P2PError as error:
            self._trace("pairs", at=addresses, failed=type(error).__name__)
            raise
        self._trace("pairs", at=addresses, leads_to=invite.sni)
        return invite

    async def _look_for(self, code: SpokenCode, host: str) -> Invite:
        """Look for the one closed table of this network, if no list does so already."""
        found = asyncio.Event()
        nearby = self.nearby(found.set)
        try:
            await nearby.start()
            try:
                async with asyncio.timeout(LOOK_SECONDS):
                    while not nearby.closed:
                        found.clear()
                        await found.wait()
            except TimeoutError:
                pass
            # D-160: the first that answers is as often as not another one than the words are of.
            await nearby.settle()
            return await self.closed(_only(nearby.closed, host), code)
        finally:
            await nearby.close()


def is_far(text: str) -> bool:
    """Whether this is looked up at public nodes. Raises InviteError."""
    code = join_code.read(text)
    return isinstance(code, SpokenCode) and not code.is_near


def _only(tables: tuple[Shown, ...], host: str) -> Shown:
    """The table that two words alone can mean. They must not be tried at one after the other.

    Each try costs that table one of its guesses, and tells a false one what was typed.
    """
    if host and tables:
        named = tuple(one for one in tables if _is_called(one.host, host))
        if not named:
            there = listed([said for _, said in told_apart(tables)])
            raise LinkError(f"no closed table of {host} is found here; there is {there}")
        tables = named
    if not tables:
        raise LinkError(
            "no closed table is found on this network; type the address that the host's screen "
            "shows in front of the words, such as: 192.168.1.5 amber-zebra"
        )
    if len(tables) > 1:
        raise SeveralTables(tables)
    return tables[0]


def _is_called(name: str, typed: str) -> bool:
    return safe_name(name).casefold() == safe_name(typed).casefold()
