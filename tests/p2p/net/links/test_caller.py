"""A channel that both have called for. Here the two calls are one connection already.

That calls meet in routers is for tests/netns/test_paths.py: on loopback one of two calls at once is
always refused before the other begins.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from p2p.net.address import Address
from p2p.net.close_reason import LinkEnded, Reason
from p2p.net.links.caller import open_by_both
from p2p.net.links.handshake import Admission, Channel
from p2p.net.links.link import Link
from p2p.net.path_kind import PathKind
from p2p.net.tls import Role, TableTls
from tests.p2p.transport import credential, identity, ordered, public

THERE = Address("127.0.0.1", 4870)


def tls(name: str, folder: Path, table: str = "table") -> TableTls:
    return TableTls(identity(name), [credential(table)], folder)


def accept(key: bytes, role: Role) -> Admission:
    return Admission.ACCEPTED


def ends() -> tuple[socket.socket, socket.socket]:
    """Both ends of a connection over TCP."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        one = socket.create_connection(server.getsockname())
        other, _ = server.accept()
    one.setblocking(False)
    other.setblocking(False)
    return one, other


def connecting(end: socket.socket) -> Callable[[Address], asyncio.Future[socket.socket]]:
    def connect(address: Address) -> asyncio.Future[socket.socket]:
        assert address == THERE
        found: asyncio.Future[socket.socket] = asyncio.get_running_loop().create_future()
        found.set_result(end)
        return found

    return connect


async def both(
    one: TableTls, other: TableTls, expected: tuple[bytes, bytes]
) -> Sequence[Channel | BaseException]:
    """What each of the two comes to; the channel of the one that greets becomes a link."""
    here, there = ends()
    links: list[asyncio.Task[Reason]] = []

    async def open_one(own: TableTls, end: socket.socket, peer: bytes) -> Channel:
        channel = await open_by_both(own, connecting(end), THERE, peer, judge=accept)
        links.append(asyncio.create_task(Link(channel, lambda *_: None).run()))
        return channel

    opening = (open_one(one, here, expected[0]), open_one(other, there, expected[1]))
    found = await asyncio.gather(*opening, return_exceptions=True)
    for link in links:
        link.cancel()
    await asyncio.gather(*links, return_exceptions=True)
    return found


@pytest.mark.parametrize("turned", [False, True])
async def test_the_smaller_key_answers(tmp_path: Path, turned: bool) -> None:
    small, large = ordered("ana", "ben")
    pair = [(small, False), (large, True)]
    (one, _), (other, _) = pair[::-1] if turned else pair
    found = await both(tls(one, tmp_path), tls(other, tmp_path), (public(other), public(one)))
    for channel, (name, outbound) in zip(found, pair[::-1] if turned else pair, strict=True):
        assert isinstance(channel, Channel)
        assert channel.outbound is outbound, name
        assert channel.hello.kind is PathKind.PUNCHED
    assert {channel.peer for channel in found if isinstance(channel, Channel)} == {
        public("ana"),
        public("ben"),
    }


@pytest.mark.parametrize("wrong", [0, 1])
async def test_somebody_else_is_no_channel(tmp_path: Path, wrong: int) -> None:
    """Of two ends, one has called somebody of the same table whom it did not mean to."""
    names = ordered("ana", "ben")
    eve = next(
        name
        for name in map(str, range(99))
        if (public(name) > public(names[1 - wrong])) is (wrong == 0)
    )
    expected = [public(names[1]), public(names[0])]
    expected[wrong] = public(eve)
    one, other = (tls(name, tmp_path) for name in names)
    found = await both(one, other, (expected[0], expected[1]))
    ended = found[wrong]
    assert isinstance(ended, LinkEnded)
    assert ended.reason is Reason.WRONG_KEY


async def test_another_table_is_no_channel(tmp_path: Path) -> None:
    one, other = ordered("ana", "ben")
    strange = tls(other, tmp_path, "other")
    found = await both(tls(one, tmp_path), strange, (public(other), public(one)))
    assert all(isinstance(end, LinkEnded) for end in found)


@pytest.mark.parametrize("own", ["ana", "ben"])
async def test_calls_that_do_not_meet_end(tmp_path: Path, own: str) -> None:
    def refused(address: Address) -> asyncio.Future[socket.socket]:
        found: asyncio.Future[socket.socket] = asyncio.get_running_loop().create_future()
        found.set_exception(ConnectionRefusedError())
        return found

    peer = public("ben" if own == "ana" else "ana")
    with pytest.raises(LinkEnded) as ended:
        await open_by_both(tls(own, tmp_path), refused, THERE, peer, judge=accept)
    assert ended.value.reason is Reason.UNREACHABLE
