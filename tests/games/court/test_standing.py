"""How near everybody is to winning, in words."""

from __future__ import annotations

import pytest

from games.court.rules import Court, make_places
from games.court.standing import SET_UP, standing
from games.court.state import AUCTION, Stage
from tests.games.court.build import at_event, lay, state
from tests.games.scenario import Scenario


def said(s: Scenario) -> list[str]:
    return [one.text for one in standing(s.table, state(s))]


@pytest.mark.parametrize(
    ("favor", "events", "expected"),
    [
        pytest.param(
            (9, 12, 7),
            "ball dragon",
            "{1} leads with 12 favor, 3 more than {0}; two Events to come.",
            id="one leads",
        ),
        pytest.param(
            (9, 9, 7),
            "ball",
            "{0} has 9 favor like {1}, and is the more popular; one Event to come.",
            id="popularity breaks the tie",
        ),
    ],
)
def test_ha_75_who_would_be_heir(favor: tuple[int, ...], events: str, expected: str) -> None:
    assert said(lay(favor=favor, events=events)) == [expected]


def test_it_is_urgent_when_the_game_ends_with_this_turn() -> None:
    for events, urgent in (("ball dragon", False), ("ball", True)):
        s = lay(events=events)
        assert standing(s.table, state(s))[0].urgent is urgent
    s = lay()
    at_event(s, "poets")
    assert standing(s.table, state(s))[0].urgent
    assert said(s)[0].endswith("; the last Event.")


def test_in_the_auction_no_event_counts_yet() -> None:
    s = lay(turn=None, stage=Stage.AUCTION)
    s.board(AUCTION, ["odo"])
    assert said(s)[0].endswith("; the auction is on.")


def test_before_the_princes_are_dealt_it_says_what_favor_is_for() -> None:
    s = Scenario(Court(), 3)
    s.setup(make_places)
    assert standing(s.table, state(s)) == (SET_UP,)


@pytest.mark.parametrize(
    ("key", "pools", "expected"),
    [
        pytest.param("poets", "", "Nobody takes part in The War of the Poets yet.", id="nobody"),
        pytest.param(
            "poets",
            "1:3",
            "{1} would win The War of the Poets alone, and nobody would lose it.",
            id="HA-69: alone",
        ),
        pytest.param(
            "poets",
            "1:5 0:2",
            "{1} would win The War of the Poets and {0} lose it; {0} needs 3 more.",
            id="the more popular needs a tie",
        ),
        pytest.param(
            "poets",
            "0:5 1:2 2:1",
            "{0} would win The War of the Poets and {2} lose it; {1} needs 4 more.",
            id="the less popular needs one more",
        ),
        pytest.param(
            "confidence",
            "support:3:0 oppose:3:1",
            "A Vote of No Confidence would fail; 1 more for it would turn it.",
            id="HA-72: a tie fails",
        ),
        pytest.param(
            "confidence",
            "support:5:0 oppose:3:1",
            "A Vote of No Confidence would succeed; 2 more against it would turn it.",
            id="it succeeds",
        ),
    ],
)
def test_how_the_event_would_end(key: str, pools: str, expected: str) -> None:
    s = lay({0: "odo"})
    at_event(s, key, pools)
    assert said(s)[1] == expected


def test_what_it_takes_does_turn_it() -> None:
    for key, pools, more in (
        ("poets", "1:5 0:2", "0:3"),
        ("poets", "0:5 1:2 2:1", "1:4"),
    ):
        s = lay()
        at_event(s, key, f"{pools} {more}")
        assert said(s)[1].startswith(f"{{{more[0]}}} would win")
