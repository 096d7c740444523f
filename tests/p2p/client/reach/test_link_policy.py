"""Who passes, and whom we call, with a mesh that only notes what it is asked for."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

import pytest

from games import registry
from p2p.client.reach.link_policy import (
    FIRST_SECONDS,
    FORGIVEN_SECONDS,
    MAX_SHUNNED,
    MAX_WATCHERS,
    SHUNNED_SECONDS,
    STRANGER_FLOODS,
    LinkPolicy,
)
from p2p.lobby.address_book import AddressBook
from p2p.lobby.places import Place
from p2p.lobby.table_config import TableConfig
from p2p.net.address import Address
from p2p.net.invite import fingerprint, sni
from p2p.net.links.admission import Precedence
from p2p.net.links.handshake import Admission
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


def link_policy(role: str = "guest", own: bytes = BEN) -> tuple[LinkPolicy, Wires]:
    config = TableConfig(role, bytes(10), "Ben", fingerprint(ANA), (HOST_AT,))
    book = AddressBook(MemoryStore(), own, config.tag, PEOPLE[1].sign)
    book.announce((("10.0.0.2", 1),))
    found, wires = LinkPolicy(config, own, book), Wires()
    found.mesh = cast(Mesh, wires)
    return found, wires


def place(number: int, host: str = "10.0.0.3", counter: int = 1) -> Place:
    who = person(number)
    return Place.signed(sni(bytes(10)), who.key, counter, ((host, 5000),), who.sign)


def begin(one: LinkPolicy) -> None:
    one.begin(charter_of(registry.make("inheritance"), PEOPLE))


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
    wires.links[CLEO] = SimpleNamespace(address=Address("192.0.2.3", 9), outbound=False)
    one.roles[CLEO] = Role.MEMBER
    one.meet(CLEO)
    one.learn(CLEO, [place(2), place(1)], 0.0)
    assert wires.dialled[CLEO] == [("192.0.2.3", 5000), ("10.0.0.3", 5000)]
    assert BEN not in wires.dialled


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
    one, _ = link_policy()
    if begun:
        begin(one)
    one.roles[teacher] = role
    one.learn(teacher, [place(0), place(4)], 0.0)
    assert bool(one.address_book.of(ANA)) is learnt
    assert one.address_book.of(person(4).key) == ()
    one.seen_by(teacher, "198.51.100.3", 40000, 0.0)
    assert (("198.51.100.3", 1) in one.address_book.own) is learnt


def test_what_is_new_goes_on_to_other_seats_once() -> None:
    one, wires = link_policy()
    begin(one)
    one.roles.update({ANA: Role.MEMBER, CLEO: Role.MEMBER, bytes(32): Role.WATCHER})
    for _ in range(3):
        one.learn(ANA, [place(2)], 0.0)
    assert wires.sent == [CLEO]


def test_the_event_loop_leaves_the_disk_to_another_thread() -> None:
    """One commit for each frame of addresses used to freeze the table."""
    one, _ = link_policy()
    begin(one)
    one.roles[CLEO] = Role.MEMBER
    asked: list[bool] = []
    one.learned = lambda: asked.append(True)
    store = one.address_book._store
    assert isinstance(store, MemoryStore)
    store.crash_at(1, kept=False)  # the next commit would kill
    for counter in range(1, 50):
        one.learn(CLEO, [place(2, counter=counter)], 0.0)
    assert asked


def test_who_called_is_told_where_it_was_seen() -> None:
    one, wires = link_policy()
    begin(one)
    wires.links[CLEO] = SimpleNamespace(address=Address("192.0.2.3", 9), outbound=False)
    wires.links[ANA] = SimpleNamespace(address=Address(*HOST_AT), outbound=True)
    one.meet(CLEO)
    one.meet(ANA)
    assert wires.sent == [CLEO, CLEO, ANA]
    assert one.address_book.knows("192.0.2.3")
    assert one.address_book.knows(HOST_AT[0])


def test_a_spectator_calls_the_opener_alone() -> None:
    one, wires = link_policy("watch", person(4).key)
    begin(one)
    one.roles[ANA] = Role.MEMBER
    one.learn(ANA, [place(2)], 0.0)
    one.call_opener()
    assert set(wires.dialled) == {fingerprint(ANA)}


@pytest.mark.parametrize(("source", "told"), [(None, [ANA, CLEO]), (ANA, [CLEO])])
def test_what_one_says_all_others_hear(source: bytes | None, told: list[bytes]) -> None:
    one, wires = link_policy()
    one.roles.update({ANA: Role.MEMBER, CLEO: Role.WATCHER})
    one.tell(b"frame", source)
    assert wires.sent == told


def test_seats_come_before_spectators_and_these_before_who_knocks() -> None:
    one, _ = link_policy()
    stranger = person(4).key
    one.seated = frozenset({CLEO})
    before = [one.precedence(key, Role.MEMBER) for key in (ANA, CLEO, stranger)]
    assert before == [Precedence.MEMBER, Precedence.MEMBER, Precedence.KNOCKER]
    begin(one)
    after = [one.precedence(key, Role.MEMBER) for key in (ANA, CLEO, stranger)]
    assert after == before
    assert one.precedence(ANA, Role.WATCHER) is Precedence.WATCHER


def test_who_flooded_comes_back_after_a_while() -> None:
    now = [0.0]
    one, _ = link_policy()
    one._clock = lambda: now[0]
    begin(one)
    one.shun(CLEO)
    assert one.accepts(CLEO, Role.MEMBER) is False
    assert one.accepts(ANA, Role.MEMBER) is True
    now[0] = FIRST_SECONDS
    assert one.accepts(CLEO, Role.MEMBER) is True  # the table may be waiting for it
    for _ in range(9):
        one.shun(CLEO)  # what was on its way counts once
    now[0] += 2 * FIRST_SECONDS
    assert not one.is_shunned(CLEO)
    for _ in range(9):
        one.shun(CLEO)
        while one.is_shunned(CLEO):
            now[0] += FIRST_SECONDS
    one.shun(CLEO)
    now[0] += SHUNNED_SECONDS - FIRST_SECONDS
    assert one.is_shunned(CLEO)
    now[0] += FIRST_SECONDS
    assert not one.is_shunned(CLEO)
    now[0] += FORGIVEN_SECONDS
    one.shun(CLEO)
    now[0] += FIRST_SECONDS
    assert not one.is_shunned(CLEO)
    one.roles[bytes(32)] = Role.WATCHER
    one.shun(bytes(32))
    now[0] += SHUNNED_SECONDS - 1
    assert one.is_shunned(bytes(32))
    for number in range(3 * MAX_SHUNNED):
        one.shun(number.to_bytes(32, "big"))
    assert len(one._shunned) == MAX_SHUNNED


def test_after_two_floods_no_further_stranger_gets_a_link_for_a_while() -> None:
    one, _ = link_policy()
    begin(one)
    now = 100.0
    one._clock = lambda: now
    keys = [bytes([number]) * 32 for number in range(8)]
    for key in keys[: STRANGER_FLOODS - 1]:
        one.shun(key)
    assert one.accepts(keys[7], Role.WATCHER) is True
    now += 1
    one.shun(keys[6])
    assert one.accepts(keys[7], Role.WATCHER) is False
    assert one.accepts(keys[7], Role.MEMBER) is False  # who knocks
    assert one.accepts(CLEO, Role.MEMBER) is True
    one.shun(CLEO)  # a seat that floods stands for itself
    now += SHUNNED_SECONDS - 1
    assert one.accepts(keys[7], Role.WATCHER) is True
    assert one.accepts(keys[6], Role.WATCHER) is False
