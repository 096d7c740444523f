"""The pictures in the README show what the program shows."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest

from tests.cli.tui.house import counted_out
from tests.cli.tui.pictures import FOLDER, PICTURES, picture
from tests.goldens import AGAIN, kept

FROM_THE_NETWORK = ("over", "replay")
"""How many messages a game takes may change with every way of saying more in one."""


@pytest.mark.golden
@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_is_true(name: str) -> None:
    drawn = picture(name)
    ET.fromstring(drawn)
    shown = kept(FOLDER / f"{name}.svg", drawn)
    if name in FROM_THE_NETWORK:
        drawn, shown = counted_out(drawn), counted_out(shown)
    assert shown == drawn, AGAIN
