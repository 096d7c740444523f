"""Tables found on the local network; here the network is loopback alone."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from ipaddress import ip_interface
from typing import ClassVar

import pytest
from zeroconf import IPVersion, ServiceStateChange

from p2p.errors import LinkError
from p2p.net.address import Address
from p2p.net.invite import Invite, back_to
from p2p.net.lan import mdns
from p2p.net.lan.mdns import Announcement, Finder, Shown, read_shown
from p2p.net.pairing.exchange import SERVICE

LOOPBACK = ["127.0.0.1"]
PATIENCE = 20
NET = ip_interface("192.168.1.2/24")
INVITE = Invite(bytes(range(10)), bytes(10), (("127.0.0.1", 4000),))
SHOWN = Shown(INVITE.sni, INVITE, "inheritance", "Ana", 1, 3)
CLOSED = replace(SHOWN, invite=None, pairing=(Address("127.0.0.1", 4873),))


class Watch:
    """A finder whose list can be waited for."""

    def __init__(self) -> None:
        self.bell = asyncio.Event()
        self.finder = Finder(self.bell.set, LOOPBACK)

    async def until(self, holds: Callable[[dict[str, Shown]], bool]) -> None:
        async with asyncio.timeout(PATIENCE):
            while not holds(self.finder.tables):
                await self.bell.wait()
                self.bell.clear()


async def test_a_table_is_found_followed_and_gone() -> None:
    table = Announcement(SHOWN.tag, 4000, LOOPBACK)
    watch = Watch()
    await watch.finder.start()
    try:
        await table.show(SHOWN)
        await watch.until(lambda tables: tables.get(SHOWN.tag) == SHOWN)
        fuller = replace(SHOWN, taken=2)
        await table.show(fuller)
        await watch.until(lambda tables: tables.get(SHOWN.tag) == fuller)
        await table.hide()
        await watch.until(lambda tables: not tables)
    finally:
        await table.hide()
        await watch.finder.close()


async def test_a_closed_table_is_found_without_its_invite() -> None:
    table = Announcement(CLOSED.tag, 4000, LOOPBACK)
    watch = Watch()
    await watch.finder.start()
    try:
        await table.show(CLOSED)
        await watch.until(lambda tables: tables.get(CLOSED.tag) == CLOSED)
    finally:
        await table.hide()
        await watch.finder.close()


SAID = Announcement(SHOWN.tag, 4000, LOOPBACK)._describe(SHOWN).properties


class Lookup:
    """Stands in for what asks the network about one name: answers when it is let, as it is told."""

    waiting: ClassVar[list[Lookup]] = []

    def __init__(self, _: str, name: str) -> None:
        self.answer: asyncio.Future[Shown | None] = asyncio.get_running_loop().create_future()
        Lookup.waiting.append(self)

    async def async_request(self, *_: object) -> bool:
        return await self.answer is not None

    @property
    def properties(self) -> dict[bytes, bytes | None]:
        shown = self.answer.result()
        assert shown is not None
        return {**SAID, b"seats": f"{shown.taken}/{shown.seats}".encode()}

    def parsed_addresses(self) -> list[str]:
        return LOOPBACK


class Ears:
    """A finder that hears what it is told, over no network."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(mdns, "AsyncServiceInfo", Lookup)
        Lookup.waiting = []
        self.finder = Finder(interfaces=LOOPBACK)

    def hear(self, change: ServiceStateChange, over: object = None) -> None:
        """Heard `over` one version of IP."""
        self.finder._heard(over, SERVICE, f"{SHOWN.tag}.{SERVICE}", change)  # type: ignore[arg-type]


async def test_a_table_that_goes_while_it_is_looked_up_is_not_listed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ears = Ears(monkeypatch)
    ears.hear(ServiceStateChange.Added)
    await asyncio.sleep(0)
    [lookup] = Lookup.waiting
    lookup.answer.set_result(SHOWN)
    (task,) = ears.finder._tasks.values()
    ears.hear(ServiceStateChange.Removed)
    await asyncio.wait({task})
    assert task.cancelled()
    assert ears.finder.tables == {}
    assert ears.finder._tasks == {}


async def test_what_was_heard_last_is_what_is_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    """However long the answer to the first question takes."""
    ears = Ears(monkeypatch)
    ears.hear(ServiceStateChange.Added)
    await asyncio.sleep(0)
    (first,) = ears.finder._tasks.values()
    ears.hear(ServiceStateChange.Updated)
    (second,) = ears.finder._tasks.values()
    await asyncio.sleep(0)
    early, late = Lookup.waiting
    fuller = replace(SHOWN, taken=2)
    late.answer.set_result(fuller)
    await asyncio.wait({second})
    assert early.answer.cancelled()
    await asyncio.wait({first})
    assert ears.finder.tables == {SHOWN.tag: fuller}


@pytest.mark.parametrize("lost", [1, mdns.RESOLVE_TRIES - 1, mdns.RESOLVE_TRIES])
async def test_what_nobody_answers_is_asked_again_some_times(
    monkeypatch: pytest.MonkeyPatch, lost: int
) -> None:
    ears = Ears(monkeypatch)
    ears.hear(ServiceStateChange.Added)
    (task,) = ears.finder._tasks.values()
    for asked in range(1, mdns.RESOLVE_TRIES + 1):
        while len(Lookup.waiting) < asked:
            await asyncio.sleep(0)
        Lookup.waiting[-1].answer.set_result(None if asked <= lost else SHOWN)
        if asked > lost:
            break
    await asyncio.wait({task})
    await asyncio.sleep(0)
    assert len(Lookup.waiting) == min(lost + 1, mdns.RESOLVE_TRIES)
    assert (SHOWN.tag in ears.finder.tables) is (lost < mdns.RESOLVE_TRIES)
    assert ears.finder._tasks == {}


def test_a_closed_table_tells_nothing_of_its_secret() -> None:
    info = Announcement(CLOSED.tag, 4000, LOOPBACK)._describe(CLOSED)
    assert info.properties == {
        b"v": b"1",
        b"game": b"inheritance",
        b"by": b"Ana",
        b"seats": b"1/3",
        b"pair": b"4873",
    }


def anywhere(host: str) -> bool:
    return True


def properties(**changed: bytes) -> dict[bytes, bytes | None]:
    good: dict[bytes, bytes | None] = {
        b"v": b"1",
        b"game": b"inheritance",
        b"by": b"Ana",
        b"seats": b"1/3",
        b"s": INVITE.encode().encode(),
    }
    return good | {key.encode(): value for key, value in changed.items()}


def test_an_announcement_is_read() -> None:
    assert read_shown(SHOWN.tag, properties(), (), anywhere) == SHOWN


def test_a_closed_table_is_read() -> None:
    closed = properties(pair=b"4873")
    del closed[b"s"]
    hosts = ["127.0.0.1", "fe80::1", "0.0.0.0", "224.0.0.1"]
    assert read_shown(SHOWN.tag, closed, hosts, anywhere) == CLOSED
    assert read_shown(SHOWN.tag, closed, (), anywhere) is None
    for port in (b"0", b"70000", b"x", b"", b"\xd9\xa1"):
        assert read_shown(SHOWN.tag, closed | {b"pair": port}, hosts, anywhere) is None
    both = read_shown(SHOWN.tag, properties(pair=b"4873"), hosts, anywhere)
    assert both == replace(SHOWN, pairing=CLOSED.pairing)
    assert read_shown("not a tag of ours", closed, hosts, anywhere) is None


def test_names_of_strangers_are_made_harmless() -> None:
    shown = read_shown(SHOWN.tag, properties(by=b"\x1b[2JAna\xff", game=b"x\n"), (), anywhere)
    assert shown is not None
    assert (shown.host + shown.game).isprintable()


@pytest.mark.parametrize(
    "changed",
    [
        {"v": b"2"},
        {"seats": b"3"},
        {"seats": b"a/b"},
        {"seats": b"\xd9\xa1/3"},
        {"seats": b"1/30000000000"},
        {"s": b"crown1-nonsense"},
        {"s": b""},
        {"s": INVITE.for_watching().encode().encode()},
        {"s": back_to(INVITE.sni, b"k", INVITE.addresses).encode().encode()},
        {"s": Invite(bytes(10), bytes(10), (("127.0.0.1", 1),)).encode().encode()},
    ],
)
def test_what_is_no_table_of_ours_is_not_listed(changed: dict[str, bytes]) -> None:
    assert read_shown(SHOWN.tag, properties(**changed), (), anywhere) is None


NEAR, FAR = ("192.168.1.7", 4000), ("203.0.113.9", 443)


@pytest.mark.parametrize(
    ("addresses", "kept"),
    [((NEAR,), (NEAR,)), ((FAR, NEAR), (NEAR,)), ((FAR,), None), ((("127.0.0.1", 22),), None)],
)
def test_an_announcement_makes_nobody_call_beyond_this_network(
    addresses: tuple[tuple[str, int], ...], kept: tuple[tuple[str, int], ...] | None
) -> None:
    near = Finder()._near(frozenset({ip_interface("192.168.1.2/24")}))
    invite = replace(INVITE, addresses=addresses)
    opened = properties(s=invite.encode().encode())
    shown = read_shown(SHOWN.tag, opened, (), near)
    expected = None if kept is None else replace(SHOWN, invite=replace(INVITE, addresses=kept))
    assert shown == expected
    closed = properties(pair=b"4000")
    del closed[b"s"]
    shown = read_shown(SHOWN.tag, closed, [host for host, _ in addresses], near)
    assert (shown is None) == (kept is None)
    assert shown is None or shown.pairing == (Address("192.168.1.7", 4000),)


def test_this_machine_is_called_where_there_is_no_other() -> None:
    lan = frozenset({ip_interface("192.168.1.2/24")})
    assert Finder()._near(frozenset())("127.0.0.1")
    assert Finder(interfaces=LOOPBACK)._near(lan)("127.0.0.1")
    assert not Finder()._near(lan)("127.0.0.1")
    assert not Finder(interfaces=["192.168.1.2"])._near(lan)("::1")


async def test_a_flood_of_announcements_is_not_looked_up_all_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    finder = Finder()
    released = asyncio.Event()
    looked_up: list[str] = []

    async def resolve(zeroconf: object, tag: str, name: str) -> None:
        looked_up.append(name)
        await released.wait()

    monkeypatch.setattr(finder, "_resolve", resolve)
    for number in range(1000):
        name = f"{number:016x}.{SERVICE}"
        finder._heard(None, SERVICE, name, ServiceStateChange.Added)  # type: ignore[arg-type]
    assert len(finder._tasks) == mdns.MAX_RESOLVING
    assert finder.is_looking_up
    released.set()
    while finder._tasks:  # each once: those that waited used to be forgotten
        await asyncio.sleep(0)
    assert len(looked_up) == 1000
    assert not finder.is_looking_up
    assert not finder._over, "of what is not listed nothing is kept"
    await finder.close()


async def test_a_table_is_listed_as_long_as_one_version_of_ip_has_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A network that carries groups of IPv6 no more takes no table off the list."""
    ears = Ears(monkeypatch)
    for over in ("4", "6"):
        ears.hear(ServiceStateChange.Added, over)
        await asyncio.sleep(0)
    (task,) = ears.finder._tasks.values()
    Lookup.waiting[-1].answer.set_result(SHOWN)
    await asyncio.wait({task})
    ears.hear(ServiceStateChange.Removed, "6")
    ears.hear(ServiceStateChange.Removed, "6")
    assert ears.finder.tables == {SHOWN.tag: SHOWN}
    ears.hear(ServiceStateChange.Removed, "4")
    assert ears.finder.tables == {}
    assert ears.finder._over == {}


class Carrier:
    """Stands in for the library over one version of IP, which `fails` or not."""

    def __init__(self, *, fails: bool) -> None:
        self.fails = fails
        self.did: list[str] = []

    async def async_register_service(self, *_: object, ttl: int) -> None:
        self._do("register")

    async def async_update_service(self, *_: object) -> None:
        self._do("update")

    async def async_unregister_all_services(self) -> None:
        self.did.append("unregister")

    async def async_close(self) -> None:
        self.did.append("close")

    def _do(self, deed: str) -> None:
        self.did.append(deed)
        if self.fails:
            raise OSError("no such device")


@pytest.mark.parametrize("fails", [(False, True), (True, False)])
async def test_what_one_version_of_ip_does_not_carry_the_other_does(
    fails: tuple[bool, bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    carriers = [Carrier(fails=one) for one in fails]
    monkeypatch.setattr(mdns, "open_carriers", lambda _: list(carriers))
    table = Announcement(SHOWN.tag, 4000)
    await table.show(SHOWN)
    await table.show(SHOWN)
    await table.hide()
    done = {False: ["register", "update", "unregister", "close"], True: ["register", "close"]}
    assert [one.did for one in carriers] == [done[one] for one in fails]


async def test_where_no_version_of_ip_carries_announcements_it_is_said(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    carriers = [Carrier(fails=True), Carrier(fails=True)]
    monkeypatch.setattr(mdns, "open_carriers", lambda _: list(carriers))
    with pytest.raises(LinkError, match="give the invite to the others"):
        await Announcement(SHOWN.tag, 4000).show(SHOWN)
    assert [one.did[-1] for one in carriers] == ["close"] * 2


async def test_on_other_networks_it_is_shown_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """Before: a host whose network card was plugged in again was on no list any more."""
    number = 2
    opened: list[Carrier] = []

    def fresh(_: object) -> list[Carrier]:
        opened.append(Carrier(fails=False))
        return opened[-1:]

    monkeypatch.setattr(mdns, "open_carriers", fresh)
    monkeypatch.setattr(mdns, "networks_here", lambda: frozenset({(number, NET)}))
    table = Announcement(SHOWN.tag, 4000)
    await table.show(SHOWN)
    await table.show(SHOWN)
    number = 3
    await table.show(SHOWN)
    assert [one.did for one in opened] == [
        ["register", "update", "unregister", "close"],
        ["register"],
    ]
    await table.hide()


async def test_on_other_networks_it_is_looked_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    ears, number = Ears(monkeypatch), 2
    begun: list[int] = []

    async def start() -> None:
        begun.append(number)
        ears.finder._here = mdns.networks_here()
        if number == 4:
            raise LinkError("this network cannot be searched")

    monkeypatch.setattr(ears.finder, "start", start)
    monkeypatch.setattr(mdns, "networks_here", lambda: frozenset({(number, NET)}))
    await ears.finder.start()
    ears.finder.tables = {SHOWN.tag: SHOWN}
    await ears.finder.look_around()
    assert ears.finder.tables == {SHOWN.tag: SHOWN}
    for device in (3, 4, 4, 5):
        number = device
        await ears.finder.look_around()
        assert ears.finder.tables == {}
    assert begun == [2, 3, 4, 5], "anew on each network, once, also after one that refuses"


@pytest.mark.parametrize(
    ("nets", "versions"),
    [
        ([], [IPVersion.V4Only]),
        (["192.168.1.2/24"], [IPVersion.V4Only]),
        (["192.168.1.2/24", "fe80::2/64"], [IPVersion.V4Only]),
        (["192.168.1.2/24", "2001:db8::2/64"], [IPVersion.V4Only, IPVersion.V6Only]),
        (["2001:db8::2/64", "fe80::2/64"], [IPVersion.V6Only]),
    ],
)
def test_tables_are_shown_over_each_version_of_ip_that_others_can_call_at(
    nets: list[str], versions: list[IPVersion], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mdns, "own_networks", lambda: frozenset(map(ip_interface, nets)))
    assert mdns._versions() == versions


def test_where_one_version_of_ip_cannot_be_opened_the_other_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def opened(ip_version: IPVersion) -> IPVersion:
        if ip_version in refused:
            raise OSError("address family not supported")
        return ip_version

    nets = frozenset(map(ip_interface, ("192.168.1.2/24", "2001:db8::2/64")))
    monkeypatch.setattr(mdns, "own_networks", lambda: nets)
    monkeypatch.setattr(mdns, "AsyncZeroconf", opened)
    refused = {IPVersion.V6Only}
    carriers: list[object] = [*mdns.open_carriers(None)]
    assert carriers == [IPVersion.V4Only]
    refused = {IPVersion.V4Only, IPVersion.V6Only}
    with pytest.raises(OSError, match="not supported"):
        mdns.open_carriers(None)
