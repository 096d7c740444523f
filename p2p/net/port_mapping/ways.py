"""The ways of asking one router for a mapping, behind one interface: ask, and end.

Held by tests/p2p/net/port_mapping/test_ways.py.
"""

from __future__ import annotations

import secrets
from contextlib import suppress
from typing import Protocol as Interface
from typing import TypeAlias

from p2p.net.port_mapping import natpmp, pcp
from p2p.net.port_mapping.answers import (
    LIFETIME,
    Answer,
    Granted,
    OtherVersion,
    Protocol,
    RefusedByRouter,
)
from p2p.net.port_mapping.router_port import PATIENCE, RouterPort, router_port

Told: TypeAlias = Answer | None
"""What a router says; None if it says nothing."""
NOTHING_GIVEN = RefusedByRouter("it gave a mapping of no time")
"""What calls itself a success and is none; its port would perhaps be 0, which no address has."""


class Way(Interface):
    """One protocol at one router, for one port of this machine."""

    @property
    def protocol(self) -> Protocol:
        """In which it asks."""

    @property
    def router(self) -> str:
        """The router's address on our side."""

    @property
    def place(self) -> tuple[str, ...]:
        """What tells this way from others."""

    async def ask(self, before: Granted | None) -> Told:
        """Ask for a mapping, or again for the one that was granted `before`. Raises nothing."""

    async def end(self, granted: Granted | None) -> None:
        """Give a mapping up; None: one that a question which was broken off may have opened.

        Raises nothing.
        """

    def has_forgotten(self, data: bytes, before: Granted, passed: float) -> bool:
        """Whether an unsolicited message of the router says that it knows `before` no more.

        `passed`: seconds since that was granted.
        """


class PcpWay:
    """PCP. On IPv6 it asks the router's firewall to let callers through."""

    protocol = Protocol.PCP

    def __init__(
        self,
        router: str,
        inside_port: int,
        *,
        own: str = "",
        port: int = pcp.PORT,
        patience: float = PATIENCE,
    ) -> None:
        """`own`: the address of ours that others are to be let through to, if there are several."""
        self.router = router
        self._own = own
        self._inside_port = inside_port
        self._port = port
        self._patience = patience
        self._nonce = secrets.token_bytes(pcp.NONCE_BYTES)

    @property
    def place(self) -> tuple[str, ...]:
        """See Way."""
        return (self.protocol.value, self.router, self._own)

    async def ask(self, before: Granted | None) -> Told:
        """See Way."""
        told = await self._ask(LIFETIME, before)
        return NOTHING_GIVEN if isinstance(told, Granted) and not told.seconds else told

    async def end(self, granted: Granted | None) -> None:
        """See Way."""
        await self._ask(0, granted)

    def has_forgotten(self, data: bytes, before: Granted, passed: float) -> bool:
        """See Way."""
        epoch = pcp.epoch_of(data)
        known = before.epoch
        return epoch is not None and known is not None and pcp.has_forgotten(known, epoch, passed)

    async def _ask(self, lifetime: int, before: Granted | None) -> Told:
        with suppress(OSError):
            async with router_port(
                self.router, port=self._port, patience=self._patience, own=self._own
            ) as open_:
                mapping = pcp.PcpMapping(open_.own, self._inside_port, self._nonce)
                told: Told = await open_.ask(mapping.request(lifetime, before), mapping.read)
                return told
        return None


class NatPmpWay:
    """NAT-PMP, of IPv4 only."""

    protocol = Protocol.NAT_PMP

    def __init__(
        self, router: str, inside_port: int, *, port: int = pcp.PORT, patience: float = PATIENCE
    ) -> None:
        self.router = router
        self._inside_port = inside_port
        self._port = port
        self._patience = patience

    @property
    def place(self) -> tuple[str, ...]:
        """See Way."""
        return (self.protocol.value, self.router)

    async def ask(self, before: Granted | None) -> Told:
        """See Way."""
        with suppress(OSError):
            async with router_port(self.router, port=self._port, patience=self._patience) as open_:
                outside: natpmp.Outside | RefusedByRouter | OtherVersion | None
                outside = await open_.ask(natpmp.ASK_ADDRESS, natpmp.read_outside)
                if not isinstance(outside, natpmp.Outside):
                    return outside
                return await self._map(open_, outside, before)
        return None

    async def end(self, granted: Granted | None) -> None:
        """See Way."""
        with suppress(OSError):
            async with router_port(self.router, port=self._port, patience=self._patience) as open_:
                await self._request(open_, 0, 0)

    def has_forgotten(self, data: bytes, before: Granted, passed: float) -> bool:
        """See Way."""
        outside = natpmp.read_outside(data)
        if not isinstance(outside, natpmp.Outside) or before.epoch is None:
            return False
        forgotten = natpmp.has_forgotten(before.epoch, outside.epoch, passed)
        return forgotten or outside.host != before.host

    async def _map(
        self, open_: RouterPort, outside: natpmp.Outside, before: Granted | None
    ) -> Told:
        wanted = before.port if before else self._inside_port
        mapped = await self._request(open_, LIFETIME, wanted)
        if isinstance(mapped, natpmp.Mapped):
            if not mapped.seconds:
                return NOTHING_GIVEN
            return Granted(outside.host, mapped.port, mapped.seconds, mapped.epoch)
        return mapped

    async def _request(
        self, open_: RouterPort, lifetime: int, wanted: int
    ) -> natpmp.Mapped | RefusedByRouter | OtherVersion | None:
        return await open_.ask(
            natpmp.map_request(self._inside_port, lifetime, wanted),
            lambda data: natpmp.read_mapped(data, self._inside_port),
        )
