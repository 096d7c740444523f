"""PCP: the bytes of RFC 6887, and what is not believed."""

from __future__ import annotations

from dataclasses import replace
from ipaddress import IPv4Address, IPv6Address

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2p.net.port_mapping.answers import Granted, OtherVersion, RefusedByRouter
from p2p.net.port_mapping.pcp import REASONS, PcpMapping, epoch_of, has_forgotten

NONCE = bytes(range(12))
FOUR = PcpMapping(IPv4Address("192.168.1.2"), 4870, NONCE)
SIX = PcpMapping(IPv6Address("2001:db8::2"), 4870, NONCE)
MAPPED = "00000000000000000000ffff"


def answer(
    *,
    head: str = "02810000",
    lifetime: int = 7200,
    epoch: int = 99,
    nonce: bytes = NONCE,
    protocol: int = 6,
    inside: int = 4870,
    outside: int = 4871,
    host: str = MAPPED + "14007105",
    more: bytes = b"",
) -> bytes:
    """An answer to a MAP request, field by field as in figures 3 and 10 of RFC 6887."""
    return b"".join(
        (
            bytes.fromhex(head),
            lifetime.to_bytes(4, "big"),
            epoch.to_bytes(4, "big"),
            bytes(12),
            nonce,
            bytes((protocol, 0, 0, 0)),
            inside.to_bytes(2, "big"),
            outside.to_bytes(2, "big"),
            bytes.fromhex(host),
            more,
        )
    )


GRANTED = Granted(IPv4Address("20.0.113.5"), 4871, 7200, 99)


def test_a_request_is_sixty_bytes() -> None:
    assert FOUR.request(7200).hex() == (
        "02010000" + "00001c20" + MAPPED + "c0a80102"
        "000102030405060708090a0b" + "06000000" + "1306" + "1306" + MAPPED + "00000000"
    )


def test_a_hole_for_ipv6_is_asked_for_with_an_ipv6_address() -> None:
    assert SIX.request(120).hex() == (
        "02010000" + "00000078" + "20010db8000000000000000000000002"
        "000102030405060708090a0b" + "06000000" + "1306" + "1306" + "0" * 32
    )


def test_what_was_granted_is_asked_for_again_and_nothing_when_it_is_ended() -> None:
    assert FOUR.request(7200, GRANTED).hex().endswith("1306" + "1307" + MAPPED + "14007105")
    assert FOUR.request(0, GRANTED).hex().endswith("1306" + "0000" + MAPPED + "00000000")


def test_an_answer_grants() -> None:
    assert FOUR.read(answer()) == GRANTED
    hole = answer(host="20010db8000000000000000000000002", outside=4870)
    assert SIX.read(hole) == Granted(IPv6Address("2001:db8::2"), 4870, 7200, 99)
    assert FOUR.read(answer(more=bytes(8))) == GRANTED  # with an option that we do not know


@pytest.mark.parametrize("code", range(2, 14))
def test_every_refusal_has_its_sentence(code: int) -> None:
    assert FOUR.read(answer(head=f"028100{code:02x}")) == RefusedByRouter(REASONS[code], code)


def test_a_refusal_that_nobody_has_named_yet_is_one() -> None:
    told = FOUR.read(answer(head="028100ee"))
    assert isinstance(told, RefusedByRouter)
    assert told.code == 0xEE


@pytest.mark.parametrize(
    "data",
    [
        bytes.fromhex("0080000100000063"),  # NAT-PMP, RFC 6886 3.5, to a request of version 2
        bytes.fromhex("0081000100000063"),
        bytes.fromhex("03810001") + bytes(20),  # a later PCP
        bytes.fromhex("01810001") + bytes(20),
        answer(head="02810001"),
    ],
)
def test_who_speaks_another_version_says_so(data: bytes) -> None:
    assert FOUR.read(data) == OtherVersion()


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\x02",
        answer()[:-1],
        answer()[:-4],
        answer()[:24],
        answer(more=b"\0"),
        answer(more=bytes(1100)),
        answer(head="02010000"),  # a request
        answer(head="02820000"),  # PEER
        answer(head="02800000"),  # ANNOUNCE
        answer(head="00810000"),
        answer(head="03810000"),
        answer(nonce=bytes(12)),
        answer(nonce=bytes(12), head="02810002"),
        answer(protocol=17),
        answer(inside=4871),
        answer(outside=0),
        answer(host="20010db8000000000000000000000002"),
        answer(host=MAPPED + "e0000001"),
    ],
)
def test_what_is_no_answer_to_this_request_is_ignored(data: bytes) -> None:
    assert FOUR.read(data) is None


@given(st.binary(max_size=1200))
def test_any_bytes_are_read_to_an_end(data: bytes) -> None:
    assert FOUR.read(data) in (None, OtherVersion())
    assert epoch_of(data) is None or data[:2] == b"\x02\x80"


@given(
    lifetime=st.integers(0, 2**32 - 1),
    epoch=st.integers(0, 2**32 - 1),
    outside=st.integers(1, 65535),
    host=st.ip_addresses(v=4).filter(lambda host: not host.is_multicast),
    at=st.integers(0, 59),
    flip=st.integers(1, 255),
)
def test_a_changed_byte_is_noticed_where_it_must_be(
    lifetime: int, epoch: int, outside: int, host: IPv4Address, at: int, flip: int
) -> None:
    data = answer(lifetime=lifetime, epoch=epoch, outside=outside, host=MAPPED + host.packed.hex())
    assert FOUR.read(data) == Granted(host, outside, lifetime, epoch)
    changed = bytearray(data)
    changed[at] ^= flip
    ours = (*range(24, 37), 40, 41)  # nonce, protocol, inside port
    if at in ours:
        assert FOUR.read(bytes(changed)) is None


@given(
    st.builds(replace, st.just(FOUR), inside_port=st.integers(1, 65535)), st.integers(1, 2**32 - 1)
)
def test_what_is_asked_stands_in_the_request(mapping: PcpMapping, lifetime: int) -> None:
    data = mapping.request(lifetime)
    assert len(data) == 60
    assert int.from_bytes(data[4:8], "big") == lifetime
    assert int.from_bytes(data[40:42], "big") == mapping.inside_port


def test_an_announcement_has_an_epoch() -> None:
    announced = bytes.fromhex("02800000" + "00000000" + "00000007" + "00" * 12)
    assert epoch_of(announced) == 7
    assert epoch_of(answer()) is None
    assert epoch_of(announced[:-1]) is None
    assert epoch_of(bytes.fromhex("02800002") + announced[4:]) is None


@pytest.mark.parametrize(
    ("before", "now", "passed", "forgotten"),
    [
        (1000, 1100, 100.0, False),
        (1000, 999, 0.0, False),  # one back is the rounding of RFC 6887 8.5
        (1000, 998, 0.0, True),
        (1000, 5, 100.0, True),
        (1000, 4600, 3600.0, False),
        (1000, 4600 - 240, 3600.0, True),  # more than a sixteenth slow
        (1000, 4600 + 300, 3600.0, True),  # and fast
        (1000, 4600 + 100, 3600.0, False),
    ],
)
def test_a_router_that_started_anew_is_told_by_its_epoch(
    before: int, now: int, passed: float, forgotten: bool
) -> None:
    assert has_forgotten(before, now, passed) is forgotten
