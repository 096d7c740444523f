"""NAT-PMP: the bytes of RFC 6886, and what is not believed."""

from __future__ import annotations

from ipaddress import IPv4Address

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2p.net.port_mapping.answers import OtherVersion, RefusedByRouter
from p2p.net.port_mapping.natpmp import (
    ASK_ADDRESS,
    REASONS,
    Mapped,
    Outside,
    has_forgotten,
    map_request,
    read_mapped,
    read_outside,
)

OUTSIDE = bytes.fromhex("00800000" + "00000063" + "14007105")
MAPPED = bytes.fromhex("00820000" + "00000063" + "1306" + "1307" + "00001c20")


def test_requests_are_two_and_twelve_bytes() -> None:
    assert ASK_ADDRESS.hex() == "0000"
    assert map_request(4870, 7200, 4871).hex() == "00020000" + "1306" + "1307" + "00001c20"
    assert map_request(4870, 0, 4871).hex() == "00020000" + "1306" + "0000" + "00000000"


def test_answers_say_address_and_port() -> None:
    assert read_outside(OUTSIDE) == Outside(IPv4Address("20.0.113.5"), 99)
    assert read_mapped(MAPPED, 4870) == Mapped(4871, 7200, 99)


@pytest.mark.parametrize("code", sorted(REASONS))
def test_every_refusal_has_its_sentence(code: int) -> None:
    outside = bytes.fromhex(f"0080{code:04x}00000063")
    assert read_outside(outside) == RefusedByRouter(REASONS[code], code)
    assert read_mapped(bytes.fromhex(f"0082{code:04x}") + MAPPED[4:], 4870) == RefusedByRouter(
        REASONS[code], code
    )


def test_a_refusal_that_nobody_has_named_yet_is_one() -> None:
    told = read_outside(bytes.fromhex("0080010000000063"))
    assert isinstance(told, RefusedByRouter)
    assert told.code == 256


@pytest.mark.parametrize(
    "data", ["0080000100000063", "0280000100000063" + "00" * 8, "0182000000000063"]
)
def test_who_speaks_another_version_says_so(data: str) -> None:
    assert read_outside(bytes.fromhex(data)) == OtherVersion()


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\0\x80",
        OUTSIDE[:-1],
        OUTSIDE + b"\0",
        OUTSIDE + bytes(8),
        b"\0\0" + OUTSIDE[2:],  # a request
        b"\0\x81" + OUTSIDE[2:],
        b"\x09\x80" + OUTSIDE[2:],
        MAPPED,
    ],
)
def test_what_is_no_answer_about_the_address_is_ignored(data: bytes) -> None:
    assert read_outside(data) is None


@pytest.mark.parametrize(
    "data",
    [
        b"",
        MAPPED[:-1],
        MAPPED + b"\0",
        OUTSIDE,
        b"\0\x81" + MAPPED[2:],  # UDP
        b"\0\x02" + MAPPED[2:],
        MAPPED[:8] + b"\x13\x07" + MAPPED[10:],  # another port of ours
        MAPPED[:10] + b"\0\0" + MAPPED[12:],  # for two hours, at no port
    ],
)
def test_what_is_no_answer_about_the_port_is_ignored(data: bytes) -> None:
    assert read_mapped(data, 4870) is None


@given(st.binary(max_size=40), st.integers(1, 65535))
def test_any_bytes_are_read_to_an_end(data: bytes, port: int) -> None:
    mapped = read_mapped(data, port)
    assert not isinstance(mapped, Mapped) or (len(data) == 16 and mapped.seconds >= 0)
    outside = read_outside(data)
    assert not isinstance(outside, Outside) or len(data) == 12


@pytest.mark.parametrize(
    ("before", "now", "passed", "forgotten"),
    [
        (1000, 1100, 100.0, False),
        (1000, 1086, 100.0, False),
        (1000, 1085, 100.0, True),
        (1000, 3, 10.0, True),
        (1000, 2000, 10.0, False),  # a clock that runs fast forgets nothing
    ],
)
def test_a_router_that_started_anew_is_told_by_its_epoch(
    before: int, now: int, passed: float, forgotten: bool
) -> None:
    assert has_forgotten(before, now, passed) is forgotten
