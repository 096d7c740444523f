"""What is said of a router: what it opened, what it refused, and what to do then."""

from __future__ import annotations

from ipaddress import ip_address

import pytest

from cli.lifecycle.reach_text import BY_HAND, BY_HAND_CANNOT, OWN_ADDRESS, REFUSED, reach_lines
from p2p.net.invite import Invite
from p2p.net.port_mapping.answers import Granted, OtherVersion, Protocol, RefusedByRouter
from p2p.net.port_mapping.mapper import AskedRouter, RouterReach
from p2p.net.port_mapping.ways import Told


def reach(*told: tuple[Protocol, Told]) -> RouterReach:
    return RouterReach(tuple(AskedRouter(protocol, "192.168.1.1", one) for protocol, one in told))


def granted(host: str) -> Granted:
    return Granted(ip_address(host), 4870, 7200)


def test_what_was_opened_is_named_with_its_address() -> None:
    found = reach(
        (Protocol.PCP, None),
        (Protocol.NAT_PMP, granted("20.0.113.5")),
        (Protocol.PCP, granted("2001:db8::2")),
    )
    assert reach_lines(found) == [
        "The router passes calls to 20.0.113.5:4870 on to this machine (NAT-PMP).",
        "The router lets callers through to [2001:db8::2]:4870 (PCP).",
    ]


def test_only_what_others_can_come_to_is_named() -> None:
    both = reach((Protocol.UPNP, granted("100.64.0.9")), (Protocol.PCP, granted("2001:db8::2")))
    assert reach_lines(both) == ["The router lets callers through to [2001:db8::2]:4870 (PCP)."]


def test_a_carriers_address_and_another_router_are_told_apart() -> None:
    assert reach_lines(reach((Protocol.PCP, granted("100.64.0.9")))) == [
        "The router has opened a port, but its own address, 100.64.0.9, is an address that a"
        " provider shares among its customers: calls from the internet do not come to it.",
        BY_HAND_CANNOT,
    ]
    (said, _) = reach_lines(reach((Protocol.PCP, granted("192.168.100.2"))))
    assert "so there is another router in front of it" in said


def test_refusals_are_repeated() -> None:
    found = reach(
        (Protocol.PCP, RefusedByRouter("it does not allow that", 2)),
        (Protocol.NAT_PMP, OtherVersion()),
        (Protocol.UPNP, RefusedByRouter("the outside port is taken", 718)),
    )
    assert reach_lines(found) == [
        "The router opens no port for this table (PCP: it does not allow that; UPnP: the outside"
        " port is taken).",
        REFUSED,
    ]


def test_silence_is_said_with_what_was_tried() -> None:
    silent = reach((Protocol.PCP, None), (Protocol.NAT_PMP, None), (Protocol.PCP, None))
    assert reach_lines(silent) == [
        "The router does not answer when asked to open a port (PCP, NAT-PMP).",
        BY_HAND,
    ]


def test_without_a_router_nothing_is_said_of_one() -> None:
    assert reach_lines(RouterReach())[0] == (
        "No router was found on this network, so none could be asked to open a port."
    )


@pytest.mark.parametrize(
    ("host", "leads_there"),
    [("20.0.113.5", True), ("192.168.1.2", False), ("100.64.0.9", False), ("2001:db8::2", False)],
)
def test_an_invite_that_leads_to_the_internet_needs_no_router(host: str, leads_there: bool) -> None:
    """A rented machine has such an address, and who forwards a port by hand types one."""
    invite = Invite(b"s" * 10, b"f" * 10, ((host, 4870),)).encode()
    first, then = reach_lines(RouterReach(), invite)
    assert first.startswith("No router was found")
    assert (then == OWN_ADDRESS.format(host)) is leads_there
    (_, then) = reach_lines(reach((Protocol.PCP, granted("100.64.0.9"))), invite)
    assert (then == BY_HAND_CANNOT) is not leads_there
