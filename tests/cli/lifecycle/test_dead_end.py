"""An invite that leads to nobody: both sides as far as they are known, and the ways out."""

from __future__ import annotations

from ipaddress import ip_address, ip_interface

import pytest

from cli.lifecycle.dead_end import AT_HOME, DEAD_ENDS, WAYS_OUT, YOUR_TURN, dead_end
from p2p.net.close_reason import Reason
from p2p.net.port_mapping.answers import Granted, Protocol
from p2p.net.port_mapping.mapper import AskedRouter, RouterReach

NETS = frozenset({ip_interface("192.168.1.2/24"), ip_interface("fe80::2/64")})
PUBLIC = (("192.168.1.2", 4870), ("203.0.113.11", 4870))
SILENT = RouterReach((AskedRouter(Protocol.PCP, "192.168.1.1", None),))


def said(
    addresses: tuple[tuple[str, int], ...], reach: RouterReach | None = None, *, routed: bool = True
) -> tuple[str, ...]:
    return dead_end(addresses, NETS, reach, routed=routed)


def opened(host: str) -> RouterReach:
    return RouterReach(
        (AskedRouter(Protocol.PCP, "192.168.1.1", Granted(ip_address(host), 1, 7200)),)
    )


def test_nothing_is_claimed_of_a_side_that_was_not_looked_at() -> None:
    assert said(PUBLIC) == (
        "Nobody answers at 203.0.113.11: the host's program is not running, or its router lets"
        " nobody in. Whether others can reach you was not looked at; crownless doctor --internet"
        " does that.",
        WAYS_OUT,
    )


def test_both_sides_that_let_nobody_in_are_named() -> None:
    (found, ways) = said(PUBLIC, SILENT)
    assert found.endswith(
        "Your own router lets nobody in either, as far as was found: it opens no port when asked."
    )
    assert ways == WAYS_OUT
    (found, _) = said(PUBLIC, opened("100.64.1.2"))
    assert found.endswith("100.64.1.2, is an address that a provider shares among its customers.")


def test_who_can_be_reached_is_told_to_open_the_table() -> None:
    assert said(PUBLIC, opened("20.0.113.5"))[1] == YOUR_TURN


@pytest.mark.parametrize("own", ["192.168.1.2", "192.168.1.77"])
def test_on_one_network_routers_are_not_blamed(own: str) -> None:
    (found, ways) = said(((own, 4870),), SILENT)
    assert found.startswith(f"Nobody answers at {own}, an address of a network like the one")
    assert ways == AT_HOME


def test_an_invite_into_another_house_is_told() -> None:
    (found, _) = said((("10.0.0.7", 1), ("fd00::7", 1)))
    assert found.startswith(
        "The invite leads into a private network that is not here: 10.0.0.7 and"
    )


def test_a_machine_without_a_way_out_is_told_that_first() -> None:
    (_, then) = said(PUBLIC, routed=False)
    assert then == "This machine has no way to the internet at all; connect it first."


def test_only_where_nobody_was_found_is_there_a_dead_end() -> None:
    others = {Reason.NOT_ACCEPTED, Reason.WRONG_TABLE, Reason.OTHER_VERSION, Reason.BUSY}
    assert not DEAD_ENDS & others
    assert "" not in DEAD_ENDS
    assert Reason.UNREACHABLE in DEAD_ENDS
