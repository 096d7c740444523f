"""One conversation with a router: repeated, bounded, and with nobody else."""

from __future__ import annotations

import asyncio
import socket

import pytest

from p2p.net.port_mapping.router_port import router_port
from tests.p2p.net.port_mapping.routers import FakeRouter, router

PATIENCE = 5.0
SHORT = 0.05


def read(data: bytes) -> str | None:
    return data.decode() if data.isalpha() else None


def silent(_: bytes) -> list[bytes]:
    return []


async def test_an_answer_comes_and_our_address_is_known() -> None:
    async with (
        router(lambda _: [b"yes"]) as fake,
        router_port("127.0.0.1", port=fake.port, patience=PATIENCE) as open_,
    ):
        assert str(open_.own) == "127.0.0.1"
        assert await open_.ask(b"?", read) == "yes"
        assert fake.requests == [b"?"]


async def test_a_request_that_was_lost_is_repeated() -> None:
    count = iter(range(10))

    def second_time(_: bytes) -> list[bytes]:
        return [b"yes"] if next(count) else []

    async with (
        router(second_time) as fake,
        router_port("127.0.0.1", port=fake.port, patience=PATIENCE) as open_,
    ):
        assert await open_.ask(b"?", read) == "yes"
        assert fake.requests == [b"?", b"?"]


async def test_what_cannot_be_read_is_passed_over() -> None:
    async with (
        router(lambda _: [b"", b"12", b"\0" * 60000, b"yes", b"no"]) as fake,
        router_port("127.0.0.1", port=fake.port, patience=PATIENCE) as open_,
    ):
        assert await open_.ask(b"?", read) == "yes"


async def test_silence_has_an_end() -> None:
    async with (
        router(silent) as fake,
        router_port("127.0.0.1", port=fake.port, patience=SHORT) as open_,
    ):
        assert await open_.ask(b"?", read) is None


async def test_where_nobody_listens_it_is_told_at_once() -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
    async with asyncio.timeout(PATIENCE):
        async with router_port("127.0.0.1", port=port, patience=10 * PATIENCE) as open_:
            assert await open_.ask(b"?", read) is None


async def test_somebody_else_is_not_heard() -> None:
    """From another port, and from another address, of the same machine."""
    strangers: list[FakeRouter] = []

    async with (
        router(silent) as fake,
        router(silent) as other,
        router_port("127.0.0.1", port=fake.port, patience=SHORT) as open_,
    ):
        strangers.append(other)
        assert open_._transport is not None
        ours = open_._transport.get_extra_info("sockname")
        asking = asyncio.ensure_future(open_.ask(b"?", read))
        other.send(b"forged", ours)
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as elsewhere:
            elsewhere.bind(("127.0.0.2", 0))
            elsewhere.sendto(b"forged", ours)
        assert await asking is None


async def test_an_answer_after_the_end_of_the_question_is_of_no_interest() -> None:
    async with (
        router(silent) as fake,
        router_port("127.0.0.1", port=fake.port, patience=SHORT) as open_,
    ):
        assert await open_.ask(b"first", read) is None
        fake.reply = lambda request: [b"late"] if request == b"first" else []
        open_.datagram_received(b"late", ("127.0.0.1", fake.port))
        assert await open_.ask(b"second", read) is None


async def test_without_a_way_there_it_is_an_error() -> None:
    with pytest.raises(OSError):
        async with router_port("127.0.0.1", port=1, own="192.0.2.55"):
            pass
