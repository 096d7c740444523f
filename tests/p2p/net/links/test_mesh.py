"""Meshes of one machine over loopback: who gets a link, which of two stays, who dials again."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import partial
from ipaddress import ip_interface
from pathlib import Path
from typing import Any

import pytest
from websockets.protocol import State

from p2p.net.address import Address
from p2p.net.close_reason import LinkEnded, Reason
from p2p.net.invite import fingerprint as fingerprint_of
from p2p.net.links import acceptor, caller
from p2p.net.links import mesh as mesh_module
from p2p.net.links.admission import PERMITS, PERMITS_OF_STRANGERS, Precedence
from p2p.net.links.dialer import IMPROVING
from p2p.net.links.handshake import Admission, Channel
from p2p.net.links.link import Link
from p2p.net.links.mesh import Mesh
from p2p.net.path_kind import PathKind
from p2p.net.tls import Role
from tests.p2p.transport import PATIENCE, Diary, VirtualClock, credential, ordered, public

Open = Callable[..., Awaitable[Diary]]


@pytest.fixture
async def open_mesh(tmp_path: Path) -> AsyncIterator[Open]:
    """Start meshes by name; all are closed at the end."""
    meshes: list[Diary] = []

    async def start(name: str, **options: Any) -> Diary:
        mesh = Diary(name, tmp_path, **options)
        meshes.append(mesh)
        await mesh.start()
        return mesh

    yield start
    await asyncio.gather(*(mesh.close() for mesh in meshes))


async def linked(one: Diary, other: Diary) -> None:
    await one.until(lambda: other.key in one.links)
    await other.until(lambda: one.key in other.links)


async def exchange(one: Diary, other: Diary, frame: bytes = b"frame") -> None:
    """Both hear the other: their links are the same or lead to the same place."""
    assert one.send(other.key, frame)
    assert other.send(one.key, frame)
    await one.until(lambda: (other.key, frame) in one.frames)
    await other.until(lambda: (one.key, frame) in other.frames)


# Linking


async def test_two_members_link_and_talk(open_mesh: Open) -> None:
    ana, ben = await open_mesh("ana"), await open_mesh("ben")
    ben.dial(ana.key, ana.here())
    await linked(ana, ben)
    await exchange(ana, ben)
    assert ana.events == [("up", ben.key, Role.MEMBER)]
    assert ben.events == [("up", ana.key, Role.MEMBER)]
    assert ana.asked == [(ben.key, Role.MEMBER)]
    assert ben.asked == []  # who is dialled by key need not be asked about
    link = ben.links[ana.key]
    assert link.outbound
    assert link.address == ("127.0.0.1", ana.port)
    assert not ana.links[ben.key].outbound


async def test_a_frame_for_somebody_who_is_not_up_is_not_sent(open_mesh: Open) -> None:
    ana = await open_mesh("ana")
    assert ana.send(public("ben"), b"frame") is False


async def test_first_contact_by_fingerprint_pins_the_key(open_mesh: Open) -> None:
    ana, ben = await open_mesh("ana"), await open_mesh("ben")
    fingerprint = fingerprint_of(ana.key)
    ben.dial(fingerprint, ana.here())
    await linked(ana, ben)
    ben.dial(ana.key, [])  # the dialler answers to the key it has learnt
    ana.disconnect(ben.key)
    await ben.until(lambda: ben.count("down"))
    ben.dial(ana.key, ana.here())
    await linked(ana, ben)


async def test_anyone_may_be_dialled_but_is_asked_about(open_mesh: Open) -> None:
    ana, ben = await open_mesh("ana"), await open_mesh("ben")
    ben.dial(None, ana.here())
    await linked(ana, ben)
    assert ben.asked == [(ana.key, Role.MEMBER)]


async def test_anyone_who_is_not_wanted_is_not_linked(open_mesh: Open) -> None:
    ana, ben = await open_mesh("ana"), await open_mesh("ben")
    ben.verdict = False
    ben.dial(None, ana.here())
    await ben.until(lambda: ("trouble", None, Reason.WRONG_KEY) in ben.events)
    assert not ben.links
    assert not ana.links


async def test_a_watcher_comes_in_under_its_own_authority(open_mesh: Open) -> None:
    watch = credential(role=Role.WATCHER)
    ana = await open_mesh("ana", credentials=[credential(), watch])
    ben = await open_mesh("ben", credentials=[watch])
    ben.dial(ana.key, ana.here())
    await linked(ana, ben)
    assert ana.events == [("up", ben.key, Role.WATCHER)]
    assert ana.links[ben.key].role is Role.WATCHER


# Refusals


@pytest.mark.parametrize("tag", [None, credential().tag])
async def test_another_tables_secret_leads_nowhere(open_mesh: Open, tag: str | None) -> None:
    ana = await open_mesh("ana")
    ben = await open_mesh("ben", credentials=[credential("other", tag=tag)])
    ben.dial(ana.key, ana.here())
    await ben.until(lambda: ("trouble", ana.key, Reason.WRONG_TABLE) in ben.events)
    assert ana.events == []
    assert ana.asked == []


async def test_a_watchers_invite_does_not_open_the_members_door(open_mesh: Open) -> None:
    ana = await open_mesh("ana")
    disguised = credential(role=Role.WATCHER, tag=credential().tag)
    ben = await open_mesh("ben", credentials=[disguised])
    ben.dial(ana.key, ana.here())
    await ben.until(lambda: ("trouble", ana.key, Reason.WRONG_TABLE) in ben.events)
    assert ana.asked == []


@pytest.mark.parametrize("length", [32, 10])
async def test_somebody_else_at_the_address_is_not_linked(open_mesh: Open, length: int) -> None:
    ana, ben = await open_mesh("ana"), await open_mesh("ben")
    expected = public("cia") if length == 32 else fingerprint_of(public("cia"))
    ben.dial(expected, ana.here())
    await ben.until(lambda: ("trouble", expected, Reason.WRONG_KEY) in ben.events)
    assert ana.events == []
    assert ana.asked == []


async def test_the_table_may_refuse(open_mesh: Open) -> None:
    ana, ben = await open_mesh("ana"), await open_mesh("ben")
    ana.verdict = False
    ben.dial(ana.key, ana.here())
    await ben.until(lambda: ("trouble", ana.key, Reason.NOT_ACCEPTED) in ben.events)
    assert ben.count("up") == 0
    ana.verdict = True
    await linked(ana, ben)


async def test_own_address_is_recognised(open_mesh: Open) -> None:
    ana = await open_mesh("ana")
    ana.dial(None, ana.here())
    await ana.until(lambda: ("trouble", None, Reason.ITSELF) in ana.events)
    assert ana.count("up") == 0


async def test_nobody_at_the_address(open_mesh: Open) -> None:
    ana, ben = await open_mesh("ana"), await open_mesh("ben")
    await ana.close()
    ben.dial(ana.key, ana.here())
    await ben.until(lambda: ("trouble", ana.key, Reason.UNREACHABLE) in ben.events)


async def test_another_program_at_the_address(open_mesh: Open) -> None:
    async def greet(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"220 mail.example ready\r\n")
        await writer.drain()
        writer.close()

    ben = await open_mesh("ben")
    async with await asyncio.start_server(greet, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        ben.dial(public("ana"), [("127.0.0.1", port)])
        await ben.until(lambda: ("trouble", public("ana"), Reason.STRANGE) in ben.events)


async def test_a_stranger_without_a_certificate_reads_no_byte(open_mesh: Open) -> None:
    """In TLS 1.3 a caller is done before the other side has judged it: what can it read?"""
    ana = await open_mesh("ana")
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    reader, writer = await asyncio.open_connection(
        "127.0.0.1", ana.port, ssl=context, server_hostname=credential().tag
    )
    writer.write(b"GET /crownless HTTP/1.1\r\n\r\n")
    answer = b""
    with contextlib.suppress(ssl.SSLError, ConnectionError):
        answer = await reader.read(1)
    assert answer == b""
    writer.close()
    with contextlib.suppress(ssl.SSLError, ConnectionError):
        await writer.wait_closed()
    assert ana.asked == []


async def test_garbage_instead_of_tls_is_closed(open_mesh: Open) -> None:
    ana, ben = await open_mesh("ana"), await open_mesh("ben")
    reader, writer = await asyncio.open_connection("127.0.0.1", ana.port)
    writer.write(bytes(range(256)) * 40)
    with contextlib.suppress(ConnectionError):
        await reader.read()
    writer.close()
    with contextlib.suppress(ConnectionError):
        await writer.wait_closed()
    ben.dial(ana.key, ana.here())
    await linked(ana, ben)


# Strangers


async def test_a_knocking_caller_may_say_little(open_mesh: Open) -> None:
    ana, ben = await open_mesh("ana"), await open_mesh("ben")
    ana.verdict = Admission.PROVISIONAL
    ben.dial(ana.key, ana.here())
    await linked(ana, ben)
    await exchange(ana, ben, b"may I?")
    ben.dial(ana.key, ())
    ben.send(ana.key, bytes(9 << 10))
    await ana.until(lambda: ana.count("down"))
    assert ana.events[-1] == ("down", ben.key, Reason.TOO_MUCH)
    assert all(len(frame) < 100 for _, frame in ana.frames)


async def test_an_admitted_caller_may_say_everything(open_mesh: Open) -> None:
    ana, ben = await open_mesh("ana"), await open_mesh("ben")
    ana.verdict = Admission.PROVISIONAL
    ben.dial(ana.key, ana.here())
    await linked(ana, ben)
    ana.admit(ben.key)
    await exchange(ana, ben, bytes(300_000))


# Handshakes


@contextlib.asynccontextmanager
async def half_open(port: int, number: int) -> AsyncIterator[list[socket.socket]]:
    """Sockets that connect and then say nothing, or only the first bytes of a TLS record."""
    loop = asyncio.get_running_loop()
    sockets = [socket.socket() for _ in range(number)]
    try:
        for index, one in enumerate(sockets):
            one.setblocking(False)
            await loop.sock_connect(one, ("127.0.0.1", port))
            if index % 2:
                await loop.sock_sendall(one, b"\x16\x03\x01")
        yield sockets
    finally:
        for one in sockets:
            one.close()


async def test_a_flood_of_half_open_handshakes_keeps_no_member_out(open_mesh: Open) -> None:
    ana, ben = await open_mesh("ana"), await open_mesh("ben")
    # Half-open handshakes would end by themselves after 5 s.
    async with half_open(ana.port, 40) as flood, asyncio.timeout(4):
        ben.dial(ana.key, ana.here())
        await linked(ana, ben)
        assert len(ana._acceptor) <= PERMITS_OF_STRANGERS
        for given_up in flood[: 40 - PERMITS_OF_STRANGERS]:
            with contextlib.suppress(ConnectionResetError):
                assert await asyncio.get_running_loop().sock_recv(given_up, 1) == b""
    assert ben.count("trouble") == 0


async def test_callers_without_end_are_not_all_answered(
    open_mesh: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(acceptor, "monotonic", lambda: 0.0)
    monkeypatch.setattr(acceptor, "HANDSHAKES", 8)
    ana, ben = await open_mesh("ana"), await open_mesh("ben")
    loop = asyncio.get_running_loop()
    async with half_open(ana.port, 8) as answered, half_open(ana.port, 8) as more:
        async with asyncio.timeout(4):  # a handshake that was begun would last 5 s
            for one in more:
                with contextlib.suppress(ConnectionResetError):
                    assert await loop.sock_recv(one, 1) == b""
        assert len(ana._acceptor) == len(answered)
        monkeypatch.setattr(acceptor, "monotonic", lambda: 1.0)
        ben.dial(ana.key, ana.here())
        await linked(ana, ben)


async def test_known_addresses_have_more_places(open_mesh: Open) -> None:
    ana = await open_mesh("ana", knows=lambda host: host == "127.0.0.1")
    ben = await open_mesh("ben")
    async with half_open(ana.port, 40), asyncio.timeout(4):
        ben.dial(ana.key, ana.here())
        await linked(ana, ben)
        assert PERMITS_OF_STRANGERS < len(ana._acceptor) <= PERMITS


async def test_closing_in_the_middle_of_handshakes(open_mesh: Open) -> None:
    ana = await open_mesh("ana")
    async with half_open(ana.port, 8):
        await ana.close()
    assert len(ana._acceptor) == 0


# Two links to one member


class Held:
    """Channels that are open but do not join their mesh until a test lets them."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._holds: list[tuple[Diary, bool]] = []
        self._channels: list[tuple[Diary, Channel]] = []
        self._news = asyncio.Event()
        self._real = Mesh._join
        monkeypatch.setattr(Mesh, "_join", lambda mesh, channel: self._join(mesh, channel))

    def _join(self, mesh: Diary, channel: Channel) -> None:
        if (mesh, channel.outbound) in self._holds:
            self._channels.append((mesh, channel))
            self._news.set()
        else:
            self._real(mesh, channel)

    def hold(self, mesh: Diary, *, outbound: bool) -> None:
        """Hold what this mesh dialled from now on, or what it answered."""
        self._holds.append((mesh, outbound))

    async def until(self, number: int) -> list[Channel]:
        """Wait until so many are held; they are all that is held, and free to be let go."""
        async with asyncio.timeout(10):
            while len(self._channels) < number:
                self._news.clear()
                await self._news.wait()
        return [channel for _, channel in self._channels]

    def release(self, *meshes: Diary) -> None:
        """Let the channels of these meshes join, and hold no more of theirs."""
        self._holds = [hold for hold in self._holds if hold[0] not in meshes]
        waiting, self._channels = self._channels, []
        for mesh, channel in waiting:
            self._join(mesh, channel)


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> Held:
    return Held(monkeypatch)


@pytest.fixture
async def pair(open_mesh: Open, held: Held) -> tuple[Diary, Diary]:
    """Two meshes, the one with the smaller key first, whose channels can be held."""
    first, second = [await open_mesh(name) for name in ordered("ana", "ben")]
    return first, second


def narrow(link: Link) -> None:
    """Let the system take little at a time, so that writing takes many turns of the loop."""
    sending = link._connection.transport.get_extra_info("socket")
    sending.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)


async def call_at_once(held: Held, first: Diary, second: Diary) -> None:
    """Both have opened a channel before either says hello: the race at its worst."""
    for mesh, other in ((first, second), (second, first)):
        held.hold(mesh, outbound=True)
        mesh.dial(other.key, other.here())
    await held.until(2)
    held.release(first, second)


async def test_two_calls_at_once_leave_the_smaller_keys_link(
    pair: tuple[Diary, Diary], held: Held
) -> None:
    first, second = pair
    await call_at_once(held, first, second)
    frames = [bytes([number]) * 1000 for number in range(200)]
    for frame in frames:
        assert first.send(second.key, frame)
        assert second.send(first.key, frame)
    await first.until(lambda: len(first.frames) >= 200)
    await second.until(lambda: len(second.frames) >= 200)
    await settled(first, second)
    assert first.links[second.key].outbound
    assert not second.links[first.key].outbound
    assert first.events == [("up", second.key, Role.MEMBER)]
    assert second.events == [("up", first.key, Role.MEMBER)]
    assert sorted(frame for _, frame in first.frames) == frames
    assert sorted(frame for _, frame in second.frames) == frames


async def cross(held: Held, first: Diary, second: Diary) -> None:
    """Both call; the call of the first is open too and held, so that they have the other's."""
    held.hold(first, outbound=True)
    first.dial(second.key, second.here())
    await held.until(1)
    second.dial(first.key, first.here())
    await linked(first, second)


async def test_a_call_of_the_smaller_key_that_opens_late_takes_over(
    pair: tuple[Diary, Diary], held: Held
) -> None:
    first, second = pair
    await cross(held, first, second)
    frames = [bytes([number]) * 1000 for number in range(100)]
    for frame in frames:
        assert first.send(second.key, frame)
        assert second.send(first.key, frame)
    held.release(first)
    await second.until(lambda: len(second.frames) >= len(frames))
    await settled(first, second)
    await exchange(first, second)
    assert not second.links[first.key].outbound
    for mesh in (first, second):
        assert sorted(frame for _, frame in mesh.frames) == [*frames, b"frame"]
        assert [event[0] for event in mesh.events] == ["up"]


async def test_a_frame_that_the_change_cuts_off_comes_over_the_new_link(
    pair: tuple[Diary, Diary], held: Held
) -> None:
    first, second = pair
    await cross(held, first, second)
    old = first.links[second.key]
    narrow(old)
    reading = second.links[first.key]._connection.transport
    reading.pause_reading()
    frame = bytes(1_000_000)
    assert first.send(second.key, frame)
    async with asyncio.timeout(PATIENCE):
        while not old._writing:
            await asyncio.sleep(0)
        held.release(first)
        while old._connection.state is State.OPEN:  # until the second closes it
            await asyncio.sleep(0)
    reading.resume_reading()
    await second.until(lambda: second.frames)
    await settled(first, second)
    assert second.frames == [(first.key, frame)]
    for mesh in (first, second):
        assert [event[0] for event in mesh.events] == ["up"]


async def test_a_call_of_the_larger_key_that_opens_late_is_closed_unsaid(
    pair: tuple[Diary, Diary], held: Held
) -> None:
    first, second = pair
    held.hold(second, outbound=True)
    second.dial(first.key, first.here())
    [late] = await held.until(1)
    first.dial(second.key, second.here())
    await linked(first, second)
    held.release(second)
    await late.connection.wait_closed()
    await exchange(first, second)
    assert first.links[second.key].outbound
    for mesh in (first, second):
        assert [event[0] for event in mesh.events] == ["up"]


async def in_between(held: Held, first: Diary, second: Diary) -> Link:
    """The first has gone over to its own link, the second has not heard; returns the old link."""
    await cross(held, first, second)
    held.hold(second, outbound=False)
    held.release(first)
    await held.until(1)
    member = first._members[second.key]
    assert member.link.outbound
    [spare] = member.spares
    return spare


async def test_the_old_link_stands_in_when_the_new_one_dies(
    pair: tuple[Diary, Diary], held: Held
) -> None:
    first, second = pair
    await in_between(held, first, second)
    first.dial(second.key, ())
    cut(first.links[second.key])
    await first.until(lambda: first.count("up") == 2)
    assert [event[0] for event in first.events] == ["up", "down", "up"]
    await exchange(first, second)


async def test_an_old_link_that_breaks_off_makes_both_sides_catch_up(
    pair: tuple[Diary, Diary], held: Held
) -> None:
    first, second = pair
    old = await in_between(held, first, second)
    cut(old)
    await first.until(lambda: first.count("up") == 2)
    assert [event[0] for event in first.events] == ["up", "down", "up"]
    held.release(second)
    await second.until(lambda: second.count("up") == 2)
    await exchange(first, second)


async def test_a_channel_that_opens_after_closing_is_closed(
    pair: tuple[Diary, Diary], held: Held
) -> None:
    first, second = pair
    held.hold(first, outbound=True)
    first.dial(second.key, second.here())
    [late] = await held.until(1)
    await first.close()
    held.release(first)
    await late.connection.wait_closed()
    assert not first._links


async def settled(*meshes: Diary) -> None:
    """Until each mesh runs one link only."""
    async with asyncio.timeout(10):
        for mesh in meshes:
            while len(mesh._links) > 1:
                await asyncio.wait(list(mesh._links), return_when=asyncio.FIRST_COMPLETED)


async def test_members_that_dial_each_other_end_with_one_link(open_mesh: Open) -> None:
    ana, ben = await open_mesh("ana"), await open_mesh("ben")
    ana.dial(ben.key, ben.here())
    ben.dial(ana.key, ana.here())
    await linked(ana, ben)
    await exchange(ana, ben)
    await settled(ana, ben)
    assert ana.events == [("up", ben.key, Role.MEMBER)]
    assert ben.events == [("up", ana.key, Role.MEMBER)]
    assert ana.links[ben.key].outbound != ben.links[ana.key].outbound


async def test_a_second_process_of_one_member_takes_over(open_mesh: Open) -> None:
    """The old link is dead for the member that calls again, so the others must be told."""
    ana = await open_mesh("ana")
    old, new = await open_mesh("ben"), await open_mesh("ben")
    old.dial(ana.key, ana.here())
    await linked(ana, old)
    old.dial(ana.key, ())
    new.dial(ana.key, ana.here())
    await ana.until(lambda: ana.count("up") == 2)
    assert [event[0] for event in ana.events] == ["up", "down", "up"]
    await exchange(ana, new)
    await old.until(lambda: old.count("down"))


# A nearer way


def come_nearer(*meshes: Diary) -> None:
    """All meshes come to be on one network, and their diallers hear of it."""
    for mesh in meshes:
        mesh.kinds["127.0.0.1"] = PathKind.LAN
        mesh._diallers.look_again()


@pytest.fixture
async def apart(open_mesh: Open) -> tuple[Diary, Diary, VirtualClock]:
    """Two members, the smaller key first, that find each other far away; the larger has dialled."""
    clock = VirtualClock()
    first, second = [await open_mesh(name, timing=clock.timing()) for name in ordered("ana", "ben")]
    for mesh in (first, second):
        mesh.kinds["127.0.0.1"] = PathKind.DIRECT
    second.dial(first.key, first.here())
    await linked(first, second)
    return first, second, clock


async def test_a_nearer_way_takes_over_without_losing_a_frame(
    apart: tuple[Diary, Diary, VirtualClock],
) -> None:
    first, second, _ = apart
    assert second.paths[first.key].kind is PathKind.DIRECT
    old = first.links[second.key]
    come_nearer(first, second)
    frames = [bytes([number]) * 1000 for number in range(100)]
    for frame in frames:
        assert first.send(second.key, frame)
        assert second.send(first.key, frame)
        await asyncio.sleep(0)
    await first.until(lambda: first.links[second.key] is not old)
    await second.until(lambda: len(second.frames) >= len(frames))
    await settled(first, second)
    await exchange(first, second)
    for mesh, other in ((first, second), (second, first)):
        assert mesh.links[other.key].hello.kind is PathKind.LAN
        assert mesh.paths[other.key].kind is PathKind.LAN
        assert mesh.links[other.key].hello.replaces == old.hello.link
        assert sorted(frame for _, frame in mesh.frames) == [*frames, b"frame"]
        assert [event[0] for event in mesh.events] == ["up"]


async def test_both_may_find_the_nearer_way_at_once(
    held: Held, apart: tuple[Diary, Diary, VirtualClock]
) -> None:
    first, second, _ = apart
    first.dial(second.key, second.here())
    for mesh in (first, second):
        held.hold(mesh, outbound=True)
    come_nearer(first, second)
    await held.until(2)
    held.release(first, second)
    frames = [bytes([number]) * 1000 for number in range(100)]
    for frame in frames:
        assert first.send(second.key, frame)
        assert second.send(first.key, frame)
        await asyncio.sleep(0)
    await first.until(lambda: len(first.frames) >= len(frames))
    await second.until(lambda: len(second.frames) >= len(frames))
    await settled(first, second)
    await exchange(first, second)
    assert first.links[second.key].outbound  # of two alike, the one of the smaller key
    for mesh, other in ((first, second), (second, first)):
        assert mesh.links[other.key].hello.kind is PathKind.LAN
        assert sorted(frame for _, frame in mesh.frames) == [*frames, b"frame"]
        assert [event[0] for event in mesh.events] == ["up"]


async def test_what_is_no_nearer_is_not_tried(apart: tuple[Diary, Diary, VirtualClock]) -> None:
    first, second, clock = apart
    clock.advance(IMPROVING[-1])
    for number in range(5):
        await exchange(first, second, bytes([number + 1]))
    assert len(second._links) == 1
    assert clock.asked == []


async def test_links_from_an_address_that_is_gone_end_at_once(
    open_mesh: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = VirtualClock()
    ana, ben = await open_mesh("ana"), await open_mesh("ben", timing=clock.timing())
    ben.dial(ana.key, ana.here())
    await linked(ana, ben)
    assert not await ben.look_around()
    monkeypatch.setattr(caller, "own_networks", lambda: {ip_interface("192.0.2.7/24")})
    assert await ben.look_around()
    assert ben.links  # loopback stays
    monkeypatch.setattr(mesh_module, "is_loopback", lambda host: False)
    monkeypatch.setattr(caller, "own_networks", lambda: {ip_interface("192.0.2.8/24")})
    assert await ben.look_around()
    await ben.until(lambda: ben.count("down"))
    await clock.asleep()
    clock.advance(60)
    await ben.until(lambda: ben.count("up") == 2)


async def test_calls_in_vain_change_nothing_about_the_port_of_the_next_one(
    open_mesh: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = VirtualClock()
    ben = await open_mesh("ben", timing=clock.timing())
    ben._caller.source.number = 40000
    ben.kinds["127.0.0.1"] = PathKind.DIRECT
    used = []

    async def refused(*_: object, connect: object, **__: object) -> Channel:
        used.append(connect is not None)
        raise LinkEnded(Reason.UNREACHABLE)

    monkeypatch.setattr(caller, "call", refused)
    ben.dial(public("ana"), [("127.0.0.1", 1)], trusted=[("127.0.0.1", 1)])
    for rounds in range(1, 5):
        await ben.until(partial(troubled, ben, rounds))
        await clock.asleep()
        clock.advance(clock.asked[-1])
    assert used[:4] == [True] * 4


async def test_a_call_within_a_house_comes_from_any_port(open_mesh: Open) -> None:
    ana, ben = await open_mesh("ana"), await open_mesh("ben")
    ben._caller.source.number = 40000
    ben.dial(ana.key, ana.here())
    await linked(ana, ben)
    assert ben.links[ana.key].local_port != 40000
    assert not ben.sees_source(ana.key)


# Losing links


def cut(link: Link) -> None:
    link._connection.transport.abort()


async def test_a_killed_link_comes_back(open_mesh: Open) -> None:
    ana, ben = await open_mesh("ana"), await open_mesh("ben")
    ben.dial(ana.key, ana.here())
    await linked(ana, ben)
    cut(ana.links[ben.key])
    await ben.until(lambda: ben.count("up") == 2)
    await linked(ana, ben)
    await exchange(ana, ben)
    assert [event[0] for event in ben.events] == ["up", "down", "up"]
    assert ben.events[1] == ("down", ana.key, Reason.LOST)


async def test_a_client_that_leaves_says_so_after_its_last_frame(open_mesh: Open) -> None:
    ana, ben = await open_mesh("ana"), await open_mesh("ben")
    ana.dial(ben.key, ben.here())
    await linked(ana, ben)
    frames = [bytes([number]) * 1_000_000 for number in range(4)]  # more than the system buffers
    for frame in frames:
        assert ana.send(ben.key, frame)
    await ana.close()
    await ben.until(lambda: ben.count("down"))
    assert ben.frames == [(ana.key, frame) for frame in frames]
    assert ben.events[-1] == ("down", ana.key, Reason.LEFT)


async def test_a_disconnected_member_is_told_why(open_mesh: Open) -> None:
    ana, ben = await open_mesh("ana"), await open_mesh("ben")
    ben.dial(ana.key, ana.here())
    await linked(ana, ben)
    ben.dial(ana.key, ())
    ana.disconnect(ben.key, Reason.NOT_ACCEPTED)
    await ben.until(lambda: ben.count("down"))
    assert ben.events[-1] == ("down", ana.key, Reason.NOT_ACCEPTED)
    await ana.until(lambda: ana.count("down"))
    assert not ana.links


async def test_a_mistake_in_a_callback_costs_one_link_only(
    open_mesh: Open, caplog: pytest.LogCaptureFixture
) -> None:
    ana, ben, cia = [await open_mesh(name) for name in ("ana", "ben", "cia")]
    ana.fails_over = ben.key
    for mesh in (ben, cia):
        mesh.dial(ana.key, ana.here())
        await linked(ana, mesh)
    ben.send(ana.key, b"frame")
    await ana.until(lambda: ana.count("down"))
    assert ana.events[-1] == ("down", ben.key, Reason.BROKEN)
    assert "could not be handled" in caplog.text
    await exchange(ana, cia)


# Dialling again


def troubled(mesh: Diary, rounds: int) -> bool:
    return mesh.count("trouble") == rounds


async def test_rounds_come_with_growing_pauses(open_mesh: Open) -> None:
    clock = VirtualClock()
    gone = await open_mesh("gone")
    await gone.close()
    ben = await open_mesh("ben", timing=clock.timing())
    ben.dial(public("ana"), gone.here(), trusted=gone.here())
    for rounds in range(1, 9):
        await ben.until(partial(troubled, ben, rounds))
        await clock.asleep()
        clock.advance(clock.asked[-1])
    assert clock.asked[:8] == [0.2, 0.5, 1.0, 2.0, 5.0, 15.0, 15.0, 15.0]


async def test_new_addresses_are_tried_at_once(open_mesh: Open) -> None:
    clock = VirtualClock()
    ana, gone = await open_mesh("ana"), await open_mesh("gone")
    await gone.close()
    ben = await open_mesh("ben", timing=clock.timing())
    ben.dial(ana.key, gone.here())
    await ben.until(lambda: ben.count("trouble") == 1)
    await clock.asleep()
    ben.dial(ana.key, ana.here())  # and the clock stands still
    await linked(ana, ben)


async def test_a_member_that_has_called_is_not_dialled(open_mesh: Open) -> None:
    clock = VirtualClock()
    ana, ben, gone = [await open_mesh(name) for name in ("ana", "ben", "gone")]
    await gone.close()
    cia = await open_mesh("cia", timing=clock.timing())
    cia.dial(ana.key, gone.here())
    await cia.until(lambda: cia.count("trouble") == 1)
    await clock.asleep()
    for mesh in (ana, ben):
        mesh.dial(cia.key, cia.here())
        await linked(mesh, cia)
    cia.dial(ben.key, gone.here())
    clock.advance(60)
    for number in range(10):  # time enough to be refused again
        await exchange(cia, ana, bytes([number]))
        await exchange(cia, ben, bytes([number]))
    assert cia.count("trouble") == 1


async def test_a_member_without_addresses_is_not_dialled(open_mesh: Open) -> None:
    clock = VirtualClock()
    ana = await open_mesh("ana")
    ben = await open_mesh("ben", timing=clock.timing())
    ben.dial(ana.key, ana.here())
    await linked(ana, ben)
    ben.dial(ana.key, ())
    cut(ben.links[ana.key])
    await ben.until(lambda: ben.count("down"))
    await ana.until(lambda: ana.count("down"))
    assert clock.asked == []


async def test_the_first_address_has_a_head_start_and_any_may_win(open_mesh: Open) -> None:
    clock = VirtualClock()
    ana, gone = await open_mesh("ana"), await open_mesh("gone")
    await gone.close()
    ben = await open_mesh("ben", timing=clock.timing())
    ben.dial(ana.key, [*gone.here(), *ana.here()])
    await clock.asleep()
    clock.advance(0.1)
    await linked(ana, ben)
    assert clock.asked[0] == 0.1


async def test_racing_addresses_of_one_member_give_one_link(open_mesh: Open) -> None:
    ana = await open_mesh("ana")
    ben = await open_mesh("ben")
    ben.dial(ana.key, [("127.0.0.1", ana.port), ("::1", ana.port), ("127.0.0.2", ana.port)])
    await linked(ana, ben)
    await exchange(ana, ben)
    assert ana.count("up") == ben.count("up") == 1
    assert ana.count("down") == ben.count("down") == 0


# The port


async def test_the_port_stays_the_same_if_it_is_free(open_mesh: Open) -> None:
    ana = await open_mesh("ana")
    await ana.close()
    again = await open_mesh("ana", port=ana.port)
    assert again.port == ana.port
    assert Address("127.0.0.1", ana.port) in again.addresses()


async def test_a_taken_port_gives_way_to_a_free_one(open_mesh: Open) -> None:
    ana = await open_mesh("ana")
    ben = await open_mesh("ben", port=ana.port)
    assert ben.port not in (0, ana.port)
    ana.dial(ben.key, ben.here())
    await linked(ana, ben)


async def test_a_full_mesh_says_that_it_is_full(open_mesh: Open) -> None:
    ana, ben = await open_mesh("ana", max_links=0), await open_mesh("ben")
    ben.dial(ana.key, ana.here())
    await ben.until(lambda: ("trouble", ana.key, Reason.BUSY) in ben.events)


async def test_a_full_mesh_lets_its_members_back_in(open_mesh: Open) -> None:
    ana, old, new = [await open_mesh(name, max_links=1) for name in ("ana", "ben", "ben")]
    old.dial(ana.key, ana.here())
    await linked(ana, old)
    old.dial(ana.key, ())
    new.dial(ana.key, ana.here())
    await ana.until(lambda: ana.count("up") == 2)


async def test_idle_strangers_keep_no_member_out(open_mesh: Open) -> None:
    """Whoever came first with an invite used to keep all links, by saying nothing."""
    member = public("ben")
    ana = await open_mesh(
        "ana",
        max_links=3,
        precedence=lambda key, _: Precedence.MEMBER if key == member else Precedence.KNOCKER,
    )
    strangers = [await open_mesh(f"stranger{number}") for number in range(3)]
    for stranger in strangers:
        stranger.dial(ana.key, ana.here())
        await linked(ana, stranger)
        stranger.dial(ana.key, ())
    ben = await open_mesh("ben")
    ben.dial(ana.key, ana.here())
    await linked(ana, ben)
    assert ("down", strangers[0].key, Reason.BUSY) in ana.events
    assert len(ana.links) == 3
