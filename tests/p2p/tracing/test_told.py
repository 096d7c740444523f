"""What the parts of a client tell a trace: calls, links, notes, places and routers.

Sessions and whole clients are in tests/p2p/tracing/test_secrecy.py.
"""

from __future__ import annotations

from ipaddress import ip_address
from pathlib import Path
from typing import cast

from p2p.client.reach.dht_meeting import DhtMeeting
from p2p.client.reach.link_policy import LinkPolicy
from p2p.client.reach.whereabouts import Whereabouts
from p2p.lobby.address_book import AddressBook
from p2p.lobby.table_config import TableConfig
from p2p.net.close_reason import Reason
from p2p.net.links.mesh import Mesh
from p2p.net.port_mapping.answers import Granted, OtherVersion, Protocol, RefusedByRouter
from p2p.net.port_mapping.mapper import PortMapper
from p2p.tracing.lines import Lines
from simulation.memory_store import MemoryStore
from simulation.tables import charter_of, person
from tests.games.synthetic import make
from tests.p2p.client.reach.test_far_words import Table as Places
from tests.p2p.client.reach.test_rendezvous import ANA, IMAGES, PEOPLE, meet
from tests.p2p.client.reach.test_rendezvous import Table as Notes
from tests.p2p.client.reach.test_whereabouts import Wires
from tests.p2p.net.port_mapping.test_mapper import FakeWay
from tests.p2p.transport import Diary, public


class Heard:
    """A trace that keeps its lines, without who."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._made = Lines()

    def __call__(self, what: str, /, **facts: object) -> None:
        self.lines += [line.partition(" ")[2] for line in self._made.of("me", what, facts)]

    def of(self, *kinds: str) -> list[str]:
        return [line for line in self.lines if line.split(" ")[0] in kinds]


async def test_a_mesh_tells_of_calls_callers_links_and_frames(tmp_path: Path) -> None:
    heard = Heard()
    ana, ben = Diary("ana", tmp_path, trace=heard), Diary("ben", tmp_path)
    await ana.start()
    await ben.start()
    nobody = Diary("cleo", tmp_path)
    await nobody.start()
    gone = nobody.here()
    await nobody.close()
    key, at = f"key-{public('ben').hex()[:8]}", f"127.0.0.1:{ben.port}"
    try:
        ana.dial(public("ben"), gone)
        await ana.until(lambda: ana.count("trouble"))
        ana.dial(public("ben"), ben.here())
        await ana.until(lambda: ana.count("up"))
        await ben.until(lambda: ben.count("up"))
        ana.send(public("ben"), b"\x91\x08")
        ben.send(public("ana"), b"\x91\x09")
        await ana.until(lambda: ana.frames)
        ben.cut_off(public("ana"), Reason.FLOOD)
        await ana.until(lambda: ana.count("down"))
    finally:
        await ana.close()
        await ben.close()
    failed = f'called at=127.0.0.1:{gone[0][1]} reason="nobody answers at this address"'
    assert failed in heard.lines
    assert f'in-vain peer={key} reason="nobody answers at this address" rounds=1' in heard.lines
    assert f"calls at={at} kind=same-machine peer={key}" in heard.lines
    assert f"called at={at} peer={key} role=member" in heard.lines
    assert f"up peer={key} role=member link={at} kind=same-machine called=yes" in heard.lines
    assert f"sends peer={key} link={at} frame=chat size=2" in heard.lines
    assert f"gets peer={key} link={at} frame=again size=2" in heard.lines
    (down,) = heard.of("down")
    assert down.startswith(f'down peer={key} reason="the connection was lost" seconds=')


async def test_a_mapper_tells_what_each_router_has_answered() -> None:
    heard = Heard()
    ways = [
        FakeWay(None),
        FakeWay(RefusedByRouter("it does not allow that", 2), Protocol.NAT_PMP),
        FakeWay(OtherVersion(), Protocol.NAT_PMP, "192.168.1.2"),
        FakeWay(Granted(ip_address("100.64.0.5"), 4870, 60), Protocol.UPNP),
    ]
    mapper = PortMapper(4870, lambda: None, ways=lambda port: [ways], trace=heard)
    await mapper._ask_all()
    assert heard.lines == [
        "router protocol=pcp at=192.168.1.1 answer=none",
        'router protocol=nat-pmp at=192.168.1.1 refuses="it does not allow that"',
        'router protocol=nat-pmp at=192.168.1.2 answer="another version"',
        "router protocol=upnp at=192.168.1.1 opens=100.64.0.5:4870 sharing=carrier",
    ]


def test_a_rendezvous_tells_its_notes() -> None:
    heard, table = Heard(), Notes()
    table.seats[ANA]._trace = heard
    table.tick()
    meet(table)
    ben = f"key-{PEOPLE[2].key.hex()[:8]}"
    assert f"says-note kind=ping to={ben} through=1 at=none" in heard.lines
    assert f"says-note kind=offer to={ben} through=1 at={IMAGES[ANA]}" in heard.lines
    assert f"hears-note kind=accept by={ben} through=1 at={IMAGES[2]}" in heard.lines
    assert f"says-note kind=go to={ben} through=1 at=none" in heard.lines


async def test_a_meeting_tells_what_was_kept_and_found() -> None:
    heard, places = Heard(), Places()
    people = [person(number) for number in range(2)]
    config = TableConfig("guest", bytes(10), "x")
    book = AddressBook(MemoryStore(), people[0].key, config.tag, people[0].sign)
    book.announce((("10.0.0.1", 4000),))
    policy = LinkPolicy(config)
    where = Whereabouts(config, people[0].key, policy, book, cast(Mesh, Wires()))
    policy.begin(charter_of(make(), people, options={"rounds": 1}))
    meeting = DhtMeeting(places, bytes(10), people[0].key, where, trace=heard)
    await meeting._round()
    places.is_reached = False
    meeting._due = 0.0
    await meeting._round()
    assert heard.lines[:2] == [
        "meeting at=Table own_place_kept=3",
        f"meeting at=Table peer=key-{people[1].key.hex()[:8]} found=no",
    ]
