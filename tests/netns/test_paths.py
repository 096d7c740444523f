"""How members of a table reach each other through routers, as their lines of seats tell it."""

from __future__ import annotations

import re
import time
from collections.abc import Callable

import pytest

from cli.console.exit_codes import Exit
from p2p.client.reach.rendezvous import TRIES
from p2p.net.source_port import ATTEMPTS
from tests.cli.run import Running
from tests.netns.capture import capture
from tests.netns.namespaces import Namespace
from tests.netns.topology import Router, World

pytestmark = [pytest.mark.slow, pytest.mark.netns]

LOOK_SECONDS = 0.5
STABLE_SECONDS = 6.0
AWAY_SECONDS = 12.0
"""In which both have called the third several times."""
MOVE_SECONDS = 60.0
MOST_CALLS = TRIES * ATTEMPTS
"""Of one of the two. There may be twice as many packets: the system repeats an unanswered call."""
PUNCH_SECONDS = 20.0
"""From the beginning of the game to the direct link, on a busy machine."""


def sit(
    earth: World, host: Namespace, *guests: Namespace, auto: tuple[Namespace, ...] = ()
) -> list[Running]:
    """All of them at one table of Inheritance, which has begun; `host` opens it.

    A bot plays for those of `auto`, and they can type all the same.
    """
    seats = str(1 + len(guests))
    opening = ("host", "inheritance", "--seats", seats, "--hidden", "--as", host.label)
    first = earth.crownless(host, *opening, typed=True)
    invite = first.until("invite: ").removeprefix("invite: ")
    people = [first]
    for guest in guests:
        playing = ("--auto",) if guest in auto else ()
        arguments = ("join", invite, "--as", guest.label, *playing)
        people.append(earth.crownless(guest, *arguments, typed=True))
    for person in people:
        person.until("You play with")
    return people


def table_of(person: Running) -> str:
    """The name under which a table that was left goes on."""
    [line] = [line for line in person.lines if " tables " in line]
    return line.split()[-1].rstrip(".")


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
    # These lines have no delay of their own: how many milliseconds is the machine's load.
    until_path(ana, "Ben", lambda line: re.search(r"LAN \d+ ms", line) is not None)
    assert not any("192.168." in line for line in ana.lines)


def test_two_behind_routers_that_keep_ports_meet_through_a_third(earth: World) -> None:
    one, two = (earth.host(earth.home(), label) for label in ("Ana", "Ben"))
    public = earth.public("Pia")
    _, ana, ben = sit(earth, public, one, two)
    for person, other in ((ana, "Ben"), (ben, "Ana")):
        first = path_to(person, other)
        assert "through Pia" in first or "direct" in first, first
    assert until_path(ana, "Ben", lambda line: "direct" in line) < PUNCH_SECONDS
    until_path(ben, "Ana", lambda line: "direct" in line)


def test_where_a_router_gives_ports_by_chance_the_third_passes_everything_on(earth: World) -> None:
    one = earth.host(earth.home(), "Ana")
    two = earth.host(earth.home(Router.RANDOM_PORTS), "Ben")
    _, ana, ben = sit(earth, earth.public("Pia"), one, two)
    until_path(ana, "Ben", lambda line: re.search(r"through Pia \d+ ms", line) is not None)
    with capture(earth.internet, "internet") as outside:
        for _ in range(round(STABLE_SECONDS / LOOK_SECONDS)):
            time.sleep(LOOK_SECONDS)
            assert "through Pia" in path_to(ana, "Ben")
            assert "through Pia" in path_to(ben, "Ana")
    homes = {home.outside for home in earth.homes}
    between = [frame for frame in outside.frames if {frame.source, frame.target} == homes]
    assert 0 < len(between) <= 2 * 2 * MOST_CALLS, "they try, and not for ever"


def test_the_third_leaves_and_comes_back_and_the_game_goes_on_to_its_end(earth: World) -> None:
    one, two = (earth.host(earth.home(), label) for label in ("Ana", "Ben"))
    public = earth.public("Pia")
    pia, ana, ben = sit(earth, public, one, two, auto=(one, two))
    until_path(ana, "Ben", lambda line: "direct" in line)
    pia.type("quit")
    assert pia.end() == Exit.PAUSED, pia.output
    until_path(ana, "Pia", lambda line: "on line" not in line)
    assert "direct" in path_to(ana, "Ben")
    assert "on line" in path_to(ben, "Ana")
    back = earth.crownless(public, "tables", table_of(pia), "--as", "Pia", "--auto")
    people = (ana, ben, back)
    assert [person.end() for person in people] == [Exit.DONE] * 3, back.output
    digests = [person.said("Record digest: ") for person in people]
    assert digests[0] == digests[1] == digests[2] != []


def test_a_laptop_carried_into_another_home_is_linked_again(earth: World) -> None:
    home, other = earth.home(), earth.home()
    desk, laptop = earth.host(home, "Ana"), earth.host(home, "Ben")
    _, ana, ben = sit(earth, earth.public("Pia"), desk, laptop)
    until_path(ana, "Ben", lambda line: "LAN" in line)
    earth.move(laptop, other)
    until_path(ana, "Ben", lambda line: "direct" in line, MOVE_SECONDS)
    until_path(ben, "Ana", lambda line: "direct" in line, MOVE_SECONDS)
    until_path(ben, "Pia", lambda line: "direct" in line)
    earth.move(laptop, home)
    until_path(ana, "Ben", lambda line: "LAN" in line, MOVE_SECONDS)


def test_broken_ipv6_costs_less_than_half_a_second(earth: World) -> None:
    """Both have global IPv6 addresses, and the guest a way out that swallows everything."""
    home, public = earth.home(), earth.public("Pia")
    guest = earth.host(home, "Ana")
    public.set(ipv6__conf__out__disable_ipv6=0)
    public.ip("address", "add", "2001:db8:9::9/64", "dev", "out", "nodad")
    guest.ip("address", "add", "2001:db8:1::2/64", "dev", "eth0", "nodad")
    guest.ip("route", "add", "default", "via", "2001:db8:1::1")
    nobody = ("lladdr", "02:00:00:00:00:99", "dev", "eth0")
    guest.ip("neighbour", "add", "2001:db8:1::1", *nobody)
    with capture(home.router, "lan") as inside:
        sit(earth, public, guest)
    first = {
        target: next(frame.came for frame in inside.frames if frame.target == target)
        for target in ("2001:db8:9::9", "203.0.113.100")
    }
    assert 0 < first["203.0.113.100"] - first["2001:db8:9::9"] <= 0.5


def test_two_meet_also_when_the_third_has_left_too_early_and_is_back(earth: World) -> None:
    """While it is away they call it in vain, and all the same from their one port afterwards."""
    one, two = (earth.host(earth.home(), label) for label in ("Ana", "Ben"))
    public = earth.public("Pia")
    pia, ana, ben = sit(earth, public, one, two)
    pia.type("quit")
    assert pia.end() == Exit.PAUSED, pia.output
    time.sleep(AWAY_SECONDS)
    earth.crownless(public, "tables", table_of(pia), "--as", "Pia", typed=True)
    until_path(ana, "Ben", lambda line: "direct" in line, MOVE_SECONDS)
    until_path(ben, "Ana", lambda line: "direct" in line)
