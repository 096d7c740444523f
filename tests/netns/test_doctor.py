"""doctor on networks of several kinds: off line, behind routers that map and that do not."""

from __future__ import annotations

import json
import time

import pytest

from cli.console.exit_codes import Exit
from tests.netns.capture import capture
from tests.netns.namespaces import Namespace
from tests.netns.topology import Router, World

pytestmark = [pytest.mark.slow, pytest.mark.netns]


def report(earth: World, machine: Namespace, *arguments: str) -> dict[str, object]:
    asked = earth.crownless(machine, "doctor", "--json", *arguments)
    assert asked.end() == Exit.DONE, asked.output
    found = json.loads(asked.output)
    assert isinstance(found, dict)
    return found


def test_a_machine_without_any_network(earth: World) -> None:
    found = report(earth, earth.machine("alone"), "--internet")
    assert found["interfaces"] == found["routers"] == []
    assert "on no network" in str(found["verdict"])


def test_a_lan_without_a_way_out(earth: World) -> None:
    found = report(earth, earth.host(earth.lan(), "a1", routed=False))
    assert found["multicast"] == [{"address": "192.168.x.x", "heard": True}]
    assert found["routers"] == []
    assert "nobody beyond" in str(found["verdict"])


def test_a_lan_of_ipv6_alone(earth: World) -> None:
    found = report(earth, earth.host6(earth.lan(), "a1", routed=False))
    assert found["multicast"] == [{"address": "2001::x", "heard": True}]
    assert "nobody beyond" in str(found["verdict"])


def test_the_router_is_asked_only_when_chosen(earth: World) -> None:
    home = earth.home(Router.MAPS_PORTS)
    one = earth.host(home, "a1")
    with capture(home.router, "lan") as inside, capture(earth.internet, "internet") as outside:
        found = report(earth, one)
    assert found["asked"] is None
    assert [str(frame) for frame in inside.frames if frame.target == "192.168.1.1"] == []
    with capture(earth.internet, "internet") as later:
        found = report(earth, one, "--internet")
    assert "should be able to reach you, at 20.x.x.x" in str(found["verdict"])
    asked = found["asked"]
    assert isinstance(asked, list)
    assert [(one["protocol"], one["answer"]) for one in asked] == [
        ("PCP", "granted"),
        ("NAT-PMP", "granted"),
        ("UPnP", "granted"),
    ]
    assert "dnat" not in home.router.run("nft", "list", "chain", "inet", "home", "mapped_in")
    assert [str(frame) for frame in (*outside.frames, *later.frames)] == []


def test_a_router_that_maps_nothing(earth: World) -> None:
    begun = time.monotonic()
    found = report(earth, earth.host(earth.home(), "a1"), "--internet")
    assert "opens no port" in str(found["verdict"])
    assert time.monotonic() - begun < 15.0


def test_a_router_behind_a_carrier(earth: World) -> None:
    """miniupnpd refuses there, each protocol in its own words; no address is named."""
    home = earth.home(Router.MAPS_PORTS, shared=True)
    found = report(earth, earth.host(home, "a1"), "--internet")
    asked = found["asked"]
    assert isinstance(asked, list)
    assert [one["answer"] for one in asked] == ["refused"] * 3
    assert "answers and opens no port" in str(found["verdict"])
    assert "shares one among its customers" in str(found["next"])
