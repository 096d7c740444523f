"""The side of a mesh that calls: to which address how, from which port, and how near that is.

When is the business of `p2p.net.links.dialer`, and what becomes of a channel that of the mesh. A
channel may also be opened by both ends, which call each other at the same moment: neither has
called the other then, so the keys decide, and the smaller one answers as if it had been called.
Whoever is there must prove the expected key, as always. Held by tests/p2p/net/links/test_mesh.py,
tests/p2p/net/links/test_caller.py and, through routers, by tests/netns/test_paths.py.
"""

from __future__ import annotations

import asyncio
import hmac

from p2p.net.address import Address, parse
from p2p.net.close_reason import LinkEnded, Reason
from p2p.net.interfaces import Network, own_networks
from p2p.net.links.handshake import OPEN_SECONDS, Admission, Channel, Connect, Judge, answer, call
from p2p.net.path_kind import PathKind, kind_of
from p2p.net.source_port import PUNCH_SECONDS, SourcePort
from p2p.net.tls import TableTls
from p2p.trace import Trace, untraced


async def open_by_both(
    tls: TableTls, connect: Connect, address: Address, peer: bytes, *, judge: Judge
) -> Channel:
    """Open a channel to `peer` at `address`, while it does the same towards us.

    `connect` calls until both calls have met. Raises LinkEnded.
    """
    # D-120: both have called, so somebody has to answer; keys are the one thing both sides know.
    if tls.key > peer:
        return await call(
            tls,
            tls.credentials[0],
            address,
            peer,
            kind=PathKind.PUNCHED,
            connect=connect,
            seconds=PUNCH_SECONDS + OPEN_SECONDS,
        )
    try:
        connected = await connect(address)
    except OSError:
        raise LinkEnded(Reason.UNREACHABLE) from None
    channel = await answer(tls, connected, judge)
    if not hmac.compare_digest(channel.peer, peer):
        channel.abort()
        raise LinkEnded(Reason.WRONG_KEY)
    return channel


class Caller:
    """Calls the members of one table. `judge` decides about who answers where anyone may."""

    def __init__(self, tls: TableTls, judge: Judge, trace: Trace = untraced) -> None:
        self._trace = trace
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
        self._trace("calls", at=address, kind=kind, peer=expected)
        try:
            channel = await self._call(address, expected, kind)
        except LinkEnded as ended:
            self._trace("called", at=address, reason=ended.reason)
            raise
        self._trace("called", at=address, peer=channel.peer, role=channel.role)
        return channel

    async def _call(self, address: Address, expected: bytes | None, kind: PathKind) -> Channel:
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
