"""Shared by the tests of the transport: credentials, a mesh that keeps a diary, a virtual clock."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from p2p.net.close_reason import Reason
from p2p.net.links.admission import Precedence
from p2p.net.links.dialer import Timing
from p2p.net.links.events import MeshEvents
from p2p.net.links.handshake import Admission
from p2p.net.links.mesh import Mesh
from p2p.net.path_kind import PathKind, kind_of
from p2p.net.tls import Credential, Role

PATIENCE = 20.0
"""Seconds that no test needs; only a broken one waits for them."""


def identity(name: str) -> Ed25519PrivateKey:
    return Ed25519PrivateKey.from_private_bytes(hashlib.sha256(name.encode()).digest())


def public(name: str) -> bytes:
    return identity(name).public_key().public_bytes_raw()


def credential(
    table: str = "table", role: Role = Role.MEMBER, tag: str | None = None
) -> Credential:
    seed = hashlib.sha256(f"{table} {role}".encode()).digest()
    return Credential(tag or f"{table}{role}", role, seed)


def ordered(*names: str) -> list[str]:
    """The names, the one with the smallest key first."""
    return sorted(names, key=public)


class Diary(Mesh):
    """A mesh that writes down its callbacks and lets a test wait for them."""

    def __init__(self, name: str, folder: Path, **options: Any) -> None:
        self.frames: list[tuple[bytes, bytes]] = []
        self.events: list[tuple[str, bytes | None, str]] = []
        self.kinds: dict[str, PathKind] = {}
        """How near hosts are, other than they are."""
        self.verdict: bool | Admission = True
        self.asked: list[tuple[bytes, Role]] = []
        self.fails_over: bytes | None = None
        """Whose frames it cannot handle."""
        self._news = asyncio.Event()
        self.credentials = options.pop("credentials", [credential()])
        self._ranks = options.pop("precedence", lambda key, role: Precedence.MEMBER)
        self._known = options.pop("knows", lambda host: False)
        super().__init__(identity(name), self.credentials, folder, self, loopback=True, **options)
        self._caller.kind = self._near  # type: ignore[method-assign]

    def _near(self, host: str) -> PathKind:
        return self.kinds.get(host) or kind_of(host, self._caller.networks)

    async def start(self, events: MeshEvents | None = None) -> None:
        await super().start(events or self)

    def accepts(self, peer: bytes, role: Role) -> bool | Admission:
        self.asked.append((peer, role))
        return self.verdict

    def knows(self, host: str) -> bool:
        return bool(self._known(host))

    def precedence(self, peer: bytes, role: Role) -> Precedence:
        rank: Precedence = self._ranks(peer, role)
        return rank

    def on_frame(self, peer: bytes, frame: bytes) -> None:
        if peer == self.fails_over:
            raise ZeroDivisionError
        self.frames.append((peer, frame))
        self._news.set()

    def on_up(self, peer: bytes, role: Role) -> None:
        self._note("up", peer, role)

    def on_down(self, peer: bytes, reason: Reason) -> None:
        self._note("down", peer, reason)

    def on_path(self) -> None:
        """Tests look at the paths themselves."""

    def on_trouble(self, sought: bytes | None, reason: Reason, rounds: int) -> None:
        self._note("trouble", sought, reason)

    def _note(self, what: str, key: bytes | None, text: Role | Reason) -> None:
        self.events.append((what, key, text))
        self._news.set()

    def count(self, what: str, key: bytes | None = None) -> int:
        return sum(1 for event in self.events if event[0] == what and key in (None, event[1]))

    def here(self) -> list[tuple[str, int]]:
        return [("127.0.0.1", self.port)]

    async def until(self, true: Callable[[], object]) -> None:
        """Wait until `true` holds; it is looked at after every callback."""
        async with asyncio.timeout(PATIENCE):
            while not true():
                self._news.clear()
                await self._news.wait()


class VirtualClock:
    """A clock whose sleepers wake when a test says so; it notes what was asked for."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self.asked: list[float] = []
        self._sleepers: list[tuple[float, asyncio.Event]] = []
        self._slept = asyncio.Event()

    def timing(self, jitter: float = 0.5) -> Timing:
        return Timing(now=lambda: self.seconds, sleep=self._sleep, jitter=lambda: jitter)

    async def _sleep(self, seconds: float) -> None:
        self.asked.append(seconds)
        wake = asyncio.Event()
        self._sleepers.append((self.seconds + seconds, wake))
        self._slept.set()
        await wake.wait()

    async def asleep(self) -> None:
        """Wait until somebody sleeps."""
        async with asyncio.timeout(PATIENCE):
            while not self._sleepers:
                self._slept.clear()
                await self._slept.wait()

    def advance(self, seconds: float) -> None:
        self.seconds += seconds
        for until, wake in self._sleepers:
            if until <= self.seconds:
                wake.set()
        self._sleepers = [one for one in self._sleepers if one[0] > self.seconds]
