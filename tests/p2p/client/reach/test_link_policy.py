"""Who passes, and who gets no link for a while."""

from __future__ import annotations

from collections.abc import Callable

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
from p2p.lobby.table_config import TableConfig
from p2p.net.invite import fingerprint
from p2p.net.links.admission import Precedence
from p2p.net.links.handshake import Admission
from p2p.net.tls import Role
from simulation.tables import charter_of, person

PEOPLE = [person(n) for n in range(3)]
ANA, BEN, CLEO = (one.key for one in PEOPLE)


def link_policy(clock: Callable[[], float] = lambda: 0.0) -> LinkPolicy:
    config = TableConfig("guest", bytes(10), "Ben", fingerprint(ANA), (("192.0.2.9", 4000),))
    return LinkPolicy(config, clock=clock)


def begin(one: LinkPolicy) -> None:
    one.begin(charter_of(registry.make("inheritance"), PEOPLE))


def test_before_the_charter_anybody_may_knock_and_nobody_watch() -> None:
    one = link_policy()
    assert one.accepts(person(4).key, Role.MEMBER) is Admission.PROVISIONAL
    assert one.accepts(person(4).key, Role.WATCHER) is False


def test_after_it_seats_pass_and_strangers_are_told_why_not() -> None:
    one = link_policy()
    begin(one)
    assert one.accepts(CLEO, Role.MEMBER) is True
    assert one.accepts(person(4).key, Role.MEMBER) is Admission.PROVISIONAL
    assert not one.belongs(person(4).key, Role.MEMBER)


def test_spectators_are_few() -> None:
    one = link_policy()
    begin(one)
    for number in range(MAX_WATCHERS):
        key = bytes([number]) * 32
        assert one.accepts(key, Role.WATCHER) is True
        one.linked(key, Role.WATCHER)
    assert one.accepts(bytes([99]) * 32, Role.WATCHER) is False
    assert one.accepts(bytes(32), Role.WATCHER) is True  # one of them comes back
    assert one.members() == []


def test_seats_come_before_spectators_and_these_before_who_knocks() -> None:
    one = link_policy()
    stranger = person(4).key
    one.seat(frozenset({CLEO}))
    before = [one.precedence(key, Role.MEMBER) for key in (ANA, CLEO, stranger)]
    assert before == [Precedence.MEMBER, Precedence.MEMBER, Precedence.KNOCKER]
    begin(one)
    after = [one.precedence(key, Role.MEMBER) for key in (ANA, CLEO, stranger)]
    assert after == before
    assert one.precedence(ANA, Role.WATCHER) is Precedence.WATCHER


def test_who_flooded_comes_back_after_a_while() -> None:
    now = [0.0]
    one = link_policy(lambda: now[0])
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
    one.linked(bytes(32), Role.WATCHER)
    one.shun(bytes(32))
    now[0] += SHUNNED_SECONDS - 1
    assert one.is_shunned(bytes(32))
    for number in range(3 * MAX_SHUNNED):
        one.shun(number.to_bytes(32, "big"))
    assert len(one._shunned) == MAX_SHUNNED


def test_after_two_floods_no_further_stranger_gets_a_link_for_a_while() -> None:
    now = 100.0
    one = link_policy(lambda: now)
    begin(one)
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
