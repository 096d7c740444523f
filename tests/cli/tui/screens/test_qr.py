"""The QR code on the full screen."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cli.model.qr import qr_code
from cli.tui.screens.invites import Invites
from cli.tui.screens.qr import QrScreen
from p2p.net.invite import Invite
from tests.cli.tui.house import SIZES, Stage, golden

INVITE = Invite(bytes(range(10)), bytes(10), (("192.168.1.5", 4000),)).encode()
LONGEST = Invite(
    bytes(range(10)),
    bytes(10),
    tuple((f"2001:db8::{place}", 4000) for place in range(1, 5)),
).encode()


@pytest.mark.golden
@pytest.mark.parametrize("size", SIZES)
def test_it_is_drawn_in_its_own_style(size: str) -> None:
    stage = Stage(size)
    stage.show(QrScreen(stage.ui, INVITE))
    golden("lobby", "qr", stage)
    canvas, code = stage.picture(), qr_code(INVITE)
    drawn = ["".join(row[: code.columns]) for row in canvas.cells[: code.rows]]
    assert drawn == code.lines()
    for row in canvas.styles[: code.rows]:
        assert set(row[: code.columns]) == {"scan"}


def test_one_that_is_too_large_is_not_drawn_in_part() -> None:
    stage = Stage("small")
    stage.show(QrScreen(stage.ui, LONGEST))
    assert "The window is too small for the QR code" in " ".join(stage.text.split())
    assert "█" not in stage.text


def test_with_ascii_glyphs_a_sentence_stands_there() -> None:
    stage = Stage("wide")
    stage.ui.settings = replace(stage.ui.settings, glyphs="ascii")
    stage.show(QrScreen(stage.ui, INVITE))
    assert "cannot be drawn with plain ASCII" in " ".join(stage.text.split())


def test_a_key_shows_it_from_the_invites_and_leads_back() -> None:
    stage = Stage("small")
    stage.show(Invites(stage.ui, INVITE, "watch"))
    stage.press("k")
    assert isinstance(stage.ui.top, QrScreen)
    stage.press("k")
    assert isinstance(stage.ui.top, Invites)
    stage.show(Invites(stage.ui, "", "watch"))
    stage.press("k")
    assert isinstance(stage.ui.top, Invites)
