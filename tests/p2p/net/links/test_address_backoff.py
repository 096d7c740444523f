"""How often the addresses of one member are tried, by a clock that only tests move."""

from __future__ import annotations

from p2p.net.address import Address
from p2p.net.links.address_backoff import (
    LONGEST,
    MAX_REMEMBERED,
    NEW_ADDRESSES,
    PAUSES,
    SECONDS_A_NEW_ADDRESS,
    SHORTEST,
    AddressBackoff,
)

HOUR = 3600.0
VICTIM = Address("203.0.113.9", 443)


def calls_in(seconds: float, backoff: AddressBackoff, named: list[Address]) -> int:
    """How many calls are made when all of these are named again ten times a second, in vain."""
    calls = 0
    for tenth in range(int(seconds * 10)):
        for address in named:
            if backoff.begin(address, tenth / 10):
                backoff.failed(address, tenth / 10)
                calls += 1
    return calls


def test_what_never_led_to_its_member_is_called_more_and_more_seldom() -> None:
    """It used to be called every fifteen seconds for ever, and at once when named anew."""
    assert calls_in(HOUR, AddressBackoff(), [VICTIM]) <= 20


def test_a_member_cannot_name_new_addresses_faster() -> None:
    ports = [Address(VICTIM.host, port) for port in range(1, 200)]
    assert calls_in(30.0, AddressBackoff(), ports) <= (len(PAUSES) + 1) * NEW_ADDRESSES


def test_new_addresses_are_tried_at_once_and_then_one_a_minute() -> None:
    backoff = AddressBackoff()
    for port in range(1, NEW_ADDRESSES + 1):
        assert backoff.begin(Address("192.0.2.1", port), 0.0)
    late = Address("192.0.2.1", 999)
    assert backoff.wait(late, 0.0) == SECONDS_A_NEW_ADDRESS
    assert not backoff.begin(late, SECONDS_A_NEW_ADDRESS / 2)
    assert backoff.begin(late, SECONDS_A_NEW_ADDRESS)


def test_what_once_led_there_and_what_our_person_named_is_never_given_up() -> None:
    led, named = Address("192.0.2.1", 1), Address("192.0.2.2", 1)
    backoff = AddressBackoff()
    backoff.trust(frozenset({named}))
    backoff.answered(led)
    for address in (led, named):
        for _ in range(50):
            backoff.failed(address, 0.0)
        assert backoff.wait(address, 0.0) == SHORTEST * PAUSES[-1]
    for _ in range(50):
        backoff.failed(VICTIM, 0.0)
    assert backoff.wait(VICTIM, 0.0) == SHORTEST * LONGEST


def test_what_is_remembered_is_bounded() -> None:
    backoff = AddressBackoff()
    for port in range(1, 3 * MAX_REMEMBERED):
        backoff.begin(Address("192.0.2.1", port), port * SECONDS_A_NEW_ADDRESS)
    assert len(backoff._tried) == MAX_REMEMBERED
