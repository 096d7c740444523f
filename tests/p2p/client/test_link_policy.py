"""Who passes, and whom we call, with a mesh that only notes what it is asked for."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

import pytest

from games import registry
from p2p.client.link_policy import MAX_WATCHERS, LinkPolicy
from p2p.lobby.address_book import AddressBook
from p2p.lobby.table_config import TableConfig
from p2p.net.handshake import Admission
from p2p.net.invite import fingerprint
from p2p.net.mesh import Mesh
from p2p.net.tls import Role
from tests.p2p.memory import MemoryStore
from tests.p2p.tables import charter_of, person

PEOPLE = [person(n) for n in range(3)]
ANA, BEN, CLEO = (one.key for one in PEOPLE)
HOST_AT = ("192.0.2.9", 4000)


class Wires:
    """Stands for a mesh."""

    def __init__(self) -> None:
        self.dialled: dict[bytes, list[tuple[str, int]]] = {}
        self.sent: list[bytes] = []
        self.links: dict[bytes, object] = {}

    def dial(self, peer: bytes, addresses: object) -> None:
        self.dialled[peer] = [tuple(place) for place in addresses]  # type: ignore[attr-defined]

    def send(self, peer: bytes, frame: bytes) -> None:
        self.sent.append(peer)


def link_policy(role: str = "guest", own: bytes = BEN) -> tuple[LinkPolicy, Wires]:
    config = TableConfig(role, bytes(10), "Ben", fingerprint(ANA), (HOST_AT,))
    found, wires = LinkPolicy(config, own, AddressBook(MemoryStore(), own)), Wires()
    found.mesh = cast(Mesh, wires)
    return found, wires


def begin(one: LinkPolicy) -> None:
    one.charter = charter_of(registry.make("inheritance"), PEOPLE)


def test_before_the_charter_anybody_may_knock_and_nobody_watch() -> None:
    one, _ = link_policy()
    assert one.accepts(person(4).key, Role.MEMBER) is Admission.PROVISIONAL
    assert one.accepts(person(4).key, Role.WATCHER) is False


def test_after_it_seats_pass_and_strangers_are_told_why_not() -> None:
    one, _ = link_policy()
    begin(one)
    assert one.accepts(CLEO, Role.MEMBER) is True
    assert one.accepts(person(4).key, Role.MEMBER) is Admission.PROVISIONAL
    assert not one.belongs(person(4).key, Role.MEMBER)


def test_spectators_are_few() -> None:
    one, _ = link_policy()
    begin(one)
    for number in range(MAX_WATCHERS):
        key = bytes([number]) * 32
        assert one.accepts(key, Role.WATCHER) is True
        one.roles[key] = Role.WATCHER
    assert one.accepts(bytes([99]) * 32, Role.WATCHER) is False
    assert one.accepts(bytes(32), Role.WATCHER) is True  # one of them comes back
    assert one.members() == []


def test_only_members_whose_places_are_known_are_called() -> None:
    one, wires = link_policy()
    begin(one)
    one.call_members()
    assert wires.dialled == {ANA: [HOST_AT]}
    wires.links[CLEO] = SimpleNamespace(address=SimpleNamespace(host="192.0.2.3"))
    one.learn(CLEO, {CLEO: (("10.0.0.3", 5000),), BEN: (("10.0.0.2", 1),)})
    assert wires.dialled[CLEO] == [("192.0.2.3", 5000), ("10.0.0.3", 5000)]
    assert BEN not in wires.dialled


def test_a_spectator_calls_the_opener_alone() -> None:
    one, wires = link_policy("watch", person(4).key)
    begin(one)
    one.learn(ANA, {CLEO: (("10.0.0.3", 5000),)})
    assert set(wires.dialled) == {fingerprint(ANA)}


@pytest.mark.parametrize(("source", "told"), [(None, [ANA, CLEO]), (ANA, [CLEO])])
def test_what_one_says_all_others_hear(source: bytes | None, told: list[bytes]) -> None:
    one, wires = link_policy()
    one.roles.update({ANA: Role.MEMBER, CLEO: Role.WATCHER})
    one.tell(b"frame", source)
    assert wires.sent == told
