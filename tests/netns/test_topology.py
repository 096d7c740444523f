"""That the routers of these tests do what they are said to do; else no test here means much."""

from __future__ import annotations

import socket

import pytest

from tests.netns.namespaces import Namespace
from tests.netns.topology import Router, Upnp, World

pytestmark = [pytest.mark.slow, pytest.mark.netns]

SECONDS = 5.0
PORTS = range(41001, 41005)


def listening(machine: Namespace, port: int) -> socket.socket:
    made = machine.socket(socket.AF_INET, socket.SOCK_STREAM)
    made.settimeout(SECONDS)
    made.bind(("0.0.0.0", port))
    made.listen()
    return made


def outside_ports(earth: World, kind: Router) -> list[int]:
    """The ports from which a public host sees calls that come from `PORTS`."""
    inside, public = earth.host(earth.home(kind), "a1"), earth.public()
    seen = []
    with listening(public, 4000) as server:
        for port in PORTS:
            with inside.socket(socket.AF_INET, socket.SOCK_STREAM) as client:
                client.settimeout(SECONDS)
                client.bind(("0.0.0.0", port))
                client.connect(("203.0.113.100", 4000))
                caller, (host, outside_port) = server.accept()
                caller.close()
                assert host == "203.0.113.11"
                seen.append(outside_port)
    return seen


@pytest.mark.parametrize("kind", [Router.KEEPS_PORTS, Router.MAPS_PORTS])
def test_a_router_keeps_ports(earth: World, kind: Router) -> None:
    assert outside_ports(earth, kind) == list(PORTS)


def test_a_router_gives_ports_by_chance(earth: World) -> None:
    assert set(outside_ports(earth, Router.RANDOM_PORTS)).isdisjoint(PORTS)


def test_nobody_outside_gets_in_by_itself(earth: World) -> None:
    inside, public = earth.host(earth.home(Router.MAPS_PORTS), "a1"), earth.public()
    with listening(inside, 4000), public.socket(socket.AF_INET, socket.SOCK_STREAM) as caller:
        caller.settimeout(0.5)
        with pytest.raises(OSError):
            caller.connect(("203.0.113.11", 4000))


def test_two_homes_have_the_same_addresses_and_do_not_meet(earth: World) -> None:
    one, other = (earth.host(earth.home(), label) for label in ("a1", "b1"))
    with listening(one, 4000), other.socket(socket.AF_INET, socket.SOCK_STREAM) as caller:
        caller.settimeout(0.5)
        with pytest.raises(OSError):
            caller.connect(("192.168.1.2", 4000))


def test_a_mapping_router_answers_at_once(earth: World) -> None:
    """NAT-PMP, RFC 6886 3.2: two bytes ask for the outside address, twelve come back."""
    home = earth.home(Router.MAPS_PORTS, upnp=Upnp.PCP_AND_NATPMP)
    with earth.host(home, "a1").socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        asking.settimeout(SECONDS)
        asking.sendto(b"\0\0", ("192.168.1.1", 5351))
        answer = asking.recv(64)
    assert answer[:4] == b"\0\x80\0\0"
    assert socket.inet_ntoa(answer[8:12]) == home.mapped
