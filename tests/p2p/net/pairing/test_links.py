"""Pairing over real sockets on loopback: right words, wrong ones, and callers of all kinds."""

from __future__ import annotations

import asyncio
import socket
import ssl
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import pytest

from p2p.errors import LinkError
from p2p.net.address import Address
from p2p.net.invite import Invite
from p2p.net.pairing import frames as pairing_frames
from p2p.net.pairing.exchange import GuestPairing, WrongWords
from p2p.net.pairing.frames import Frames, client_context, server_context
from p2p.net.pairing.guest import greets, pair
from p2p.net.pairing.host import GUESSES, WRONG_GUESSES, PairingHost, SpokenCodes
from p2p.net.pairing.visits import OF_ONE, PLACES_OF_ONE
from p2p.net.spoken_code import SpokenCode
from p2p.token_bucket import TokenBucket

INVITE = Invite(bytes(range(10)), bytes(10), (("127.0.0.1", 4000),))
WRONG = SpokenCode(("amber", "zebra"))


def counting() -> Callable[[int], int]:
    numbers = iter(range(1000))
    return lambda below: next(numbers)


@asynccontextmanager
async def hosting(
    folder: Path, *, near: bool = True, renewed: Callable[[], None] = lambda: None
) -> AsyncIterator[PairingHost]:
    host = PairingHost(
        INVITE.sni,
        lambda: INVITE,
        folder,
        near=lambda _: near,
        renewed=renewed,
        codes=SpokenCodes(counting()),
    )
    host.start(0)
    try:
        yield host
    finally:
        await host.close()


def at(host: PairingHost) -> list[Address]:
    return [Address("127.0.0.1", host.port)]


def a_closed_port() -> Address:
    with socket.create_server(("127.0.0.1", 0)) as server:
        return Address("127.0.0.1", server.getsockname()[1])


async def test_the_words_bring_the_invite(tmp_path: Path) -> None:
    async with hosting(tmp_path) as host:
        assert await pair([a_closed_port(), *at(host)], host.code, INVITE.sni) == INVITE
        assert await pair(at(host), host.code) == INVITE
        assert await greets(at(host)[0], INVITE.sni)
    assert not list(tmp_path.iterdir())


async def test_after_five_wrong_guesses_the_words_are_new(tmp_path: Path) -> None:
    news: list[int] = []
    async with hosting(tmp_path, renewed=lambda: news.append(1)) as host:
        first = host.code
        for guess in range(WRONG_GUESSES):
            assert (host.code, len(news)) == (first, 0), guess
            with pytest.raises(WrongWords):
                await pair(at(host), WRONG)
        assert host.code != first
        assert news == [1]
        with pytest.raises(WrongWords):
            await pair(at(host), first)
        assert await pair(at(host), host.code) == INVITE


async def test_who_only_looks_spends_no_guess(tmp_path: Path) -> None:
    async with hosting(tmp_path) as host:
        for _ in range(WRONG_GUESSES + 1):
            assert await greets(at(host)[0], INVITE.sni)
            frames = await Frames.to(at(host)[0])
            guest = GuestPairing(WRONG, frames.server_key)
            await frames.send(guest.receive(await frames.receive()) or b"")
            await frames.receive()  # Y: nothing that a guess could be held against
            frames.close()
        assert await pair(at(host), host.code) == INVITE


async def test_guesses_have_a_pace(tmp_path: Path) -> None:
    async with hosting(tmp_path) as host:
        host._guesses = TokenBucket(GUESSES, 0.0)
        for _ in range(GUESSES):
            with pytest.raises(WrongWords):
                await pair(at(host), WRONG)
        with pytest.raises(LinkError, match="broke off"):
            await pair(at(host), host.code)
        assert await greets(at(host)[0], INVITE.sni)


async def test_words_that_change_meanwhile_end_a_run_that_was_begun_with_them(
    tmp_path: Path,
) -> None:
    async with hosting(tmp_path) as host:
        frames = await Frames.to(at(host)[0])
        guest = GuestPairing(host.code, frames.server_key)
        await frames.send(guest.receive(await frames.receive()) or b"")
        confirm = guest.receive(await frames.receive())
        for _ in range(WRONG_GUESSES):
            host._codes.guessed_wrongly(host.code)
        await frames.send(confirm or b"")
        with pytest.raises(asyncio.IncompleteReadError):
            await frames.receive()
        frames.close()


async def test_a_caller_from_elsewhere_is_not_heard(tmp_path: Path) -> None:
    async with hosting(tmp_path, near=False) as host:
        with pytest.raises(LinkError, match=r"nobody answers|broke off"):
            await pair(at(host), host.code)


async def test_nobody_there_is_said(tmp_path: Path) -> None:
    with pytest.raises(LinkError, match=r"nobody answers at 127\.0\.0\.1"):
        await pair([a_closed_port()], WRONG)


@pytest.mark.parametrize("sent", [b"", b"GET / HTTP/1.1\r\n\r\n", b"\xff\xff" + bytes(4000)])
async def test_nonsense_is_left(tmp_path: Path, sent: bytes) -> None:
    async with hosting(tmp_path) as host:
        reader, writer = await asyncio.open_connection("127.0.0.1", host.port)
        writer.write(sent)
        if not sent:
            writer.close()
        else:
            await reader.read()
            writer.close()
        frames = await Frames.to(at(host)[0])
        await frames.receive()
        frames._writer.write(b"\xff\xff" + bytes(3000))
        with pytest.raises((asyncio.IncompleteReadError, OSError)):
            await frames.receive()
        frames.close()
        assert await pair(at(host), host.code) == INVITE


async def test_half_open_callers_keep_nobody_out(tmp_path: Path) -> None:
    async with hosting(tmp_path) as host:
        idle = [await asyncio.open_connection("127.0.0.1", host.port) for _ in range(PLACES_OF_ONE)]
        assert await pair(at(host), host.code) == INVITE
        reader, _ = idle[0]
        with suppress(ConnectionError):
            assert await reader.read() == b""
        for _, writer in idle:
            writer.close()


@pytest.mark.skipif(sys.platform != "linux", reason="one address of loopback alone elsewhere")
async def test_bare_connects_of_one_address_keep_nobody_else_out(tmp_path: Path) -> None:
    """Twenty a second used to empty the one pace that all callers had."""
    async with hosting(tmp_path) as host:
        for _ in range(4 * OF_ONE):
            _, writer = await asyncio.open_connection(
                "127.0.0.1", host.port, local_addr=("127.0.0.2", 0)
            )
            writer.close()
        assert await pair(at(host), host.code) == INVITE


async def test_a_caller_that_ignores_the_end_is_cut_off(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else each would keep a socket of the host for half a minute."""
    monkeypatch.setattr(pairing_frames, "CLOSE_SECONDS", 0.05)

    def call(port: int) -> bytes:
        with socket.create_connection(("127.0.0.1", port)) as raw:
            tls = client_context().wrap_socket(raw, server_hostname="x")
            tls.sendall(b"\xff\xff")
            with socket.socket(fileno=tls.detach()) as below:  # and TLS hears no more of it
                below.settimeout(10)
                return b"".join(iter(lambda: below.recv(4096), b""))

    async with hosting(tmp_path) as host:
        assert await asyncio.to_thread(call, host.port)


async def test_a_host_that_says_nothing_is_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from p2p.net.pairing import guest as pairing_guest

    monkeypatch.setattr(pairing_guest, "PATIENCE", 0.05)
    context, _ = server_context(tmp_path)
    done = asyncio.Event()

    async def silent(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await done.wait()
        writer.close()

    server = await asyncio.start_server(silent, "127.0.0.1", 0, ssl=context)
    address = Address("127.0.0.1", server.sockets[0].getsockname()[1])
    with pytest.raises(LinkError, match="broke off"):
        await pair([address], WRONG)
    done.set()
    server.close()


def test_only_the_newest_tls_is_spoken(tmp_path: Path) -> None:
    context, key = server_context(tmp_path)
    assert context.minimum_version is ssl.TLSVersion.TLSv1_3
    assert context.num_tickets == 0
    _, other_key = server_context(tmp_path)
    assert key != other_key
    assert pairing_frames.PATIENCE == 10.0


def test_wrong_guesses_at_old_words_change_nothing() -> None:
    codes = SpokenCodes(counting())
    first = codes.code
    for _ in range(WRONG_GUESSES):
        codes.guessed_wrongly(first)
    second = codes.code
    assert second != first
    for _ in range(WRONG_GUESSES):
        assert not codes.guessed_wrongly(first)
    assert codes.code == second


def test_new_words_are_never_the_old_ones() -> None:
    numbers = iter((0, 1, 0, 1, 0, 1, 2, 3))
    codes = SpokenCodes(lambda below: next(numbers))
    first = codes.code
    assert [codes.guessed_wrongly(first) for _ in range(WRONG_GUESSES)] == [False] * 4 + [True]
    assert codes.code != first
