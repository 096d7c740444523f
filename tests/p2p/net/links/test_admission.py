"""Who gets a place for a handshake when places are short."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from p2p.net.links.admission import (
    PERMITS,
    PERMITS_OF_A_SOURCE,
    PERMITS_OF_STRANGERS,
    HandshakeLimiter,
    Permit,
    Precedence,
    gives_way,
)


def elsewhere(number: int) -> str:
    """An address in a /24 of its own."""
    return f"198.{18 + number // 250}.{number % 250}.7"


def fill(limiter: HandshakeLimiter, number: int, *, known: bool, start: int = 0) -> list[Permit]:
    return [limiter.enter(elsewhere(start + index), known=known)[0] for index in range(number)]


def test_strangers_give_up_their_oldest_handshake() -> None:
    limiter = HandshakeLimiter()
    first, second, *_ = fill(limiter, PERMITS_OF_STRANGERS, known=False)
    assert limiter.enter(elsewhere(99), known=False)[1] == (first,)
    assert limiter.enter(elsewhere(100), known=False)[1] == (second,)
    assert len(limiter) == PERMITS_OF_STRANGERS


def test_strangers_never_push_out_a_known_address() -> None:
    limiter = HandshakeLimiter()
    known = fill(limiter, PERMITS - 2, known=True)
    strangers = [limiter.enter(elsewhere(100 + n), known=False) for n in range(40)]
    given_up = {permit for _, several in strangers for permit in several}
    assert not given_up & set(known)


def test_a_known_address_pushes_out_strangers_first() -> None:
    limiter = HandshakeLimiter()
    fill(limiter, PERMITS_OF_STRANGERS, known=True)
    stranger, *_ = fill(limiter, PERMITS_OF_STRANGERS, known=False, start=100)
    assert limiter.enter(elsewhere(200), known=True)[1] == (stranger,)


def test_known_addresses_among_themselves_give_up_the_oldest() -> None:
    limiter = HandshakeLimiter()
    oldest, *_ = fill(limiter, PERMITS, known=True)
    assert limiter.enter(elsewhere(200), known=True)[1] == (oldest,)


def test_one_network_has_few_places() -> None:
    limiter = HandshakeLimiter()
    places = [limiter.enter(f"203.0.113.{n}", known=False) for n in range(PERMITS_OF_A_SOURCE)]
    assert not any(given_up for _, given_up in places)
    assert limiter.enter("203.0.113.200", known=False)[1] == (places[0][0],)
    assert limiter.enter("203.0.114.1", known=False)[1] == ()
    six = [limiter.enter(f"2001:db8:0:{n:x}::1", known=False) for n in range(PERMITS_OF_A_SOURCE)]
    assert limiter.enter("2001:db8:0:ff::1", known=False)[1] == (six[0][0],)
    assert limiter.enter("2001:db8:0:100::1", known=False)[1] == ()


def test_a_full_network_gives_up_a_stranger_for_a_stranger() -> None:
    limiter = HandshakeLimiter()
    limiter.enter("203.0.113.1", known=True)
    stranger, *_ = [limiter.enter("203.0.113.2", known=False)[0] for _ in range(3)]
    assert limiter.enter("203.0.113.3", known=False)[1] == (stranger,)


def test_a_stranger_in_a_network_of_members_leaves_all_groups_within_their_limits() -> None:
    limiter = HandshakeLimiter()
    first, *_ = fill(limiter, PERMITS_OF_STRANGERS, known=False)
    member, *_ = [limiter.enter("203.0.113.1", known=True)[0] for _ in range(PERMITS_OF_A_SOURCE)]
    assert limiter.enter("203.0.113.2", known=False)[1] == (member, first)


def test_this_machine_is_no_network() -> None:
    limiter = HandshakeLimiter()
    for _ in range(PERMITS_OF_STRANGERS):
        assert limiter.enter("127.0.0.1", known=False)[1] == ()


def test_a_place_is_free_again_after_leaving_once_or_twice() -> None:
    limiter = HandshakeLimiter()
    places = fill(limiter, PERMITS_OF_STRANGERS, known=False)
    limiter.leave(places[3])
    limiter.leave(places[3])
    assert limiter.enter(elsewhere(99), known=False)[1] == ()


callers = st.tuples(st.sampled_from(["127.0.0.1", *map(elsewhere, range(20))]), st.booleans())


@settings(deadline=None)
@given(st.lists(callers, max_size=120))
def test_the_limits_hold_for_any_sequence_of_callers(calls: list[tuple[str, bool]]) -> None:
    limiter = HandshakeLimiter()
    inside: set[Permit] = set()
    for host, known in calls:
        permit, given_up = limiter.enter(host, known=known)
        inside.add(permit)
        inside -= set(given_up)
        assert permit in inside  # a caller never pushes out itself
        assert len(limiter) == len(inside) <= PERMITS
        assert sum(not one.known for one in inside) <= PERMITS_OF_STRANGERS
        sources = [one.source for one in inside if one.source]
        assert all(sources.count(source) <= PERMITS_OF_A_SOURCE for source in sources)


@pytest.mark.parametrize(
    ("held", "caller", "room", "ends"),
    [
        ("K" * 15, "K", 64, None),
        ("K" * 16, "K", 64, 0),
        ("M" * 60 + "K" * 4, "K", 64, 60),
        ("M" * 64, "K", 64, None),
        ("M" * 60 + "K" * 4, "M", 64, 60),
        ("KWK", "M", 3, 0),
        ("MWW", "M", 3, 1),
        ("MMK", "W", 3, 2),
        ("MWW", "W", 3, None),
        ("MMM", "M", 3, None),
        ("", "M", 0, None),
    ],
)
def test_who_gives_way_to_whom(held: str, caller: str, room: int, ends: int | None) -> None:
    letters = {"M": Precedence.MEMBER, "W": Precedence.WATCHER, "K": Precedence.KNOCKER}
    links = {number: letters[letter] for number, letter in enumerate(held)}
    assert gives_way(links, letters[caller], room) == ends
