"""The QR code in line mode, where the terminal can show it."""

from __future__ import annotations

import pytest

from cli.model.qr import qr_code
from cli.plain.qr import BLACK_ON_WHITE, PLAIN, REVERSE, qr_lines
from p2p.net.invite import Invite

INVITE = Invite(bytes(range(10)), bytes(10), (("192.168.1.5", 4000),)).encode()
CODE = qr_code(INVITE)


@pytest.mark.parametrize(
    ("environment", "begin"), [({}, BLACK_ON_WHITE), ({"NO_COLOR": "1"}, REVERSE)]
)
def test_a_terminal_shows_dark_modules_on_a_light_ground(
    environment: dict[str, str], begin: str
) -> None:
    lines = qr_lines(INVITE, environment, 80, "utf-8")
    assert lines == [f"{begin}{line}{PLAIN}" for line in CODE.lines()]


@pytest.mark.parametrize(("environment", "columns"), [({"TERM": "dumb"}, 80), ({}, 0)])
def test_elsewhere_the_blocks_are_white(environment: dict[str, str], columns: int) -> None:
    assert qr_lines(INVITE, environment, columns, "utf-8") == CODE.lines(draws_white=True)


def test_where_it_cannot_be_shown_a_sentence_says_so() -> None:
    assert "too small" in " ".join(qr_lines(INVITE, {}, 36, "utf-8"))
    for encoding in ("ascii", "latin-1", "no such encoding"):
        assert "cannot be drawn" in " ".join(qr_lines(INVITE, {}, 80, encoding))
