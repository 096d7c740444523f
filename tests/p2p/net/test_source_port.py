"""One port for all calls."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Iterator

import pytest

from p2p.net import source_port
from p2p.net.address import Address
from p2p.net.source_port import SourcePort

needs_reuse = pytest.mark.skipif(
    not hasattr(socket, "SO_REUSEPORT"), reason="this system shares no ports"
)


@pytest.fixture
def source() -> Iterator[SourcePort]:
    made = SourcePort()
    made.open()
    yield made
    made.close()
    assert made.number == 0


@pytest.fixture
def servers() -> Iterator[list[socket.socket]]:
    made = [socket.create_server(("127.0.0.1", 0)) for _ in range(2)]
    yield made
    for one in made:
        one.close()


def at(server: socket.socket) -> Address:
    return Address(*server.getsockname())


@needs_reuse
async def test_all_calls_come_from_one_port(
    source: SourcePort, servers: list[socket.socket]
) -> None:
    calls = [await source.call(at(server)) for server in servers]
    for server, call in zip(servers, calls, strict=True):
        accepted, (_, port) = server.accept()
        assert port == source.number == call.getsockname()[1]
        accepted.close()
        call.close()


@needs_reuse
async def test_a_second_call_to_the_same_place_comes_from_another_port(
    source: SourcePort, servers: list[socket.socket]
) -> None:
    one, two = [await source.call(at(servers[0])) for _ in range(2)]
    assert one.getsockname()[1] == source.number != two.getsockname()[1]
    one.close()
    two.close()


@needs_reuse
async def test_where_a_call_was_refused_the_next_one_comes_from_the_same_port(
    source: SourcePort, servers: list[socket.socket]
) -> None:
    """Else whoever comes back would not see from where others could call us: see `Rendezvous`."""
    nobody = at(servers[0])
    servers[0].close()
    for _ in range(3):
        with pytest.raises(ConnectionRefusedError):
            await source.call(nobody)
    with socket.create_server(nobody), await source.call(nobody) as call:
        assert call.getsockname()[1] == source.number


@needs_reuse
async def test_where_nothing_answers_another_port_is_tried_beside_it(
    source: SourcePort, servers: list[socket.socket], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A router that remembers an older connection swallows calls from the one port."""
    real, swallowed = SourcePort._call, 0

    async def passed(self: SourcePort, address: Address, port: int) -> socket.socket:
        nonlocal swallowed
        if port:
            try:
                await asyncio.Event().wait()
            finally:
                swallowed += 1
        return await real(self, address, port)

    monkeypatch.setattr(SourcePort, "_call", passed)
    monkeypatch.setattr(source_port, "UNANSWERED_SECONDS", 0.0)
    with await source.call(at(servers[0])) as call:
        assert call.getsockname()[1] != source.number
    await asyncio.sleep(0)
    assert swallowed == 1, "it calls on"


@needs_reuse
async def test_of_two_calls_that_are_answered_one_is_hung_up(
    source: SourcePort, servers: list[socket.socket], monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[socket.socket] = []
    second = asyncio.Event()

    async def both(self: SourcePort, address: Address, port: int) -> socket.socket:
        if port:
            await second.wait()
        second.set()
        made.append(socket.socket())
        return made[-1]

    monkeypatch.setattr(SourcePort, "_call", both)
    monkeypatch.setattr(source_port, "UNANSWERED_SECONDS", 0.0)
    answered = await source.call(at(servers[0]))
    await asyncio.sleep(0)
    assert sorted(one.fileno() >= 0 for one in made) == [False, True]
    assert answered.fileno() >= 0
    answered.close()


@needs_reuse
async def test_a_call_that_is_broken_off_leaves_nothing_behind(
    source: SourcePort, monkeypatch: pytest.MonkeyPatch
) -> None:
    under_way = 0

    async def never(*_: object) -> socket.socket:
        nonlocal under_way
        under_way += 1
        try:
            await asyncio.Event().wait()
        finally:
            under_way -= 1
        raise AssertionError

    monkeypatch.setattr(SourcePort, "_call", never)
    monkeypatch.setattr(source_port, "UNANSWERED_SECONDS", 0.01)
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.05):
            await source.call(Address("127.0.0.1", 9))
    await asyncio.sleep(0)
    assert under_way == 0


@needs_reuse
async def test_the_system_gives_the_port_to_nobody_else(source: SourcePort) -> None:
    with socket.socket() as other, pytest.raises(OSError):
        other.bind(("0.0.0.0", source.number))


@needs_reuse
async def test_nobody_is_let_in_there(source: SourcePort) -> None:
    with pytest.raises(ConnectionRefusedError):
        await asyncio.open_connection("127.0.0.1", source.number)


async def test_a_name_is_not_looked_up(source: SourcePort) -> None:
    with pytest.raises(OSError, match="only an IP address"):
        await source.call(Address("some.name", 4870))


async def test_a_call_that_is_refused_is_repeated_so_often_and_no_more(
    source: SourcePort, servers: list[socket.socket], monkeypatch: pytest.MonkeyPatch
) -> None:
    calls = 0
    real = SourcePort._call

    async def counted(self: SourcePort, address: Address, port: int) -> socket.socket:
        nonlocal calls
        calls += 1
        return await real(self, address, port)

    monkeypatch.setattr(SourcePort, "_call", counted)
    monkeypatch.setattr(source_port, "PAUSE", 0.0)
    nobody = at(servers[0])
    servers[0].close()
    with pytest.raises(OSError, match="did not come through"):
        await source.call_until(nobody)
    assert calls == source_port.ATTEMPTS


async def test_calls_end_after_a_few_seconds(
    source: SourcePort, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def never(*_: object) -> socket.socket:
        await asyncio.Event().wait()
        raise AssertionError

    monkeypatch.setattr(SourcePort, "_call", never)
    monkeypatch.setattr(source_port, "PUNCH_SECONDS", 0.01)
    with pytest.raises(OSError, match="did not come through"):
        await source.call_until(Address("127.0.0.1", 9))
