"""The pictures in the README show what the program shows."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest

from tests.cli.full.house import WRITE
from tests.cli.full.pictures import FOLDER, PICTURES, picture


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_is_true(name: str) -> None:
    drawn = picture(name)
    ET.fromstring(drawn)
    path = FOLDER / f"{name}.svg"
    if WRITE:
        path.write_text(drawn, "utf-8")
    assert path.read_text("utf-8") == drawn
