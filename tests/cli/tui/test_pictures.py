"""The pictures in the README show what the program shows."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from itertools import pairwise

import pytest

from tests.cli.tui import film
from tests.cli.tui.house import counted_out
from tests.cli.tui.pictures import FOLDER, PICTURES, picture
from tests.goldens import AGAIN, kept
from tests.paths import ROOT

MOST_BYTES = 300_000
"""Of a film that a page shows at its head."""
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


@pytest.mark.golden
def test_the_film_is_of_a_game_as_the_program_shows_it() -> None:
    drawn = film.drawn()
    assert kept(FOLDER / "game.svg", drawn) == drawn, AGAIN


def test_the_film_moves_by_css_alone_and_is_small() -> None:
    drawn = film.drawn()
    root = ET.fromstring(drawn)
    assert len(drawn.encode()) < MOST_BYTES
    assert "<script" not in drawn
    assert "http" not in drawn.replace("http://www.w3.org/2000/svg", "")
    assert "prefers-reduced-motion" in drawn
    texts = "".join(root.itertext())
    assert "Choose your Admirer." in texts
    assert "The game is over" in texts
    assert "Every move was checked here" in texts


def test_of_each_row_one_picture_is_seen_at_any_time() -> None:
    shots = list(film.shots())
    for y in range(shots[0][0].height):
        runs = list(film.runs(shots, y))
        assert runs[0][0] == 0
        assert runs[-1][1] == len(shots)
        assert all(one[1] == other[0] for one, other in pairwise(runs))


def test_the_readme_shows_the_film_then_how_to_play_and_then_how_to_check() -> None:
    text = (ROOT / "README.md").read_text()
    order = (
        "docs/screens/game.svg",
        "## Play on a local network",
        "## Play over the internet",
        "## Check a game",
    )
    places = [text.index(part) for part in order]
    assert places == sorted(places)
    assert all(f"docs/screens/{name}.svg" in text for name in PICTURES)
    assert "pipx install" in text
