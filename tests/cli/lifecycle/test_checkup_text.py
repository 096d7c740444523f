"""One verdict and one next step for each state of a network, and no more than was found."""

from __future__ import annotations

import json
from dataclasses import replace
from ipaddress import ip_address

import pytest

from cli.lifecycle.checkup_text import PARTS, as_json, finding_lines, masked, next_step, verdict
from p2p.client.reach import checkup
from p2p.client.reach.checkup import Checkup
from p2p.net.interfaces import Interface
from p2p.net.port_mapping.answers import Granted, OtherVersion, Protocol, RefusedByRouter
from p2p.net.port_mapping.mapper import AskedRouter, RouterReach
from p2p.net.port_mapping.ways import Told

HOME = Checkup(
    interfaces=(Interface("eth0", 2, ("192.168.1.2", "fe80::1%2")),),
    multicast=(("192.168.1.2", True),),
    global6="",
    routers=("192.168.1.1",),
    listens=True,
    firewall="",
    parts=(("upnp", True),),
)


def asked(*told: Told) -> RouterReach:
    ways = zip(Protocol, told, strict=False)
    return RouterReach(tuple(AskedRouter(protocol, "192.168.1.1", one) for protocol, one in ways))


def granted(host: str) -> Granted:
    return Granted(ip_address(host), 4870, 7200)


PUBLIC = replace(HOME, interfaces=(Interface("eth0", 2, ("192.168.1.2", "20.0.113.5")),))
REFUSED = RefusedByRouter("it does not allow that", 2)
NOWHERE = replace(HOME, interfaces=(), multicast=(), routers=())
SILENT = asked(None, None, None)


@pytest.mark.parametrize(
    ("found", "says", "then"),
    [
        (NOWHERE, "is on no network", "connect to a network"),
        (replace(HOME, routers=()), "nobody beyond", "crownless host GAME --seats N, and"),
        (
            replace(HOME, routers=(), multicast=(("192.168.1.2", False),)),
            "nobody beyond",
            "let multicast",
        ),
        (HOME, "was not looked at", "crownless doctor --internet"),
        (PUBLIC, "an address of the internet itself, 20.0.113.5,", "crownless host GAME --seats N"),
        (
            replace(PUBLIC, routers=(), multicast=(("20.0.113.5", False),)),
            "an address of the internet itself",
            "crownless host GAME --seats N",
        ),
        (
            replace(PUBLIC, reach=SILENT),
            "an address of the internet itself",
            "crownless host GAME --seats N",
        ),
        (
            replace(HOME, interfaces=(Interface("tailscale0", 3, ("100.100.1.2",)),)),
            "was not looked at",
            "crownless doctor --internet",
        ),
        (
            replace(HOME, reach=asked(granted("20.0.113.5"), granted("20.0.113.5"))),
            "should be able to reach you, at 20.0.113.5.",
            "crownless host GAME --seats N --internet",
        ),
        (
            replace(HOME, reach=asked(granted("100.64.0.7"))),
            "cannot reach you over IPv4: the router's own address, 100.64.0.7",
            "let somebody host who can be reached",
        ),
        (
            replace(HOME, reach=asked(granted("10.0.0.7"))),
            "another router in front of it",
            "let somebody host who can be reached",
        ),
        (replace(HOME, reach=SILENT), "others cannot reach you as it is", "switch on UPnP or PCP"),
        (
            replace(HOME, reach=SILENT, parts=(("upnp", False),)),
            "others cannot reach you as it is",
            "pip install async-upnp-client",
        ),
        (
            replace(HOME, reach=asked(REFUSED, None), global6="2001:db8::2"),
            "The router answers and opens no port, so",
            "look up its internet address on the router's own page",
        ),
        (
            replace(HOME, reach=SILENT, global6="2001:db8::2"),
            "may reach you if the router lets callers through; that was not tried",
            "switch on UPnP or PCP",
        ),
        (replace(HOME, listens=False), "lets no program open a port", "allow Crownless"),
    ],
)
def test_each_state_has_its_verdict_and_one_next_step(found: Checkup, says: str, then: str) -> None:
    assert says in verdict(found)
    assert next_step(found).startswith(then)
    assert "\n" not in verdict(found) + next_step(found)


def test_every_finding_has_a_line() -> None:
    reach = asked(granted("100.64.0.7"), REFUSED, OtherVersion())
    found = replace(HOME, reach=reach, firewall="ufw", listens=False, global6="2001:db8::2")
    assert finding_lines(found) == [
        "Network eth0: 192.168.1.2, fe80::1%2",
        "Announcements on 192.168.1.2: can be sent and heard",
        "IPv6: yes, 2001:db8::2",
        "Router: 192.168.1.1",
        "PCP at 192.168.1.1: opens a port (100.64.0.7 port 4870, an address that a provider"
        " shares among its customers)",
        "NAT-PMP at 192.168.1.1: refuses: it does not allow that",
        "UPnP at 192.168.1.1: speaks another version",
        "Port: none can be opened on this machine",
        "Firewall: ufw; it has to let Crownless (Python) be called",
        "Part upnp (for routers that know nothing else): installed",
    ]


def test_a_machine_with_nothing_says_so() -> None:
    found = replace(NOWHERE, parts=(("upnp", False),))
    assert finding_lines(found) == [
        "Network: none; no interface has an address.",
        "IPv6: no address of the internet",
        "Router: none; there is no way to the internet",
        "Opening a port: the router was not asked",
        "Part upnp (for routers that know nothing else): not installed; pip install"
        " async-upnp-client",
    ]


@pytest.mark.parametrize(
    ("address", "shown"),
    [
        ("192.168.1.2", "192.168.x.x"),
        ("10.9.8.7", "10.9.x.x"),
        ("100.64.3.4", "100.64.x.x"),
        ("20.0.113.5", "20.x.x.x"),
        ("2001:db8:1:2::3", "2001::x"),
        ("fe80::1%eth0", "fe80::x"),
    ],
)
def test_a_masked_address_shows_its_kind_alone(address: str, shown: str) -> None:
    assert masked(address) == shown


def test_the_json_has_no_whole_address_in_it() -> None:
    found = replace(
        HOME,
        global6="2001:db8:77::2",
        reach=asked(granted("100.64.33.7"), REFUSED, None),
    )
    text = json.dumps(as_json(found))
    for secret in ("192.168.1", "100.64.33", "db8:77"):
        assert secret not in text
    assert as_json(found)["asked"] == [
        {"protocol": "PCP", "router": "192.168.x.x", "answer": "granted", "code": None,
         "outside": "100.64.x.x", "sharing": "carrier"},
        {"protocol": "NAT-PMP", "router": "192.168.x.x", "answer": "refused", "code": 2,
         "outside": None, "sharing": None},
        {"protocol": "UPnP", "router": "192.168.x.x", "answer": None, "code": None,
         "outside": None, "sharing": None},
    ]  # fmt: skip


def test_every_part_is_explained() -> None:
    assert set(PARTS) == set(checkup.PARTS)


def test_an_address_of_our_own_is_masked_in_the_verdict_too() -> None:
    said = str(as_json(PUBLIC)["verdict"])
    assert "20.x.x.x" in said
    assert "20.0.113.5" not in said
