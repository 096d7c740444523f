"""A living room, with or without a way out: tables are found, joined and played to the end."""

from __future__ import annotations

import time

import pytest

from cli.console.exit_codes import Exit
from tests.cli.run import Running
from tests.netns.capture import capture
from tests.netns.topology import World

pytestmark = [pytest.mark.slow, pytest.mark.netns]

LOOKS = 20
"""How often a person presses Enter until the list is as it should be."""
LIST_SECONDS = 10.0
"""From the start of the process to the list, its import on a busy machine included."""


def pick_the_first(guest: Running, title: str) -> None:
    """Join from the list of tables, as a person does."""
    guest.until(lambda line: line.startswith(f"1. {title}"))
    guest.type("1")


def test_two_on_a_lan_without_uplink_find_each_other_and_play(earth: World) -> None:
    lan = earth.lan()
    one, two = (earth.host(lan, label, routed=False) for label in ("a1", "a2"))
    host = earth.crownless(one, "host", "inheritance", "--seats", "2", "--auto")
    host.until("to watch: ")
    begun = time.monotonic()
    guest = earth.crownless(two, "join", "--auto", typed=True)
    pick_the_first(guest, "Inheritance")
    assert time.monotonic() - begun < LIST_SECONDS
    assert [host.end(), guest.end()] == [Exit.DONE] * 2, guest.output
    assert host.said("Record digest: ") == guest.said("Record digest: ") != []


def test_nothing_leaves_a_home_in_which_the_internet_was_not_chosen(earth: World) -> None:
    home = earth.home()
    one, two = earth.host(home, "a1"), earth.host(home, "a2")
    with capture(earth.internet, "internet") as outside, capture(home.router, "lan") as inside:
        host = earth.crownless(one, "host", "inheritance", "--seats", "2", "--auto")
        host.until("to watch: ")
        guest = earth.crownless(two, "join", "--auto", typed=True)
        pick_the_first(guest, "Inheritance")
        assert [host.end(), guest.end()] == [Exit.DONE] * 2, guest.output
    assert [str(frame) for frame in outside.frames] == []
    to_router = [frame for frame in inside.frames if frame.is_ip and frame.target == "192.168.1.1"]
    assert [str(frame) for frame in to_router] == []
    assert any(frame.target == "224.0.0.251" for frame in inside.frames), "the capture is deaf"


def test_a_guest_behind_a_router_joins_a_public_host(earth: World) -> None:
    guest_host = earth.host(earth.home(), "b1")
    public = earth.public()
    host = earth.crownless(public, "host", "inheritance", "--seats", "2", "--auto", "--hidden")
    invite = host.until("invite: ").removeprefix("invite: ")
    with capture(earth.internet, "internet") as outside:
        guest = earth.crownless(guest_host, "join", invite, "--auto")
        assert [host.end(), guest.end()] == [Exit.DONE] * 2, guest.output
    assert {frame.source for frame in outside.frames if frame.is_ip} <= {
        *("203.0.113.11", "203.0.113.100", "20.0.113.11", "20.0.113.100")
    }
    assert any(frame.is_ip for frame in outside.frames)


def test_two_on_a_lan_of_ipv6_alone_find_each_other_and_play(earth: World) -> None:
    lan = earth.lan()
    one, two = (earth.host6(lan, label, routed=False) for label in ("a1", "a2"))
    host = earth.crownless(one, "host", "inheritance", "--seats", "2", "--auto")
    host.until("to watch: ")
    guest = earth.crownless(two, "join", "--auto", typed=True)
    pick_the_first(guest, "Inheritance")
    assert [host.end(), guest.end()] == [Exit.DONE] * 2, guest.output


def test_who_has_ipv6_alone_finds_a_table_of_those_who_have_both(earth: World) -> None:
    """And who has IPv4 alone does as well: these two are linked through the third."""
    lan = earth.lan()
    both, six = earth.dual_host(lan, "a1"), earth.host6(lan, "a2", routed=False)
    four = earth.host(lan, "a3", routed=False)
    host = earth.crownless(both, "host", "inheritance", "--seats", "3", "--auto")
    host.until("to watch: ")
    guests = [earth.crownless(one, "join", "--auto", typed=True) for one in (six, four)]
    for guest in guests:
        pick_the_first(guest, "Inheritance")
    people = (host, *guests)
    assert [person.end() for person in people] == [Exit.DONE] * 3, guests[0].output
    digests = [person.said("Record digest: ") for person in people]
    assert digests[0] == digests[1] == digests[2] != []


def test_who_looks_and_who_is_shown_are_plugged_in_anew(earth: World) -> None:
    """New devices at both ends, as after a Wi-Fi that was switched off: both begin anew."""
    lan = earth.lan()
    one, two = (earth.host(lan, label, routed=False) for label in ("a1", "a2"))
    host = earth.crownless(one, "host", "inheritance", "--seats", "2", "--auto")
    host.until("to watch: ")
    guest = earth.crownless(two, "join", "--auto", by_hand=True)
    guest.until("1. Inheritance")
    for machine in (one, two):
        machine.ip("link", "delete", "eth0")
    look_until(guest, "No table")
    for machine in (one, two):
        earth.plug_in(lan, machine)
    look_until(guest, "1. Inheritance")
    guest.type("1")
    assert [host.end(), guest.end()] == [Exit.DONE] * 2, guest.output


def look_until(guest: Running, start: str) -> None:
    """Press Enter until the list begins so."""
    for _ in range(LOOKS):
        guest.type("")
        line = guest.until(lambda line: line.startswith(("1. ", "-  ", "No table")))
        if line.startswith(start):
            return
    raise AssertionError(f"the list never began with {start!r}:\n{guest.output}")
