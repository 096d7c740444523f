"""How members of a table reach each other through routers, as their lines of seats tell it."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest

from tests.cli.run import Running
from tests.netns.namespaces import Namespace
from tests.netns.topology import World

pytestmark = [pytest.mark.slow, pytest.mark.netns]

LOOK_SECONDS = 0.5


def sit(earth: World, host: Namespace, *guests: Namespace) -> list[Running]:
    """All of them at one table of Inheritance, which has begun; `host` opens it."""
    seats = str(1 + len(guests))
    first = earth.crownless(
        host, "host", "inheritance", "--seats", seats, "--private", "--as", host.label, typed=True
    )
    invite = first.until("invite: ").removeprefix("invite: ")
    people = [first]
    for guest in guests:
        people.append(earth.crownless(guest, "join", invite, "--as", guest.label, typed=True))
    for person in people:
        person.until("You play with")
    return people


def path_to(person: Running, name: str) -> str:
    """What the line of a seat says now."""
    person.type("seats")
    return person.until(lambda line: f". {name}" in line)


def until_path(
    person: Running, name: str, fits: Callable[[str], bool], seconds: float = 40.0
) -> float:
    """Ask for the seats until the line of one fits; gives the seconds that it took."""
    begun = time.monotonic()
    line = path_to(person, name)
    while not fits(line):
        assert time.monotonic() < begun + seconds, f"still: {line}"
        time.sleep(LOOK_SECONDS)
        line = path_to(person, name)
    return time.monotonic() - begun


def test_two_of_one_home_at_a_table_elsewhere_meet_on_their_lan(earth: World) -> None:
    """The router refuses calls from inside to its own outside address."""
    home = earth.home()
    one, two, public = earth.host(home, "Ana"), earth.host(home, "Ben"), earth.public("Pia")
    _, ana, ben = sit(earth, public, one, two)
    until_path(ana, "Ben", lambda line: "LAN" in line)
    until_path(ben, "Ana", lambda line: "LAN" in line)
    until_path(ana, "Pia", lambda line: "direct" in line)
    until_path(ana, "Ben", lambda line: "LAN 1 ms" in line or "LAN 2 ms" in line)
    assert not any("192.168." in line for line in ana.lines)
