"""Whoever calls the port for pairing without end keeps nobody else out."""

from __future__ import annotations

from p2p.net.pairing.visits import (
    IN_ALL,
    MOST_SOURCES,
    OF_ONE,
    PLACES,
    PLACES_OF_ONE,
    Visits,
    gives_way,
)

ANA, EVA = "192.168.1.2", "192.168.1.9"


def test_twenty_calls_a_second_of_one_address_take_nothing_from_the_others() -> None:
    visits = Visits()
    heard = [visits.take(EVA, tick / 20) for tick in range(20 * 60)]
    assert OF_ONE + 59 <= sum(heard) <= OF_ONE + 61
    assert all(visits.take(ANA, 60.0) for _ in range(OF_ONE))


def test_all_together_have_a_pace_and_addresses_of_ipv6_leave_ipv4_its_own() -> None:
    visits = Visits()
    made = [visits.take(f"fe80::{number:x}", 0.0) for number in range(2 * MOST_SOURCES)]
    assert sum(made) == IN_ALL
    assert visits.take(ANA, 0.0)
    assert len(visits._of_one) == MOST_SOURCES


def test_who_holds_most_places_gives_way() -> None:
    assert gives_way([], ANA) is None
    assert gives_way([ANA, *[EVA] * PLACES_OF_ONE], EVA) == 1
    assert gives_way([ANA, *[EVA] * PLACES_OF_ONE], ANA) is None
    others = [f"192.168.1.{number}" for number in range(20, 20 + PLACES - 3)]
    assert gives_way([*others, EVA, EVA, EVA], ANA) == len(others)
