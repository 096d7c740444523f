"""The side of a mesh that calls: to which address how, from which port, and how near that is.

When is the business of `p2p.net.links.dialer`, and what becomes of a channel that of the mesh. Held
by tests/p2p/net/links/test_mesh.py and tests/p2p/net/links/test_punch.py.
"""

from __future__ import annotations

import asyncio

from p2p.net.address import Address, parse
from p2p.net.close_reason import LinkEnded, Reason
from p2p.net.interfaces import Network, own_networks
from p2p.net.links.handshake import Admission, Channel, Connect, Judge, call
from p2p.net.links.punch import open_by_both
from p2p.net.path_kind import PathKind, kind_of
from p2p.net.source_port import SourcePort
from p2p.net.tls import TableTls


class Caller:
    """Calls the members of one table. `judge` decides about who answers where anyone may."""

    def __init__(self, tls: TableTls, judge: Judge) -> None:
        self.source = SourcePort()
        self.networks: frozenset[Network] = frozenset()
        """The nets that this machine is on."""
        self._tls = tls
        self._judge = judge

    async def start(self, *, loopback: bool) -> None:
        """Look where we are, and choose a port to call from, unless we stay on this machine."""
        if not loopback:
            self.source.open()
        await self.look_around()

    async def look_around(self) -> bool:
        """Whether this machine is on other nets than before."""
        before, self.networks = self.networks, await asyncio.to_thread(own_networks)
        return self.networks != before

    def close(self) -> None:
        """Call nobody any more."""
        self.source.close()

    def kind(self, host: str) -> PathKind:
        """How near a host is."""
        return kind_of(host, self.networks)

    async def call(self, address: Address, expected: bytes | None) -> Channel:
        """Call a member, its fingerprint, or anyone. Raises LinkEnded."""
        kind = self.kind(address.host)
        credential, connect = self._tls.credentials[0], self._connect(address, kind)
        channel = await call(self._tls, credential, address, expected, kind=kind, connect=connect)
        if expected is None:
            verdict = self._judge(channel.peer, channel.role)
            if isinstance(verdict, Reason) or verdict == Admission.REFUSED:
                channel.abort()
                raise LinkEnded(Reason.WRONG_KEY)
        return channel

    def _connect(self, address: Address, kind: PathKind) -> Connect | None:
        """Over the internet, from our one port."""
        far = kind is PathKind.DIRECT and parse(address.host) is not None
        return self.source.call if far and self.source.number else None

    async def call_at_once(self, peer: bytes, address: Address) -> Channel:
        """Call a member that calls us at the same moment. Raises LinkEnded."""
        connect = self.source.call_until
        return await open_by_both(self._tls, connect, address, peer, judge=self._judge)
