"""Members' places on the local network: found by those who know the table's secret, in one service.

A member that lacks others says where it is over multicast DNS: under a name that follows from its
place (`p2p.net.dht.places`), which only members of the table can tell, and sealed under the key of
that place. So the same places that public nodes may keep are here kept by whoever they lead to, and
nothing leaves the network.

    service   _crownless-at._tcp.local.
    name      the first 16 hexadecimal digits of SHA-256("crownless lan v1" public key of the place)
    TXT       "0", "1", "2": the value, in pieces of 200 bytes

Held by tests/p2p/net/lan/test_places.py.
"""

from __future__ import annotations

import asyncio
from hashlib import sha256
from ipaddress import ip_address

from zeroconf import Error as ZeroconfError
from zeroconf import Zeroconf
from zeroconf.asyncio import AsyncServiceInfo, AsyncZeroconf

from p2p.errors import LinkError
from p2p.net.address import local_addresses
from p2p.net.dht.places import VALUE_BYTES, public_of
from p2p.net.lan.mdns import TTL_SECONDS, close_carriers, networks_here, open_carriers

SERVICE = "_crownless-at._tcp.local."
PIECE = 200
"""Bytes of the value in one string; one may have 255, with its key."""
LOOK_MILLISECONDS = 1500
_LABEL = b"crownless lan v1"
_PORT = 9
"""Nobody is called at it: where to call is in the value."""


class LanPlaces:
    """What one client says and asks there: a table of places (`p2p.net.dht.hash_table.Dht`)."""

    def __init__(
        self, interfaces: list[str] | None = None, milliseconds: int = LOOK_MILLISECONDS
    ) -> None:
        """`interfaces`: addresses of network interfaces to use; all by default.

        `milliseconds`: how long an answer is waited for.
        """
        self._interfaces = interfaces
        self._milliseconds = milliseconds
        self._carriers: list[AsyncZeroconf] = []
        self._here = networks_here()
        self._said: dict[str, bytes] = {}

    def __repr__(self) -> str:
        return "<LanPlaces>"

    async def put(self, seed: bytes, value: bytes) -> int:
        """Answer with a value from now on; says over how many versions of IP.

        Raises LinkError where the network does not let us.
        """
        # D-144: asked for by name and not listed, so whoever is not of the table sees names that
        # say nothing.
        self._said[name_of(public_of(seed))] = value
        await self._look_around()
        told = [await self._say(one, name_of(public_of(seed)), value) for one in self._carriers]
        return sum(told)

    async def get(self, public: bytes) -> bytes:
        """What somebody answers with who knows the place; empty where nobody does.

        Raises LinkError.
        """
        await self._look_around()
        asked = (self._ask(one.zeroconf, name_of(public)) for one in self._carriers)
        return next(filter(None, await asyncio.gather(*asked)), b"")

    async def close(self) -> None:
        """Answer no more."""
        carriers, self._carriers = self._carriers, []
        await close_carriers(carriers)

    async def _look_around(self) -> None:
        """Begin, and begin anew on other networks, where what we said is said again."""
        now = await asyncio.to_thread(networks_here)
        if self._carriers and now == self._here:
            return
        await self.close()
        self._here = now
        try:
            self._carriers = open_carriers(self._interfaces)
        except (OSError, ZeroconfError) as error:
            raise LinkError("this network carries no announcements") from error
        for carrier in self._carriers:
            for name, value in self._said.items():
                await self._say(carrier, name, value)

    async def _say(self, carrier: AsyncZeroconf, name: str, value: bytes) -> bool:
        """Whether it is answered with over this version of IP."""
        hosts = [one for one in local_addresses() if not ip_address(one).is_loopback]
        info = AsyncServiceInfo(
            SERVICE,
            f"{name}.{SERVICE}",
            addresses=[ip_address(host).packed for host in hosts or ["127.0.0.1"]],
            port=_PORT,
            server=f"crownless-{name}.local.",
            properties={
                str(at): value[at * PIECE : (at + 1) * PIECE]
                for at in range(-(-len(value) // PIECE))
            },
            host_ttl=TTL_SECONDS,
            other_ttl=TTL_SECONDS,
        )
        try:
            if carrier.zeroconf.registry.async_get_info_name(info.name) is not None:
                await carrier.async_update_service(info)
            else:
                await carrier.async_register_service(info, cooperating_responders=True)
        except (OSError, ZeroconfError):
            return False
        return True

    async def _ask(self, zeroconf: Zeroconf, name: str) -> bytes:
        info = AsyncServiceInfo(SERVICE, f"{name}.{SERVICE}")
        if not await info.async_request(zeroconf, self._milliseconds):
            return b""
        pieces = [info.properties.get(str(at).encode()) for at in range(-(-VALUE_BYTES // PIECE))]
        return b"".join(piece or b"" for piece in pieces)


def name_of(public: bytes) -> str:
    """The name of a place on the local network. `public`: its public key."""
    return sha256(_LABEL + public).hexdigest()[:16]
