"""Tables on the local network: announced by multicast DNS, found without typing an invite.

An open table announces its invite, so whoever is on the network can come. A closed one announces
where it asks for its two words (`p2p.net.pairing.exchange`), and nothing that helps to guess them.
An entry is a hint: names in it were chosen by strangers, and a table that has just ended may still
be listed. `p2p.net.lan.nearby` calls each before it counts. So of the addresses in an entry only
those count that lie on a network of ours: nobody's announcement makes us call anywhere else.

This module and `p2p.net.lan.places` alone know zeroconf. Nothing is sent before a table is shown or
looked for.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from ipaddress import ip_address

from zeroconf import Error as ZeroconfError
from zeroconf import IPVersion, ServiceStateChange, Zeroconf
from zeroconf.asyncio import AsyncServiceBrowser, AsyncServiceInfo, AsyncZeroconf

from p2p.display import safe, safe_name
from p2p.errors import InviteError, LinkError
from p2p.net.address import Address, is_dialable, is_loopback, is_near
from p2p.net.interfaces import Network, own_networks
from p2p.net.interfaces import interfaces as all_interfaces
from p2p.net.invite import MAX_ADDRESSES, Invite, parse
from p2p.net.pairing.exchange import SERVICE

_TAG = re.compile(r"[0-9a-f]{16}")
TTL_SECONDS = 60
"""How long others may keep an announcement that they do not hear again."""
RESOLVE_MILLISECONDS = 1500
RESOLVE_TRIES = 3
"""How often an announcement is looked up that says nothing more: packets to all get lost."""
MAX_TABLES = 1024
"""Tables that are kept; `p2p.net.lan.nearby` calls a few of them at a time."""
MAX_RESOLVING = 64
"""Announcements that are looked up at one time."""
MAX_WAITING = 1024
"""Announcements that wait for that. The library tells of each once, so none may be passed over."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A table as it announces itself: `taken` of `seats` are taken, `host` is its opener's name."""

    tag: str
    invite: Invite | None
    """None for a closed table."""
    game: str
    host: str
    taken: int
    seats: int
    pairing: tuple[Address, ...] = ()
    """Where it asks for its words."""


class Announcement:
    """Shows one table on the local network until it is full or closed."""

    def __init__(self, tag: str, port: int, interfaces: list[str] | None = None) -> None:
        """`interfaces`: addresses to show it on; all by default."""
        self._tag = tag
        self._port = port
        self._interfaces = interfaces
        self._carriers: list[AsyncZeroconf] = []
        """One for each version of IP over which it is shown."""
        self._here = networks_here()

    async def show(self, shown: Shown) -> None:
        """Announce, or change what is announced; anew where this machine is on other networks.

        Raises LinkError where no version of IP carries it.
        """
        here = networks_here()
        if here != self._here:
            await self.hide()
            self._here = here
        try:
            is_new = not self._carriers
            self._carriers = self._carriers or open_carriers(self._interfaces)
            tellings = [self._tell(one, shown, is_new=is_new) for one in self._carriers]
            told = zip(self._carriers, await asyncio.gather(*tellings), strict=True)
            lost = {carrier: trouble for carrier, trouble in told if trouble is not None}
            if len(lost) == len(self._carriers):
                raise next(iter(lost.values()))
        except (OSError, ZeroconfError) as error:
            await self.hide()
            raise LinkError(
                "this network does not carry announcements; give the invite to the others"
            ) from error
        self._carriers = [one for one in self._carriers if one not in lost]
        for carrier in lost:
            await carrier.async_close()

    async def hide(self) -> None:
        """Take the announcement back."""
        carriers, self._carriers = self._carriers, []
        await close_carriers(carriers)

    async def _tell(
        self, carrier: AsyncZeroconf, shown: Shown, *, is_new: bool
    ) -> OSError | ZeroconfError | None:
        """Announce over one version of IP; gives back what goes wrong there."""
        # D-16: of an open table the invite is announced with it: whoever is on the network may sit
        # down.
        info = self._describe(shown)  # one for each: the library changes what it is given
        try:
            if is_new:
                await carrier.async_register_service(info, ttl=TTL_SECONDS)
            else:
                await carrier.async_update_service(info)
        except (OSError, ZeroconfError) as error:
            return error
        return None

    def _describe(self, shown: Shown) -> AsyncServiceInfo:
        invite, places = shown.invite, shown.pairing
        hosts = [host for host, _ in (invite.addresses if invite is not None else places)]
        said = {"s": invite.encode()} if invite is not None else {}
        if places:
            said["pair"] = str(places[0].port)
        return AsyncServiceInfo(
            SERVICE,
            f"{self._tag}.{SERVICE}",
            addresses=[ip_address(host).packed for host in hosts],
            port=self._port,
            server=f"crownless-{self._tag}.local.",
            properties={
                "v": "1",
                "game": shown.game,
                "by": shown.host,
                "seats": f"{shown.taken}/{shown.seats}",
                **said,
            },
            host_ttl=TTL_SECONDS,
            other_ttl=TTL_SECONDS,
        )


class Finder:
    """Looks for tables on the local network and tells whenever the list changes."""

    def __init__(
        self, changed: Callable[[], None] = lambda: None, interfaces: list[str] | None = None
    ) -> None:
        self.tables: dict[str, Shown] = {}
        self._changed = changed
        self._interfaces = interfaces
        self._carriers: list[AsyncZeroconf] = []
        self._browsers: list[AsyncServiceBrowser] = []
        self._here = networks_here()
        self._over: dict[str, frozenset[Zeroconf]] = {}
        """By tag: which carriers a table is announced over that is listed or looked up."""
        self._waiting: dict[str, Zeroconf] = {}
        """By tag: what is to be looked up once there is room, in this order."""
        self._tasks: dict[str, asyncio.Task[None]] = {}
        """By tag: only the newest that was heard of a table is looked up, and none that is gone."""

    @property
    def is_looking_up(self) -> bool:
        """Whether something is announced of which nothing more is known yet."""
        return bool(self._tasks or self._waiting)

    async def start(self) -> None:
        """Begin to look. Raises LinkError if the network does not let us."""
        self._here = networks_here()
        try:
            self._carriers = open_carriers(self._interfaces)
        except (OSError, ZeroconfError) as error:
            raise LinkError(
                "this network cannot be searched; ask for an invite and use it with join"
            ) from error
        self._browsers = [
            AsyncServiceBrowser(one.zeroconf, SERVICE, handlers=[self._heard])
            for one in self._carriers
        ]

    async def look_around(self) -> None:
        """Look anew if this machine is on other networks than before: nothing is heard there else.

        What is not carried there is tried again on the next ones.
        """
        if await asyncio.to_thread(networks_here) == self._here:
            return
        await self.close()
        with suppress(LinkError):
            await self.start()
        if self.tables:
            self.tables.clear()
            self._changed()

    async def close(self) -> None:
        """Stop looking."""
        browsers, self._browsers = self._browsers, []
        for browser in browsers:
            await browser.async_cancel()
        self._waiting.clear()
        tasks = tuple(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        carriers, self._carriers = self._carriers, []
        for carrier in carriers:
            await carrier.async_close()
        self._over.clear()

    def _heard(
        self, zeroconf: Zeroconf, service_type: str, name: str, state_change: ServiceStateChange
    ) -> None:
        """A service came, changed or went. Called by the library with these names."""
        tag = name.removesuffix(f".{SERVICE}")
        over = self._over.get(tag, frozenset())
        if state_change is ServiceStateChange.Removed and over - {zeroconf}:
            self._over[tag] = over - {zeroconf}
            return  # the other version of IP still has it
        before = self._tasks.pop(tag, None)
        if before is not None:
            before.cancel()
        if state_change is ServiceStateChange.Removed:
            self._over.pop(tag, None)
            self._waiting.pop(tag, None)
            self._look_up_next()
            if self.tables.pop(tag, None) is not None:
                self._changed()
            return
        has_room = len(self.tables) < MAX_TABLES or tag in self.tables
        if has_room and len(self._waiting) < MAX_WAITING:
            self._over[tag] = over | {zeroconf}
            self._waiting[tag] = zeroconf
        self._look_up_next()

    def _look_up_next(self) -> None:
        while self._waiting and len(self._tasks) < MAX_RESOLVING:
            tag = next(iter(self._waiting))
            zeroconf = self._waiting.pop(tag)
            work = self._resolve(zeroconf, tag, f"{tag}.{SERVICE}")
            self._tasks[tag] = task = asyncio.get_running_loop().create_task(work)
            task.add_done_callback(partial(self._looked_up, tag))

    def _looked_up(self, tag: str, done: asyncio.Task[None]) -> None:
        if self._tasks.get(tag) is done:
            del self._tasks[tag]
        if tag not in self.tables and tag not in self._tasks and tag not in self._waiting:
            self._over.pop(tag, None)
        self._look_up_next()

    async def _resolve(self, zeroconf: Zeroconf, tag: str, name: str) -> None:
        for _ in range(RESOLVE_TRIES):
            info = AsyncServiceInfo(SERVICE, name)
            if await info.async_request(zeroconf, RESOLVE_MILLISECONDS):
                break
        else:
            return
        networks = await asyncio.to_thread(own_networks)
        shown = read_shown(tag, info.properties, info.parsed_addresses(), self._near(networks))
        if shown is not None:
            self.tables[tag] = shown
            self._changed()

    def _near(self, networks: frozenset[Network]) -> Callable[[str], bool]:
        """Which addresses may be called. This machine's own only where there are no others."""
        named = self._interfaces or [str(network.ip) for network in networks]
        alone = all(map(is_loopback, named))
        # D-131: or a stranger could have everybody who looks at the list call somebody on the
        # internet.
        return lambda host: is_near(host, networks) and (alone or not is_loopback(host))


def read_shown(
    tag: str,
    properties: Mapping[bytes, bytes | None],
    hosts: Iterable[str],
    near: Callable[[str], bool],
) -> Shown | None:
    """What an announcement says, made harmless; None for anything that is no table of ours.

    `hosts`: the addresses that it names. `near`: whether one is on a network of ours; no other is
    in what is given back.
    """
    text = {
        key.decode("ascii", "replace"): (value or b"").decode("utf-8", "replace")
        for key, value in properties.items()
    }
    if text.get("v") != "1":
        return None
    before, _, behind = text.get("seats", "").partition("/")
    taken, seats = _number(before, 2), _number(behind, 2)
    if taken is None or seats is None or not _TAG.fullmatch(tag):
        return None
    port = _number(text.get("pair", ""), 5)
    places = tuple(
        Address(host, port)
        for host in hosts
        if port and port <= 65535 and is_dialable(host, loopback=True) and near(host)
    )[:MAX_ADDRESSES]
    invite = None
    if "s" in text or not places:
        try:
            invite = parse(text.get("s", ""))
        except InviteError:
            return None
        here = tuple(one for one in invite.addresses if near(one[0]))
        if invite.sni != tag or invite.watch or invite.back or not here:
            return None
        invite = replace(invite, addresses=here)
    game = safe(text.get("game", ""), 32)
    return Shown(tag, invite, game, safe_name(text.get("by", "")), taken, seats, places)


def _number(text: str, most: int) -> int | None:
    """A number of at most so many digits; None for anything else."""
    good = text.isascii() and text.isdigit() and len(text) <= most
    return int(text) if good else None


def networks_here() -> frozenset[tuple[int, Network]]:
    """The networks of this machine. A device that was made anew has another number, and what was
    opened on the old one hears nothing more."""
    return frozenset((one.index, net) for one in all_interfaces() for net in one.networks)


async def close_carriers(carriers: Iterable[AsyncZeroconf]) -> None:
    """Take back what they announce, and end them."""
    for carrier in carriers:
        await carrier.async_unregister_all_services()
        await carrier.async_close()


def open_carriers(interfaces: list[str] | None) -> list[AsyncZeroconf]:
    """What carries announcements, one for each version of IP. Raises where there is none."""
    if interfaces is not None:
        return [AsyncZeroconf(interfaces=interfaces, ip_version=IPVersion.V4Only)]
    opened: list[AsyncZeroconf] = []
    troubles: list[OSError | ZeroconfError] = []
    for version in _versions():
        try:
            opened.append(AsyncZeroconf(ip_version=version))
        except (OSError, ZeroconfError) as error:
            troubles.append(error)
    if not opened:
        raise troubles[0]
    return opened


def _versions() -> list[IPVersion]:
    """IPv4 but where there is IPv6 alone, and IPv6 where others can call at an address of it.

    One socket for both would be less, but not every system lets such a one into groups of IPv4.
    """
    nets = own_networks()
    six = any(network.version == 6 and not network.ip.is_link_local for network in nets)
    four = not six or any(network.version == 4 for network in nets)
    # D-142: a socket each, so a fault of one version does not take the other along.
    return [IPVersion.V4Only] * four + [IPVersion.V6Only] * six
