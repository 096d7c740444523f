"""The QR code of an invite: what was drawn is taken apart again, and read by a decoder."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
import segno
import zxingcpp

from cli.model.qr import QUIET, qr_code
from p2p.net.invite import Invite, parse

ADDRESSES = (
    ("192.168.1.5", 4000),
    ("2001:db8::5", 4000),
    ("203.0.113.5", 4870),
    ("fd00::5", 4000),
)
SHORT = Invite(bytes(range(10)), bytes(10), ADDRESSES[:1])
LONG = Invite(bytes(range(10)), bytes(10), ADDRESSES)
UPPER, LOWER = frozenset("▀█"), frozenset("▄█")
SCALE = 4
"""Pixels of a module."""


def taken_apart(lines: Sequence[str], *, draws_white: bool) -> list[list[bool]]:
    """The modules that these lines of half blocks show; True is dark."""
    rows = []
    for line in lines:
        for half in (UPPER, LOWER):
            rows.append([(char in half) != draws_white for char in line])
    return rows


def decoded(modules: Sequence[Sequence[bool]]) -> str:
    """What a camera would read."""
    pixels = b"".join(
        bytes(0 if dark else 255 for dark in row for _ in range(SCALE)) * SCALE for row in modules
    )
    height, width = len(modules) * SCALE, len(modules[0]) * SCALE
    found = zxingcpp.read_barcodes(memoryview(pixels).cast("B", (height, width)))
    assert len(found) == 1
    return str(found[0].text)


@pytest.mark.parametrize("draws_white", [False, True])
@pytest.mark.parametrize("invite", [SHORT, LONG, SHORT.for_watching()])
def test_what_is_drawn_is_read_as_the_invite(invite: Invite, draws_white: bool) -> None:
    code = qr_code(invite.encode())
    lines = code.lines(draws_white=draws_white)
    assert {len(line) for line in lines} == {code.columns}
    assert len(lines) == code.rows
    modules = taken_apart(lines, draws_white=draws_white)
    assert parse(decoded(modules)) == invite
    text = decoded(modules)
    plain = segno.make_qr(text, error="l", boost_error=False).matrix_iter(border=QUIET)
    expected = [[bool(one) for one in row] for row in plain]
    assert modules[: len(expected)] == expected
    assert not any(any(row) for row in modules[len(expected) :])


def test_a_quiet_zone_is_around_it() -> None:
    modules = qr_code(SHORT.encode()).modules
    edges = [*modules[:QUIET], *modules[-QUIET:]]
    edges += [row[:QUIET] for row in modules] + [row[-QUIET:] for row in modules]
    assert not any(any(row) for row in edges)
    assert any(modules[QUIET])


def test_an_invite_with_one_address_fits_an_ordinary_window() -> None:
    code = qr_code(SHORT.encode())
    assert (code.columns, code.rows) == (37, 19)
    assert code.too_small(80, 24) == ""
    assert "takes 37 columns and 19 rows" in code.too_small(36, 24)
    assert code.too_small(80, 18) != ""
    assert qr_code(LONG.encode()).rows <= 23
