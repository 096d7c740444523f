"""One field takes every kind of code."""

from __future__ import annotations

import pytest

from p2p.errors import InviteError
from p2p.net.address import Address
from p2p.net.invite import Invite
from p2p.net.join_code import AtAddress, read, shown_address
from p2p.net.spoken_code import SpokenCode

INVITE = Invite(bytes(range(10)), bytes(10), (("127.0.0.1", 4000),))
WORDS = SpokenCode(("amber", "zebra"))


@pytest.mark.parametrize(
    ("typed", "means"),
    [
        (INVITE.encode(), INVITE),
        (f"my invite: {INVITE.encode().upper()}", INVITE),
        ("Amber Zebra", WORDS),
        ("amber zebra otter lamp rice", None),
        ("192.168.1.5", AtAddress(Address("192.168.1.5", 4873))),
        ("192.168.1.5:40123 amber zebra", AtAddress(Address("192.168.1.5", 40123), WORDS)),
        (" 10.0.0.7 amber-zebra ", AtAddress(Address("10.0.0.7", 4873), WORDS)),
        ("fd00::1", AtAddress(Address("fd00::1", 4873))),
        ("[fd00::1]:77", AtAddress(Address("fd00::1", 77))),
    ],
)
def test_each_kind_is_told_by_its_looks(typed: str, means: object) -> None:
    if means is None:
        with pytest.raises(InviteError, match="no word of a code"):
            read(typed)
    else:
        assert read(typed) == means


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("", "an invite is needed"),
        ("192.168.1.5:99999", "99999 is no port"),
        ("192.168.1.5:0", "0 is no port"),
        ("192.168.1.5 amber", "this has 1 word"),
        ("192.168.1.5 abandon abandon abandon abandon abandon", "no word|five words are typed"),
        ("crown1-nonsense", "missing|has no"),
        ("3.14 zebra", "no Crownless invite"),
    ],
)
def test_each_mistake_has_a_sentence(typed: str, says: str) -> None:
    with pytest.raises(InviteError, match=says):
        read(typed)


def test_an_address_is_read_out_without_the_usual_port() -> None:
    assert shown_address(Address("192.168.1.5", 4873)) == "192.168.1.5"
    assert shown_address(Address("192.168.1.5", 40123)) == "192.168.1.5:40123"
    assert shown_address(Address("fd00::1", 40123)) == "[fd00::1]:40123"
