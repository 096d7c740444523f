"""The pictures in the README show what the program shows."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest

from tests.cli.tui.house import WRITE, counted_out
from tests.cli.tui.pictures import FOLDER, PICTURES, picture

FROM_THE_NETWORK = ("over", "replay")
"""How many messages a game takes may change with every way of saying more in one."""


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_is_true(name: str) -> None:
    drawn = picture(name)
    ET.fromstring(drawn)
    path = FOLDER / f"{name}.svg"
    if WRITE:
        path.write_text(drawn, "utf-8")
    kept = path.read_text("utf-8")
    if name in FROM_THE_NETWORK:
        drawn, kept = counted_out(drawn), counted_out(kept)
    assert kept == drawn
