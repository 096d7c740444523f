"""A host behind a router that maps ports, and a guest behind another router that does not."""

from __future__ import annotations

import time

import pytest

from cli.console.exit_codes import Exit
from p2p.net.invite import parse
from tests.cli.run import Running
from tests.netns.topology import Home, Router, Upnp, World

pytestmark = [pytest.mark.slow, pytest.mark.netns]

HOSTS = ("host", "inheritance", "--seats", "2", "--auto", "--hidden", "--internet")
HEAL_SECONDS = 20.0


def invite_of(host: Running) -> str:
    return host.until("invite: ").removeprefix("invite: ")


def mappings(home: Home) -> str:
    """What the router passes on now."""
    return home.router.run("nft", "list", "chain", "inet", "home", "mapped_in")


@pytest.mark.parametrize(
    ("upnp", "protocol"), [(Upnp.PCP_AND_NATPMP, "(PCP)"), (Upnp.ONLY_UPNP, "(UPnP)")]
)
def test_a_guest_joins_through_the_mapped_port(earth: World, upnp: Upnp, protocol: str) -> None:
    home, other = earth.home(Router.MAPS_PORTS, upnp=upnp), earth.home()
    one, two = earth.host(home, "a1"), earth.host(other, "b1")
    host = earth.crownless(one, *HOSTS)
    invite = invite_of(host)
    places = parse(invite).addresses
    assert [place for place, _ in places] == ["192.168.1.2", home.mapped]
    assert "dnat" in mappings(home)
    guest = earth.crownless(two, "join", invite, "--auto")
    assert [host.end(), guest.end()] == [Exit.DONE] * 2, guest.output
    assert any(line.endswith(protocol + ".") for line in host.lines), host.output
    assert "dnat" not in mappings(home), "the port is still open after the end"


def test_a_router_that_opens_nothing_is_told_with_what_to_do(earth: World) -> None:
    one = earth.host(earth.home(), "a1")
    begun = time.monotonic()
    host = earth.crownless(one, *HOSTS)
    invite = invite_of(host)
    assert [place for place, _ in parse(invite).addresses] == ["192.168.1.2"]
    host.until("The router does not answer when asked to open a port")
    host.until("Forward a TCP port to this machine")
    assert time.monotonic() - begun < 15.0


def test_a_guest_joins_through_a_hole_in_an_ipv6_firewall(earth: World) -> None:
    home = earth.home6()
    one, two = earth.host6(home, "a1"), earth.public6(home)
    own = f"{home.net6}::2"
    without = earth.crownless(one, *HOSTS[:-1], home="other")
    closed = earth.crownless(two, "join", invite_of(without), "--auto", home="early")
    closed.until(f"Nobody answers at {own}")
    host = earth.crownless(one, *HOSTS)
    invite = invite_of(host)
    assert parse(invite).addresses[0][0] == own
    guest = earth.crownless(two, "join", invite, "--auto")
    assert [host.end(), guest.end()] == [Exit.DONE] * 2, guest.output
    assert any("lets callers through to [2001:db8:1::2]" in line for line in host.lines)
