"""What an outside address says, and when a mapping is asked for again."""

from __future__ import annotations

from ipaddress import ip_address

import pytest

from p2p.net.port_mapping.answers import Granted, Sharing, sharing_of


@pytest.mark.parametrize(
    ("host", "sharing"),
    [
        ("20.0.113.5", Sharing.NONE),
        ("203.0.113.5", Sharing.NONE),  # documentation, which tests take for the internet
        ("2001:db8::5", Sharing.NONE),
        ("100.63.255.255", Sharing.NONE),
        ("100.64.0.0", Sharing.CARRIER),
        ("100.127.255.255", Sharing.CARRIER),
        ("100.128.0.0", Sharing.NONE),
        ("192.0.0.2", Sharing.CARRIER),
        ("10.1.2.3", Sharing.PRIVATE),
        ("172.16.0.1", Sharing.PRIVATE),
        ("172.31.255.255", Sharing.PRIVATE),
        ("172.32.0.0", Sharing.NONE),
        ("192.168.0.1", Sharing.PRIVATE),
        ("169.254.1.1", Sharing.PRIVATE),
        ("127.0.0.1", Sharing.PRIVATE),
        ("0.0.0.0", Sharing.PRIVATE),
        ("fd00::1", Sharing.PRIVATE),
        ("fe80::1", Sharing.PRIVATE),
        ("::", Sharing.PRIVATE),
        ("255.255.255.255", Sharing.NOBODY),
        ("240.0.0.0", Sharing.NOBODY),
        ("239.255.255.255", Sharing.NOBODY),
        ("223.255.255.255", Sharing.NONE),
        ("ff02::1", Sharing.NOBODY),
        ("::ffff:20.0.113.5", Sharing.NOBODY),
        ("4000::1", Sharing.NOBODY),
    ],
)
def test_an_address_is_the_internets_or_shared(host: str, sharing: Sharing) -> None:
    assert sharing_of(ip_address(host)) is sharing


@pytest.mark.parametrize(
    ("seconds", "after"), [(7200, 3600), (60, 30), (0, 30), (1, 30), (1 << 32, 43200)]
)
def test_it_is_renewed_at_half_of_a_time_that_makes_sense(seconds: int, after: float) -> None:
    assert Granted(ip_address("20.0.113.5"), 4000, seconds).renew_after == after
