"""The listening port when things go wrong."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import socket

import pytest

from p2p.errors import LinkError
from p2p.net import listener
from p2p.net.address import Address
from p2p.net.listener import accept_all, open_listeners


async def test_accepting_survives_what_can_happen(monkeypatch: pytest.MonkeyPatch) -> None:
    """A caller that is gone, no socket left, and then a caller."""
    mishaps = [OSError(errno.ECONNABORTED, "gone"), OSError(errno.EMFILE, "none left")]
    caller = socket.socket()
    visits: list[tuple[socket.socket, Address]] = []
    visited = asyncio.Event()
    waits: list[float] = []
    loop = asyncio.get_running_loop()

    async def accept(listener: socket.socket) -> tuple[socket.socket, tuple[str, int]]:
        if mishaps:
            raise mishaps.pop(0)
        if visits:
            await asyncio.Event().wait()
        return caller, ("192.0.2.7", 4000)

    def visitor(accepted: socket.socket, address: Address) -> None:
        visits.append((accepted, address))
        visited.set()

    async def sleep(seconds: float) -> None:
        waits.append(seconds)

    monkeypatch.setattr(loop, "sock_accept", accept)
    monkeypatch.setattr("p2p.net.listener.asyncio.sleep", sleep)
    with caller:
        task = asyncio.create_task(accept_all(caller, visitor))
        async with asyncio.timeout(10):
            await visited.wait()
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task
    assert visits == [(caller, Address("192.0.2.7", 4000))]
    # Each gives others a turn, and a pause comes where trying again at once would spin.
    assert waits[:2] == [0, listener._SHORT_SECONDS]


def test_both_versions_of_ip_share_a_port() -> None:
    listeners = open_listeners(0, loopback=True)
    try:
        assert len({listener.getsockname()[1] for listener in listeners}) == 1
        assert listeners[0].getsockname()[0] == "127.0.0.1"
        assert all(not listener.getblocking() for listener in listeners)
        if socket.has_dualstack_ipv6():
            assert [one.family for one in listeners] == [socket.AF_INET, socket.AF_INET6]
    finally:
        for listener in listeners:
            listener.close()


def test_all_interfaces_are_listened_on_when_told_so() -> None:
    listeners = open_listeners(0, loopback=False)
    try:
        assert listeners[0].getsockname()[0] == "0.0.0.0"
    finally:
        for listener in listeners:
            listener.close()


def test_a_machine_without_ipv6_listens_on_ipv4(monkeypatch: pytest.MonkeyPatch) -> None:
    real = socket.create_server

    def create(address: tuple[str, int], *, family: int, backlog: int) -> socket.socket:
        if family == socket.AF_INET6:
            raise OSError(errno.EAFNOSUPPORT, "no such family")
        return real(address, family=family, backlog=backlog)

    monkeypatch.setattr(socket, "create_server", create)
    [listener] = open_listeners(0, loopback=True)
    with listener:
        assert listener.family == socket.AF_INET


def test_a_machine_that_forbids_listening_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def forbid(*_: object, **__: object) -> socket.socket:
        raise OSError(errno.EACCES, "forbidden")

    monkeypatch.setattr(socket, "create_server", forbid)
    with pytest.raises(LinkError, match="firewall"):
        open_listeners(4000, loopback=True)
