"""A table on the local network follows its lobby; the network here is played by the test."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any, cast

import pytest

from cli.lifecycle import announcer as module
from cli.lifecycle.announcer import Announcer
from p2p.errors import LinkError
from p2p.lobby.frames import Roster
from p2p.net.invite import Invite
from p2p.net.mdns import Shown
from p2p.wire.charter import Member

INVITE = Invite(bytes(range(10)), bytes(10), (("127.0.0.1", 4000),))
ANA, BEN = Member(b"a" * 32, "Ana"), Member(b"b" * 32, "Ben")
ONE, TWO = (Roster("king", 3, (), people) for people in ((ANA,), (ANA, BEN)))


class Network:
    """What is shown on it, in order; None for taken back."""

    def __init__(self) -> None:
        self.shown: list[Shown | None] = []
        self.fails = False
        self.going_on = asyncio.Event()
        self.going_on.set()

    def __call__(self, tag: str, port: int, interfaces: list[str] | None) -> Network:
        return self

    async def show(self, shown: Shown) -> None:
        await self.going_on.wait()
        if self.fails:
            raise LinkError("this network does not carry announcements")
        self.shown.append(shown)

    async def hide(self) -> None:
        self.shown.append(None)


@pytest.fixture
def network(monkeypatch: pytest.MonkeyPatch) -> Network:
    made = Network()
    monkeypatch.setattr(module, "Announcement", made)
    return made


def announcer() -> Announcer:
    client = SimpleNamespace(invites=lambda: (INVITE, INVITE.for_watching()), port=4000)
    return Announcer(cast(Any, client), None)


async def settle() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


async def test_each_state_of_the_lobby_is_shown_once(network: Network) -> None:
    found, told = announcer(), []
    for roster in (ONE, ONE, TWO, None, None):
        found.follow(roster, lambda: told.append(1))
        await settle()
    assert [one and (one.host, one.taken, one.seats) for one in network.shown] == [
        ("Ana", 1, 3),
        ("Ana", 2, 3),
        None,
    ]
    assert len(told) == 3
    await found.end()
    assert len(network.shown) == 3


async def test_while_the_network_is_slow_only_the_newest_state_follows(network: Network) -> None:
    found = announcer()
    network.going_on.clear()
    found.follow(ONE, lambda: None)
    await settle()
    found.follow(None, lambda: None)
    found.follow(TWO, lambda: None)
    network.going_on.set()
    await settle()
    assert [one and one.taken for one in network.shown] == [1, 2]
    await found.end()
    assert network.shown[-1] is None


async def test_a_network_that_refuses_is_asked_once(network: Network) -> None:
    network.fails = True
    found = announcer()
    for roster in (ONE, TWO):
        found.follow(roster, lambda: None)
        await settle()
    assert found.trouble == "this network does not carry announcements"
    assert found.shown is None
    assert network.shown == []
    await found.end()
