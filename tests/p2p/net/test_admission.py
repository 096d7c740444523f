"""Who gets a place for a handshake when places are short."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from p2p.net.admission import (
    PLACES,
    PLACES_OF_A_SOURCE,
    PLACES_OF_STRANGERS,
    HandshakeLimiter,
    Permit,
)


def elsewhere(number: int) -> str:
    """An address in a /24 of its own."""
    return f"198.{18 + number // 250}.{number % 250}.7"


def fill(gate: HandshakeLimiter, number: int, *, known: bool, start: int = 0) -> list[Permit]:
    return [gate.enter(elsewhere(start + index), known=known)[0] for index in range(number)]


def test_strangers_give_up_their_oldest_handshake() -> None:
    gate = HandshakeLimiter()
    first, second, *_ = fill(gate, PLACES_OF_STRANGERS, known=False)
    assert gate.enter(elsewhere(99), known=False)[1] == first
    assert gate.enter(elsewhere(100), known=False)[1] == second
    assert len(gate) == PLACES_OF_STRANGERS


def test_strangers_never_push_out_a_known_address() -> None:
    gate = HandshakeLimiter()
    known = fill(gate, PLACES - 2, known=True)
    strangers = [gate.enter(elsewhere(100 + n), known=False) for n in range(40)]
    given_up = {place for _, place in strangers if place is not None}
    assert not given_up & set(known)


def test_a_known_address_pushes_out_strangers_first() -> None:
    gate = HandshakeLimiter()
    fill(gate, PLACES_OF_STRANGERS, known=True)
    stranger, *_ = fill(gate, PLACES_OF_STRANGERS, known=False, start=100)
    assert gate.enter(elsewhere(200), known=True)[1] == stranger


def test_known_addresses_among_themselves_give_up_the_oldest() -> None:
    gate = HandshakeLimiter()
    oldest, *_ = fill(gate, PLACES, known=True)
    assert gate.enter(elsewhere(200), known=True)[1] == oldest


def test_one_network_has_few_places() -> None:
    gate = HandshakeLimiter()
    places = [gate.enter(f"203.0.113.{n}", known=False) for n in range(PLACES_OF_A_SOURCE)]
    assert all(given_up is None for _, given_up in places)
    assert gate.enter("203.0.113.200", known=False)[1] == places[0][0]
    assert gate.enter("203.0.114.1", known=False)[1] is None
    six = [gate.enter(f"2001:db8:0:{n:x}::1", known=False) for n in range(PLACES_OF_A_SOURCE)]
    assert gate.enter("2001:db8:0:ff::1", known=False)[1] == six[0][0]
    assert gate.enter("2001:db8:0:100::1", known=False)[1] is None


def test_this_machine_is_no_network() -> None:
    gate = HandshakeLimiter()
    for _ in range(PLACES_OF_STRANGERS):
        assert gate.enter("127.0.0.1", known=False)[1] is None


def test_a_place_is_free_again_after_leaving_once_or_twice() -> None:
    gate = HandshakeLimiter()
    places = fill(gate, PLACES_OF_STRANGERS, known=False)
    gate.leave(places[3])
    gate.leave(places[3])
    assert gate.enter(elsewhere(99), known=False)[1] is None


callers = st.tuples(st.sampled_from(["127.0.0.1", *map(elsewhere, range(20))]), st.booleans())


@settings(deadline=None)
@given(st.lists(callers, max_size=120))
def test_the_limits_hold_for_any_sequence_of_callers(calls: list[tuple[str, bool]]) -> None:
    gate = HandshakeLimiter()
    inside: set[Permit] = set()
    for host, known in calls:
        place, given_up = gate.enter(host, known=known)
        inside.add(place)
        inside -= {given_up}
        assert place in inside  # a caller never pushes out itself
        assert len(gate) == len(inside) <= PLACES
        assert sum(not one.known for one in inside) <= PLACES_OF_STRANGERS
        sources = [one.source for one in inside if one.source]
        assert all(sources.count(source) <= PLACES_OF_A_SOURCE for source in sources)
