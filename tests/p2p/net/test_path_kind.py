"""How near an address is, from the nets that this machine is on."""

from __future__ import annotations

from ipaddress import ip_interface

import pytest

from p2p.net.path_kind import PathKind, is_indoors, kind_of

HOME = frozenset(
    map(
        ip_interface,
        ("192.168.1.20/24", "203.0.113.7/24", "2001:db8:1:2::20/64", "fe80::1/64"),
    )
)


@pytest.mark.parametrize(
    ("host", "kind"),
    [
        ("127.0.0.1", PathKind.SAME_MACHINE),
        ("::1", PathKind.SAME_MACHINE),
        ("192.168.1.20", PathKind.SAME_MACHINE),
        ("192.168.1.21", PathKind.LAN),
        ("2001:db8:1:2::99", PathKind.LAN),
        ("fe80::2%eth0", PathKind.LAN),
        ("192.168.2.21", PathKind.DIRECT),  # private, but not on our net
        ("203.0.113.8", PathKind.DIRECT),  # a neighbour at the provider
        ("2001:db8:1:3::99", PathKind.DIRECT),
        ("198.51.100.1", PathKind.DIRECT),
        ("some.name", PathKind.DIRECT),
    ],
)
def test_how_near_an_address_is(host: str, kind: PathKind) -> None:
    assert kind_of(host, HOME) is kind


@pytest.mark.parametrize(
    ("host", "indoors"),
    [
        ("10.1.2.3", True),
        ("172.31.0.1", True),
        ("172.32.0.1", False),
        ("192.168.0.1", True),
        ("169.254.1.1", True),
        ("100.64.0.1", False),
        ("fd00::1", True),
        ("2001:db8::1", False),
        ("some.name", False),
    ],
)
def test_which_addresses_mean_nothing_elsewhere(host: str, indoors: bool) -> None:
    assert is_indoors(host) is indoors


def test_a_link_hard_to_open_ranks_with_the_direct_ones() -> None:
    assert [kind.rank for kind in PathKind] == [0, 1, 2, 2]
