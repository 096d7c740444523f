"""Where members are and whom we call, with a mesh that only notes what it is asked for."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

import pytest

from games import registry
from p2p.client.reach.link_policy import LinkPolicy
from p2p.client.reach.whereabouts import Whereabouts
from p2p.lobby.address_book import AddressBook
from p2p.lobby.places import Place
from p2p.lobby.table_config import TableConfig
from p2p.net.address import Address
from p2p.net.invite import fingerprint, sni
from p2p.net.links.mesh import Mesh
from p2p.net.tls import Role
from simulation.memory_store import MemoryStore
from simulation.tables import charter_of, person

PEOPLE = [person(n) for n in range(3)]
ANA, BEN, CLEO = (one.key for one in PEOPLE)
HOST_AT = ("192.0.2.9", 4000)


class Wires:
    """Stands for a mesh."""

    def __init__(self) -> None:
        self.dialled: dict[bytes, list[tuple[str, int]]] = {}
        self.sent: list[bytes] = []
        self.links: dict[bytes, object] = {}

    def dial(self, peer: bytes, addresses: object, *, trusted: object) -> None:
        self.dialled[peer] = [tuple(place) for place in addresses]  # type: ignore[attr-defined]

    def send(self, peer: bytes, frame: bytes) -> None:
        self.sent.append(peer)


class There:
    """What one client knows of where everybody is."""

    def __init__(self, role: str = "guest", own: bytes = BEN) -> None:
        config = TableConfig(role, bytes(10), "Ben", fingerprint(ANA), (HOST_AT,))
        self.store = MemoryStore()
        self.book = AddressBook(self.store, own, config.tag, PEOPLE[1].sign)
        self.book.announce((("10.0.0.2", 1),))
        self.wires, self.learned = Wires(), 0
        self.policy = LinkPolicy(config, self.book.knows)
        mesh = cast(Mesh, self.wires)
        self.where = Whereabouts(config, own, self.policy, self.book, mesh, self._learned)

    def _learned(self) -> None:
        self.learned += 1

    def begin(self) -> None:
        self.policy.begin(charter_of(registry.make("inheritance"), PEOPLE))


def place(number: int, host: str = "10.0.0.3", counter: int = 1) -> Place:
    who = person(number)
    return Place.signed(sni(bytes(10)), who.key, counter, ((host, 5000),), who.sign)


def test_only_members_whose_places_are_known_are_called() -> None:
    one = There()
    one.begin()
    one.where.call_members()
    assert one.wires.dialled == {ANA: [HOST_AT]}
    one.wires.links[CLEO] = SimpleNamespace(address=Address("192.0.2.3", 9), outbound=False)
    one.policy.linked(CLEO, Role.MEMBER)
    one.where.meet(CLEO)
    one.where.learn(CLEO, [place(2), place(1)], 0.0)
    assert one.wires.dialled[CLEO] == [("192.0.2.3", 5000), ("10.0.0.3", 5000)]
    assert BEN not in one.wires.dialled


@pytest.mark.parametrize(
    ("teacher", "role", "begun", "learnt"),
    [
        (CLEO, Role.MEMBER, True, True),
        (CLEO, Role.WATCHER, True, False),
        (person(4).key, Role.MEMBER, True, False),
        (person(4).key, Role.WATCHER, True, False),
        (CLEO, Role.MEMBER, False, False),
        (ANA, Role.MEMBER, False, True),
        (ANA, Role.MEMBER, True, True),
    ],
)
def test_addresses_are_learned_from_seats_alone_and_before_them_from_the_host(
    teacher: bytes, role: Role, begun: bool, learnt: bool
) -> None:
    """A watcher, or somebody who only knocked, used to be believed and stored."""
    one = There()
    if begun:
        one.begin()
    one.policy.linked(teacher, role)
    one.where.learn(teacher, [place(0), place(4)], 0.0)
    assert bool(one.book.of(ANA)) is learnt
    assert one.book.of(person(4).key) == ()
    one.where.seen_by(teacher, "198.51.100.3", 40000, 0.0)
    assert (("198.51.100.3", 1) in one.book.own) is learnt


def test_what_is_new_goes_on_to_other_seats_once() -> None:
    one = There()
    one.begin()
    one.policy.roles.update({ANA: Role.MEMBER, CLEO: Role.MEMBER, bytes(32): Role.WATCHER})
    for _ in range(3):
        one.where.learn(ANA, [place(2)], 0.0)
    assert one.wires.sent == [CLEO]


def test_the_event_loop_leaves_the_disk_to_another_thread() -> None:
    """One commit for each frame of addresses used to freeze the table."""
    one = There()
    one.begin()
    one.policy.linked(CLEO, Role.MEMBER)
    one.store.crash_at(1, kept=False)  # the next commit would kill
    for counter in range(1, 50):
        one.where.learn(CLEO, [place(2, counter=counter)], 0.0)
    assert one.learned


def test_who_called_is_told_where_it_was_seen() -> None:
    one = There()
    one.begin()
    one.wires.links[CLEO] = SimpleNamespace(address=Address("192.0.2.3", 9), outbound=False)
    one.wires.links[ANA] = SimpleNamespace(address=Address(*HOST_AT), outbound=True)
    one.where.meet(CLEO)
    one.where.meet(ANA)
    assert one.wires.sent == [CLEO, CLEO, ANA]
    assert one.book.knows("192.0.2.3")
    assert one.book.knows(HOST_AT[0])


def test_a_spectator_calls_the_opener_alone() -> None:
    one = There("watch", person(4).key)
    one.begin()
    one.policy.linked(ANA, Role.MEMBER)
    one.where.learn(ANA, [place(2)], 0.0)
    one.where.call_opener()
    assert set(one.wires.dialled) == {fingerprint(ANA)}


@pytest.mark.parametrize(("source", "told"), [(None, [ANA, CLEO]), (ANA, [CLEO])])
def test_what_one_says_all_others_hear(source: bytes | None, told: list[bytes]) -> None:
    one = There()
    one.policy.roles.update({ANA: Role.MEMBER, CLEO: Role.WATCHER})
    one.where.tell(b"frame", source)
    assert one.wires.sent == told
