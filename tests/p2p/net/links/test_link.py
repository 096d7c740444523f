"""One link: what it carries, what ends it, and the opening before it."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import ssl
import struct
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.asyncio.connection import Connection
from websockets.asyncio.server import serve
from websockets.exceptions import ConnectionClosed, InvalidMessage, InvalidStatus
from websockets.protocol import State
from websockets.typing import Origin, Subprotocol

from p2p.net.address import Address
from p2p.net.close_reason import LinkEnded, Reason
from p2p.net.links import connection, handshake
from p2p.net.links import link as link_module
from p2p.net.links.framing import MAX_FRAME, MAX_FRAME_OF_A_WATCHER, PART_BYTES, Hello
from p2p.net.links.handshake import Admission, Channel, answer, call
from p2p.net.links.link import QUEUE_BYTES, QUEUE_FRAMES, Link
from p2p.net.tls import Role, TableTls
from tests.p2p.transport import PATIENCE, credential, identity, public

Judge = Callable[[bytes, Role], Admission | Reason]


def accept(key: bytes, role: Role) -> Admission:
    return Admission.ACCEPTED


class Host:
    """Answers one caller at a time, as a mesh would."""

    def __init__(self, folder: Path, judge: Judge = accept) -> None:
        self.tls = TableTls(identity("ana"), [credential()], folder)
        self.judge = judge
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.listener.setblocking(False)
        self.address = Address("127.0.0.1", self.listener.getsockname()[1])

    async def answer(self, seconds: float = handshake.OPEN_SECONDS) -> Channel:
        accepted, _ = await asyncio.get_running_loop().sock_accept(self.listener)
        return await answer(self.tls, accepted, self.judge, seconds=seconds)


class Running:
    """A link at work, and what it received."""

    def __init__(self, channel: Channel) -> None:
        self.frames: list[bytes] = []
        self.news = asyncio.Event()
        self.link = Link(channel, self._take)
        self.task = asyncio.create_task(self.link.run())

    def _take(self, link: Link, frame: bytes) -> None:
        assert link is self.link
        self.frames.append(frame)
        self.news.set()

    async def until(self, number: int) -> list[bytes]:
        async with asyncio.timeout(PATIENCE):
            while len(self.frames) < number:
                self.news.clear()
                await self.news.wait()
        return self.frames

    async def reason(self) -> Reason:
        async with asyncio.timeout(PATIENCE):
            return await self.task


@pytest.fixture
async def host(tmp_path: Path) -> AsyncIterator[Host]:
    here = Host(tmp_path)
    yield here
    here.listener.close()


@pytest.fixture
def ben(tmp_path: Path) -> TableTls:
    return TableTls(identity("ben"), [credential()], tmp_path)


Pair = Callable[[], Awaitable[tuple[Running, Channel]]]


@pytest.fixture
async def half(host: Host, ben: TableTls) -> AsyncIterator[Pair]:
    """A running link of the answering side, and the bare channel of its caller."""
    opened: list[tuple[Running, Channel]] = []

    async def open_pair() -> tuple[Running, Channel]:
        answering = asyncio.create_task(host.answer())
        calling = await call(ben, credential(), host.address, public("ana"))
        await calling.connection.send(Hello().encode())
        opened.append((Running(await answering), calling))
        return opened[-1]

    yield open_pair
    for running, calling in opened:
        calling.abort()
        running.link.drop(Reason.LOST)
        await running.reason()
        await calling.connection.wait_closed()


@pytest.fixture
async def both(host: Host, ben: TableTls) -> AsyncIterator[tuple[Running, Running]]:
    """Two running links: of the caller and of the answering side."""
    answering = asyncio.create_task(host.answer())
    calling = Running(await call(ben, credential(), host.address, public("ana")))
    answered = Running(await answering)
    yield calling, answered
    for running in (calling, answered):
        running.link.drop(Reason.LOST)
        await running.reason()


# What a link carries


async def test_frames_arrive_whole_and_in_order(both: tuple[Running, Running]) -> None:
    for sender, receiver in (both, both[::-1]):
        sizes = (1, 10, PART_BYTES - 1, PART_BYTES, PART_BYTES + 1, 300_000, 3, MAX_FRAME, 2)
        frames = [bytes([index + 1]) * size for index, size in enumerate(sizes)]
        for frame in frames:
            assert sender.link.send(frame)
        assert await receiver.until(len(frames)) == frames


async def test_a_link_knows_its_other_end(both: tuple[Running, Running], host: Host) -> None:
    calling, answered = both
    assert calling.link.peer == public("ana")
    assert answered.link.peer == public("ben")
    assert calling.link.address == host.address
    assert calling.link.outbound
    assert not answered.link.outbound
    assert calling.link.role is answered.link.role is Role.MEMBER


@pytest.mark.parametrize("size", [0, MAX_FRAME + 1])
async def test_a_frame_that_no_link_carries_is_our_mistake(
    both: tuple[Running, Running], size: int
) -> None:
    with pytest.raises(ValueError, match="a frame has"):
        both[0].link.send(bytes(size))
    assert both[0].link.send(b"and the link lives on")
    await both[1].until(1)


# What ends a link


@pytest.mark.parametrize(
    "message",
    [
        "text",
        b"",
        b"\x03",
        b"\x09unknown kind",
        Hello().encode(),
        b"\x02" + bytes(10),
        b"\x02" + bytes(PART_BYTES + 1),
        b"\x03" + bytes(PART_BYTES + 1),
        bytes(connection.MAX_MESSAGE + 1),
    ],
    ids=["text", "empty", "no payload", "kind", "hello again", "tiny", "big", "big last", "huge"],
)
async def test_a_message_that_no_client_sends_ends_the_link(
    half: Pair, message: str | bytes
) -> None:
    running, bare = await half()
    await bare.connection.send(message)
    assert await running.reason() is Reason.BAD_DATA
    assert running.frames == []
    with pytest.raises(ConnectionClosed) as closed:
        await bare.connection.recv()
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code in (1002, 1009)


async def test_a_frame_without_end_is_stopped(half: Pair) -> None:
    running, bare = await half()
    with contextlib.suppress(ConnectionClosed):
        for _ in range(MAX_FRAME // PART_BYTES + 1):
            await bare.connection.send(b"\x02" + bytes(PART_BYTES))
    assert await running.reason() is Reason.BAD_DATA


async def test_a_watcher_has_small_frames_and_gets_large_ones(tmp_path: Path) -> None:
    watching = credential(role=Role.WATCHER)
    host = Host(tmp_path)
    host.tls = TableTls(identity("ana"), [credential(), watching], tmp_path)
    ben = TableTls(identity("ben"), [watching], tmp_path)
    answering = asyncio.create_task(host.answer())
    calling = Running(await call(ben, watching, host.address, public("ana")))
    answered = Running(await answering)
    assert answered.link.send(bytes(MAX_FRAME))
    assert calling.link.send(bytes(MAX_FRAME_OF_A_WATCHER))
    await calling.until(1)
    await answered.until(1)
    assert calling.link.send(bytes(MAX_FRAME_OF_A_WATCHER + 1))
    assert await answered.reason() is Reason.BAD_DATA
    assert len(answered.frames) == 1
    await calling.reason()
    host.listener.close()


async def test_bytes_that_are_no_websocket_end_the_link(half: Pair) -> None:
    running, bare = await half()
    bare.connection.transport.write(b"\xff" * 100)
    assert await running.reason() is Reason.BAD_DATA


async def test_pings_without_end_are_cut_off(half: Pair) -> None:
    running, bare = await half()
    await bare.connection.send(b"\x03a frame")
    await running.until(1)
    with contextlib.suppress(ConnectionClosed):
        for number in range(connection.CONTROL_FRAMES + 1):
            await bare.connection.ping(str(number))
            await bare.connection.pong()
    assert await running.reason() is Reason.BAD_DATA


async def test_as_many_pings_as_a_client_sends_in_a_minute_do_no_harm(half: Pair) -> None:
    running, bare = await half()
    for number in range(60 // 5 * 2):
        await (await bare.connection.ping(str(number)))
    await bare.connection.send(b"\x03a frame")
    assert await running.until(1) == [b"a frame"]


async def test_a_message_in_pieces_is_cut_off(half: Pair) -> None:
    running, bare = await half()
    with contextlib.suppress(ConnectionClosed):
        await bare.connection.send([b"\x03", b"a frame"])
    assert await running.reason() is Reason.BAD_DATA
    assert running.frames == []


async def test_nothing_is_written_on_a_line_that_is_cut(
    half: Pair, caplog: pytest.LogCaptureFixture
) -> None:
    running, bare = await half()
    raw = bare.connection.transport.get_extra_info("socket")
    raw.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    bare.abort()
    await asyncio.sleep(0)  # the other end is cut off; this one has not looked at it yet
    for _ in range(QUEUE_FRAMES - 1):
        assert running.link.send(b"frame")
    assert await running.reason() is Reason.LOST
    assert not [one for one in caplog.records if one.name == "asyncio"]


async def test_a_cut_line_ends_the_link(half: Pair) -> None:
    running, bare = await half()
    bare.abort()
    assert await running.reason() is Reason.LOST
    assert running.link.send(b"too late") is False


async def test_nothing_is_heard_of_a_dropped_link(half: Pair) -> None:
    running, bare = await half()

    def refuse(link: Link, frame: bytes) -> None:
        running.frames.append(frame)
        link.drop(Reason.BAD_DATA)

    running.link._on_frame = refuse
    for _ in range(3):
        await bare.connection.send(b"\x03frame")
    assert await running.reason() is Reason.BAD_DATA
    assert running.frames == [b"frame"]


async def test_a_caller_that_overflows_the_queue_loses_the_link_not_a_frame(half: Pair) -> None:
    running, bare = await half()
    for _ in range(QUEUE_FRAMES):
        assert running.link.send(b"frame")
    assert running.link.send(b"one more") is False
    assert await running.reason() is Reason.SLOW
    with contextlib.suppress(ConnectionClosed):
        while True:
            assert await bare.connection.recv() == b"\x03frame"
    assert bare.connection.state is State.CLOSED


async def test_a_reader_that_never_reads_is_dropped_with_bounded_memory(half: Pair) -> None:
    running, bare = await half()
    bare.connection.transport.pause_reading()
    sent, frame = 0, bytes(500_000)
    while running.link.send(frame):
        sent += len(frame)
        assert sent < QUEUE_BYTES + (16 << 20), "the queue has no bound"
        await asyncio.sleep(0)
    assert sent >= QUEUE_BYTES - len(frame)
    assert await running.reason() is Reason.SLOW


async def test_a_reader_that_takes_nothing_in_time_is_dropped(
    half: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(link_module, "WRITE_SECONDS", 0.05)
    running, bare = await half()
    bare.connection.transport.pause_reading()
    sending = running.link._connection.transport.get_extra_info("socket")
    sending.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
    for _ in range(4):
        assert running.link.send(bytes(1_000_000))
    assert await running.reason() is Reason.SLOW


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pings come at once and are not waited for."""
    for name, seconds in (("ping_interval", 0.02), ("ping_timeout", 0.05), ("close_timeout", 0.05)):
        monkeypatch.setitem(connection._SETTINGS, name, seconds)


def go_silent(connection: Connection) -> None:
    """Neither answer pings nor send any."""
    connection.transport.pause_reading()
    assert connection.keepalive_task is not None
    connection.keepalive_task.cancel()


async def test_a_silent_caller_is_noticed(impatient: None, half: Pair) -> None:
    running, bare = await half()
    go_silent(bare.connection)
    assert await running.reason() is Reason.SILENT


async def test_a_silent_listener_is_noticed(impatient: None, both: tuple[Running, Running]) -> None:
    calling, answered = both
    calling.link.send(b"the opening is over")
    await answered.until(1)
    go_silent(answered.link._connection)
    assert await calling.reason() is Reason.SILENT


async def test_a_flood_of_small_messages_leaves_others_their_turn(half: Pair) -> None:
    running, bare = await half()
    turns = 0

    async def count() -> None:
        nonlocal turns
        while True:
            turns += 1
            await asyncio.sleep(0)

    for _ in range(2000):
        bare.connection.protocol.send_binary(b"\x03.")
    bare.connection.transport.write(b"".join(bare.connection.protocol.data_to_send()))
    await running.until(1)  # all of them came in one read
    counter = asyncio.create_task(count())
    await running.until(2000)
    counter.cancel()
    assert turns > 2000 // 64


@pytest.mark.parametrize(
    ("said", "heard"),
    [
        (Reason.LEFT, Reason.LEFT),
        (Reason.ENDED, Reason.ENDED),
        (Reason.DUPLICATE, Reason.DUPLICATE),
        (Reason.NOT_ACCEPTED, Reason.NOT_ACCEPTED),
        (Reason.BROKEN, Reason.LOST),
    ],
)
async def test_finishing_sends_everything_and_says_why(
    both: tuple[Running, Running], said: Reason, heard: Reason
) -> None:
    calling, answered = both
    assert calling.link.send(bytes(900_000))
    calling.link.finish(said)
    assert calling.link.send(b"too late") is False
    assert await answered.reason() is heard
    assert await calling.reason() is said
    assert answered.frames == [bytes(900_000)]


async def test_finishing_that_nobody_confirms_is_a_loss(
    half: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(connection._SETTINGS, "close_timeout", 0.05)
    running, bare = await half()
    bare.connection.transport.pause_reading()
    running.link.finish(Reason.DUPLICATE)
    assert await running.reason() is Reason.LOST


async def test_both_may_finish_at_once(both: tuple[Running, Running]) -> None:
    for running in both:
        running.link.send(b"last words")
        running.link.finish(Reason.LEFT)
    assert [await running.reason() for running in both] == [Reason.LEFT, Reason.LEFT]
    assert both[0].frames == both[1].frames == [b"last words"]


async def test_what_was_not_sent_can_be_taken_back(half: Pair) -> None:
    running, bare = await half()
    frames = [b"one", b"two", b"three"]
    for frame in frames:
        running.link.send(frame)
    assert running.link.take_unsent() == frames
    assert running.link.take_unsent() == []
    running.link.send(b"four")
    assert await bare.connection.recv() == b"\x03four"


async def test_a_frame_that_was_cut_off_can_be_taken_back(half: Pair) -> None:
    running, bare = await half()
    bare.connection.transport.pause_reading()
    sending = running.link._connection.transport.get_extra_info("socket")
    sending.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
    frames = [bytes(1_000_000), b"next"]
    for frame in frames:
        running.link.send(frame)
    async with asyncio.timeout(PATIENCE):
        while not running.link._writing:
            await asyncio.sleep(0)
    assert running.link.take_unsent() == [b"next"]
    running.link.drop(Reason.LOST)
    await running.reason()
    assert running.link.take_unsent() == [frames[0]]


async def test_cancelling_a_link_closes_it(half: Pair) -> None:
    running, bare = await half()
    await bare.connection.send(b"\x03frame")
    await running.until(1)
    running.task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running.task
    with pytest.raises(ConnectionClosed):
        await bare.connection.recv()
    running.task = asyncio.create_task(asyncio.sleep(0, Reason.LOST))


# The opening


async def opened_by(
    host: Host, caller: Awaitable[Any], seconds: float = handshake.OPEN_SECONDS
) -> tuple[Any, Any]:
    """The outcomes of answering and of calling, exceptions included."""
    async with asyncio.timeout(PATIENCE):
        outcomes = await asyncio.gather(host.answer(seconds), caller, return_exceptions=True)
    return outcomes[0], outcomes[1]


def raw(host: Host, ben: TableTls, **options: Any) -> connect:
    """A caller with the right certificate that does not run this program."""
    settings: dict[str, Any] = {
        "ssl": ben.client(credential()),
        "server_hostname": credential().tag,
        "subprotocols": [connection.SUBPROTOCOL],
        "proxy": None,
    }
    path = options.pop("path", connection.PATH)
    return connect(f"wss://{host.address}{path}", **(settings | options))


@pytest.mark.parametrize(
    ("options", "status"),
    [
        ({"origin": Origin("https://example.com")}, 403),
        ({"path": "/"}, 404),
        ({"subprotocols": [Subprotocol("crownless.v0")]}, 400),
        ({"subprotocols": None}, 400),
    ],
    ids=["browser", "path", "version", "no version"],
)
async def test_a_member_with_another_program_is_refused(
    host: Host, ben: TableTls, options: dict[str, Any], status: int
) -> None:
    asked: list[bytes] = []

    def judge(key: bytes, role: Role) -> Admission:
        asked.append(key)
        return Admission.ACCEPTED

    host.judge = judge
    answered, called = await opened_by(host, raw(host, ben, **options))
    assert isinstance(called, InvalidStatus)
    assert called.response.status_code == status
    assert isinstance(answered, LinkEnded)
    assert asked == []


async def test_a_stranger_with_endless_headers_is_cut_off(host: Host, ben: TableTls) -> None:
    headers = {f"X-{number}": "x" * 1000 for number in range(20)}
    answered, called = await opened_by(host, raw(host, ben, additional_headers=headers))
    assert isinstance(answered, LinkEnded)
    assert isinstance(called, InvalidMessage | OSError)


@pytest.mark.parametrize(
    ("verdict", "reason"),
    [(Admission.REFUSED, Reason.NOT_ACCEPTED), (Reason.BUSY, Reason.BUSY)],
)
async def test_a_refused_caller_hears_why(
    host: Host, ben: TableTls, verdict: Admission | Reason, reason: Reason
) -> None:
    host.judge = lambda key, role: verdict
    caller = call(ben, credential(), host.address, public("ana"))
    answered, called = await opened_by(host, caller)
    assert isinstance(answered, LinkEnded)
    assert isinstance(called, LinkEnded)
    assert answered.reason is called.reason is reason


async def test_a_caller_that_keeps_another_connection_leaves_no_link(
    host: Host, ben: TableTls
) -> None:
    async def give_up() -> None:
        (await call(ben, credential(), host.address, public("ana"))).abort()

    answered, _ = await opened_by(host, give_up())
    assert isinstance(answered, LinkEnded)


async def test_a_first_message_other_than_hello_leaves_no_link(host: Host, ben: TableTls) -> None:
    async def blunder() -> None:
        async with raw(host, ben) as connection:
            await connection.send(b"\x03frame")
            await connection.wait_closed()

    answered, _ = await opened_by(host, blunder())
    assert isinstance(answered, LinkEnded)
    assert answered.reason is Reason.BAD_DATA


async def test_a_caller_that_says_nothing_is_given_up(host: Host) -> None:
    async def say_nothing() -> None:
        reader, writer = await asyncio.open_connection(*host.address)
        with contextlib.suppress(ConnectionError):
            assert await reader.read() == b""
        writer.close()
        with contextlib.suppress(ConnectionError):
            await writer.wait_closed()

    answered, called = await opened_by(host, say_nothing(), 0.05)
    assert isinstance(answered, LinkEnded)
    assert called is None


async def test_a_caller_that_stops_after_tls_is_given_up(host: Host, ben: TableTls) -> None:
    async def stop() -> None:
        reader, writer = await asyncio.open_connection(
            *host.address, ssl=ben.client(credential()), server_hostname=credential().tag
        )
        with contextlib.suppress(ConnectionError, ssl.SSLError):
            assert await reader.read() == b""
        writer.close()
        with contextlib.suppress(ConnectionError, ssl.SSLError):
            await writer.wait_closed()

    answered, called = await opened_by(host, stop(), 0.5)
    assert isinstance(answered, LinkEnded)
    assert answered.reason is Reason.SILENT
    assert called is None


async def test_a_listener_that_says_nothing_is_given_up(ben: TableTls) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        silent = Address("127.0.0.1", listener.getsockname()[1])
        with pytest.raises(LinkEnded) as ended:
            await call(ben, credential(), silent, public("ana"), seconds=0.05)
    assert ended.value.reason is Reason.UNREACHABLE


async def test_a_host_of_another_version_is_named(ben: TableTls, tmp_path: Path) -> None:
    ana = TableTls(identity("ana"), [credential()], tmp_path)
    versions = [Subprotocol("crownless.v9")]

    async def handle(connection: Any) -> None:
        await connection.wait_closed()

    async with serve(handle, "127.0.0.1", 0, ssl=ana.server, subprotocols=versions) as server:
        port = server.sockets[0].getsockname()[1]
        with pytest.raises(LinkEnded) as ended:
            await call(ben, credential(), Address("127.0.0.1", port), public("ana"))
    assert ended.value.reason is Reason.OTHER_VERSION


async def test_no_reason_shows_another_librarys_words(host: Host, ben: TableTls) -> None:
    host.judge = lambda key, role: Admission.REFUSED
    _, called = await opened_by(host, call(ben, credential(), host.address, None))
    assert str(called) == "the table did not accept you"
    assert called.__cause__ is None
    assert called.__suppress_context__


async def test_from_a_link_that_is_held_nothing_is_read_and_nothing_is_lost(half: Pair) -> None:
    """Its other side has to wait, and what it has sent takes no more room here than a few parts."""
    running, calling = await half()
    running.link.hold(True)
    parts = [b"\x03" + bytes([number]) * PART_BYTES for number in range(64)]

    async def send_all() -> None:
        for part in parts:
            await calling.connection.send(part)

    sending = asyncio.create_task(send_all())
    async with asyncio.timeout(PATIENCE):
        while not running.link._connection.recv_messages.paused:
            await asyncio.sleep(0)
    assert len(running.frames) <= 1  # the one that was being waited for
    assert not sending.done()
    running.link.hold(False)
    assert await running.until(len(parts)) == [part[1:] for part in parts]
    await sending


async def test_a_held_link_that_is_dropped_ends(half: Pair) -> None:
    running, _ = await half()
    running.link.hold(True)
    running.link.drop(Reason.FLOOD)
    running.link.hold(True)
    assert await running.reason() is Reason.FLOOD


# How long the way is


async def test_pings_measure_the_round_trip(both: tuple[Running, Running]) -> None:
    link = both[0].link
    assert both[1].link.round_trip is None
    for _ in range(link_module.ROUND_TRIPS + 1):
        await (await link._connection.ping())
    assert len(link.round_trips) == link_module.ROUND_TRIPS
    assert link.round_trip == min(link.round_trips)
    link.round_trips.append(5.0)  # the machine was busy; the line is no longer for that
    assert link.round_trip == min(list(link.round_trips)[:-1])
    assert both[1].link.round_trip is None  # who answers has measured nothing
