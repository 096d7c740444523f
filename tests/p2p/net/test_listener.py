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

    monkeypatch.setattr(listener, "_accept", accept)
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


@pytest.mark.parametrize("turns", range(4))
async def test_a_caller_that_comes_as_we_stop_leaves_no_socket_open(turns: int) -> None:
    """Either it was handed over, or it waits in the system for the port to be closed."""
    visits: list[socket.socket] = []
    door, *others = open_listeners(0, loopback=True)
    with door, contextlib.ExitStack() as ours:
        for one in others:
            ours.enter_context(one)
        task = asyncio.create_task(accept_all(door, lambda accepted, _: visits.append(accepted)))
        for _ in range(3):
            await asyncio.sleep(0)
        with socket.create_connection(door.getsockname()[:2]):
            for _ in range(turns):
                await asyncio.sleep(0)
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task
            if not visits:
                door.settimeout(10)
                visits.append(door.accept()[0])
            visits[0].close()


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
