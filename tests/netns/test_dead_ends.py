"""Two homes of which neither lets the other in: it is said within 15 seconds, with the ways out."""

from __future__ import annotations

import time

import pytest

from tests.cli.run import Running
from tests.netns.topology import Router, World

pytestmark = [pytest.mark.slow, pytest.mark.netns]

SECONDS = 15.0


def join(earth: World, kind: Router, *options: str) -> tuple[Running, float]:
    """A host behind a router that opens nothing, and a guest behind a router of this kind."""
    home, other = earth.home(), earth.home(kind)
    one, two = earth.host(home, "a1"), earth.host(other, "b1")
    host = earth.crownless(
        one, "host", "inheritance", "--seats", "2", "--auto", "--hidden", "--address", home.outside
    )
    invite = host.until("invite: ").removeprefix("invite: ")
    return earth.crownless(two, "join", invite, "--auto", *options), time.monotonic()


def test_nobody_answers_and_our_own_side_was_not_looked_at(earth: World) -> None:
    guest, begun = join(earth, Router.KEEPS_PORTS)
    guest.until("Nobody answers at 203.0.113.11")
    guest.until("Ways out: (1)")
    assert time.monotonic() - begun < SECONDS
    text = " ".join(guest.lines)
    assert "was not looked at" in text
    assert "lets nobody in either" not in text


def test_the_impossible_pair_is_named(earth: World) -> None:
    guest, begun = join(earth, Router.KEEPS_PORTS, "--internet")
    guest.until("Ways out: (1)")
    assert time.monotonic() - begun < SECONDS
    assert "Your own router lets nobody in either" in " ".join(guest.lines)


def test_a_guest_who_can_be_reached_is_told_to_open_the_table(earth: World) -> None:
    guest, begun = join(earth, Router.MAPS_PORTS, "--internet")
    guest.until("Your own router opens a port, so open the table yourself")
    assert time.monotonic() - begun < SECONDS
