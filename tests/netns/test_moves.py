"""Addresses that change in mid-game: of a laptop, and of a router that starts anew."""

from __future__ import annotations

import time

import pytest

from p2p.net.invite import parse
from tests.cli.run import Running
from tests.netns.namespaces import Namespace
from tests.netns.test_mapped import mappings
from tests.netns.topology import Router, Upnp, World

pytestmark = [pytest.mark.slow, pytest.mark.netns]

HEAL_SECONDS = 25.0


def talk(person: Running, other: Running, text: str) -> None:
    """What one says the other hears, so they are linked; said again until then."""
    deadline = time.monotonic() + HEAL_SECONDS
    while time.monotonic() < deadline:
        person.type(f"say {text}")
        time.sleep(0.5)
        if any(line.endswith(f"says: {text}") for line in other.lines):
            return
    raise AssertionError(f"{text!r} was not heard:\n{other.output}")


def sit(
    earth: World, host: Namespace, guest: Namespace, *options: str
) -> tuple[Running, Running, str]:
    """Both at a table that has begun, and the invite to it."""
    one = earth.crownless(
        host, "host", "inheritance", "--seats", "2", "--hidden", *options, typed=True
    )
    invite = one.until("invite: ").removeprefix("invite: ")
    two = earth.crownless(guest, "join", invite, typed=True)
    for person in (one, two):
        person.until("Choose your Admirer.")
    return one, two, invite


def test_a_laptop_gets_another_address_in_mid_game(earth: World) -> None:
    """First the guest, then the host: each finds the other again by what it was told."""
    lan = earth.lan()
    one, two = (earth.host(lan, label, routed=False) for label in ("a1", "a2"))
    ana, ben, _ = sit(earth, one, two)
    talk(ana, ben, "before")
    two.ip("address", "flush", "dev", "eth0", "scope", "global")
    two.ip("address", "add", "192.168.1.77/24", "dev", "eth0")
    talk(ben, ana, "the guest has moved")
    one.ip("address", "flush", "dev", "eth0", "scope", "global")
    one.ip("address", "add", "192.168.1.66/24", "dev", "eth0")
    talk(ana, ben, "the host has moved")


def test_a_router_that_starts_anew_is_asked_again(earth: World) -> None:
    """It has forgotten its mappings and says so to everybody; who comes afterwards gets in."""
    home, other = earth.home(Router.MAPS_PORTS, upnp=Upnp.PCP_AND_NATPMP), earth.home()
    one, two = earth.host(home, "a1"), earth.host(other, "b1")
    ana, ben, invite = sit(earth, one, two, "--internet")
    talk(ana, ben, "before")
    ben.type("quit")
    ben.end()
    earth.stop_miniupnpd(home)
    assert "dnat" not in mappings(home)
    earth.start_miniupnpd(home, Upnp.PCP_AND_NATPMP)
    deadline = time.monotonic() + HEAL_SECONDS
    while "dnat" not in mappings(home):
        assert time.monotonic() < deadline, "the port was not asked for again"
        time.sleep(0.2)
    again = earth.crownless(two, "join", invite, typed=True)
    again.until("Choose your Admirer.")
    talk(again, ana, "here again")


def test_both_were_killed_and_have_moved_and_the_list_has_the_way_back(earth: World) -> None:
    """The host stays unseen on its LAN, so nobody finds it: what `tables` prints is to be sent."""
    lan = earth.lan()
    one, two = (earth.host(lan, label, routed=False) for label in ("a1", "a2"))
    for person in sit(earth, one, two)[:2]:
        person.stop()
    for machine, address in ((one, "192.168.1.66"), (two, "192.168.1.77")):
        machine.ip("address", "flush", "dev", "eth0", "scope", "global")
        machine.ip("address", "add", f"{address}/24", "dev", "eth0")
    listed = earth.crownless(two, "tables")
    back = listed.until("    back: ").removeprefix("    back: ")
    assert [host for host, _ in parse(back).addresses] == ["192.168.1.77"]
    table = listed.lines[0].split()[0]
    ben = earth.crownless(two, "tables", table, typed=True)
    ana = earth.crownless(one, "join", back, typed=True)
    for person in (ana, ben):
        person.until("Choose your Admirer.")
    talk(ana, ben, "here again")


@pytest.mark.parametrize("six", [False, True])
def test_all_have_moved_and_the_lan_brings_them_together(earth: World, six: bool) -> None:
    """In mid-game, and after both were killed: nobody sends anything to anybody."""
    lan = earth.lan()
    place = earth.host6 if six else earth.host
    one, two = (place(lan, label, routed=False) for label in ("a1", "a2"))
    ana = earth.crownless(one, "host", "inheritance", "--seats", "2", typed=True)
    ben = earth.crownless(two, "join", ana.until("invite: ").split()[-1], typed=True)
    for person in (ana, ben):
        person.until("Choose your Admirer.")
    talk(ana, ben, "before")
    both_move(six, (one, 66), (two, 77))
    talk(ben, ana, "both have moved")
    for person in (ana, ben):
        person.stop()
    both_move(six, (one, 67), (two, 78))
    listed = earth.crownless(two, "tables")
    table = listed.until(lambda line: "Inheritance" in line).split()[0]
    ana, ben = (earth.crownless(machine, "tables", table, typed=True) for machine in (one, two))
    for person in (ana, ben):
        person.until("Choose your Admirer.")
    talk(ben, ana, "here again")


def both_move(six: bool, *moves: tuple[Namespace, int]) -> None:
    """Both get other addresses at one moment, as from a router that was started anew."""
    for machine, _ in moves:
        machine.ip("address", "flush", "dev", "eth0", "scope", "global")
    for machine, number in moves:
        address = f"2001:db8:1::{number}/64" if six else f"192.168.1.{number}/24"
        machine.ip("address", "add", address, "dev", "eth0", *(["nodad"] if six else []))
