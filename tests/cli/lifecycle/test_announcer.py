"""A table on the local network follows its lobby; the network here is played by the test."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from cli.lifecycle import announcer as module
from cli.lifecycle.announcer import Announcer
from p2p.errors import LinkError
from p2p.lobby.frames import Roster
from p2p.net import spoken_code
from p2p.net.address import Address
from p2p.net.invite import Invite
from p2p.net.lan.mdns import Shown
from p2p.net.pairing.guest import pair
from p2p.trace import untraced
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


def announcer(folder: Path | None = None, *, closed: bool = False) -> Announcer:
    client = SimpleNamespace(
        invites=lambda: (INVITE, INVITE.for_watching()), port=4000, trace=untraced
    )
    return Announcer(cast(Any, client), None, folder, closed=closed)


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


async def test_on_another_network_it_is_tried_again(network: Network) -> None:
    network.fails = True
    found, here = announcer(), INVITE
    client = SimpleNamespace(invites=lambda: (here, here), port=4000, trace=untraced)
    found._client = cast(Any, client)
    found.follow(ONE, lambda: None)
    await settle()
    assert found.trouble
    network.fails, here = False, replace(INVITE, addresses=(("192.168.7.9", 4000),))
    found.follow(ONE, lambda: None)
    await settle()
    assert found.trouble == ""
    assert [one and one.invite for one in network.shown] == [here]
    await found.end()


async def test_a_closed_table_is_shown_without_its_invite_and_opens_to_its_words(
    network: Network, tmp_path: Path
) -> None:
    found = announcer(tmp_path, closed=True)
    assert found.at_home is None
    found.follow(ONE, lambda: None)
    await settle()
    shown, home = network.shown[-1], found.at_home
    assert shown is not None
    assert shown.invite is None
    assert home is not None
    assert home.closed
    assert home.address.startswith("127.0.0.1")
    code = spoken_code.read(home.words)
    assert await pair(shown.pairing, code, shown.tag) == INVITE
    found.follow(None, lambda: None)
    await settle()
    await found.end()
    assert found.at_home is None
    with pytest.raises(LinkError, match="nobody answers"):
        await pair(shown.pairing, code, shown.tag)


async def test_an_open_table_has_words_too(network: Network, tmp_path: Path) -> None:
    found = announcer(tmp_path)
    found.follow(ONE, lambda: None)
    await settle()
    shown, home = network.shown[-1], found.at_home
    assert shown is not None
    assert shown.invite == INVITE
    assert home is not None
    assert not home.closed
    assert shown.pairing == (Address("127.0.0.1", shown.pairing[0].port),)
    assert await pair(shown.pairing, spoken_code.read(home.words)) == INVITE
    await found.end()


async def test_where_announcements_do_not_get_through_the_words_do(
    network: Network, tmp_path: Path
) -> None:
    network.fails = True
    found = announcer(tmp_path, closed=True)
    found.follow(ONE, lambda: None)
    await settle()
    home = found.at_home
    assert home is not None
    assert home.trouble == "this network does not carry announcements"
    host, _, port = home.address.partition(":")
    place = Address(host, int(port or 4873))
    assert await pair([place], spoken_code.read(home.words)) == INVITE
    found.follow(None, lambda: None)
    await settle()
    with pytest.raises(LinkError):
        await pair([place], spoken_code.read(home.words))
    await found.end()
