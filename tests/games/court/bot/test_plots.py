"""What a seat could bring about in an Event, and what that costs."""

from __future__ import annotations

import pytest

from games.court.bot.marks import with_stake
from games.court.bot.plots import (
    Means,
    Standing,
    best_plot,
    cheapest,
    hoped,
    outlook,
    turning_costs,
    turns_away,
    weights,
)
from games.court.state import Stake, state_of
from games.court.tokens import open_pools
from games.engine.values import Seat
from tests.games.court.build import at_event, lay

LATER = "dragon levy border exile"


@pytest.mark.parametrize(
    ("turn", "events", "away"),
    [
        pytest.param(0, LATER, 0, id="its own turn: it unturns next"),
        pytest.param(1, LATER, 2, id="two Events before it unturns"),
        pytest.param(2, LATER, 1, id="one Event before it unturns"),
        pytest.param(1, "", 0, id="the last Event: there is nothing to save for"),
    ],
)
def test_how_long_somebody_turned_is_missed(turn: int, events: str, away: int) -> None:
    s = lay({0: "odo"}, turn=turn, events=events)
    assert turns_away(s.table, Seat(0)) == away
    costs = turning_costs(s.table, Seat(0), state_of(s.table).people["odo"])
    assert (costs > 0) is (away > 0)


def test_what_the_richest_rival_gains_counts_most() -> None:
    s = lay(favor=(5, 4, 9))
    share = weights(s.table, Seat(0))
    assert share[Seat(2)] > share[Seat(1)] > 0
    assert Seat(0) not in share


def test_each_sum_is_brought_by_what_costs_least() -> None:
    dear, cheap, free = Means("dear", 3, 9), Means("cheap", 3, 4), Means("free", 2, 0)
    sums = cheapest([dear, cheap, free])
    assert sums[3] == (4, (cheap,))
    assert sums[5] == (4, (cheap, free))
    assert sums[8] == (13, (dear, cheap, free))
    assert 0 not in sums


def test_a_plot_may_take_more_than_one_and_begins_with_what_is_free() -> None:
    s = lay({0: "odo"}, turn=1, events=LATER)
    plot = best_plot(s.table, at_event(s, "poets", "1:5"), Seat(0))
    assert plot is not None
    assert (plot.pool, plot.first.option) == ("0", "gift 0")


def test_nobody_plots_where_nothing_can_be_changed() -> None:
    s = lay()
    assert best_plot(s.table, at_event(s, "lists", "0:1 1:11 2:7"), Seat(0)) is None


def test_a_rival_is_supported_where_that_keeps_a_richer_one_from_winning() -> None:
    s = lay(favor=(3, 4, 14))
    affair = at_event(s, "cathedral", "0:1 1:6 2:7")
    plot = best_plot(s.table, affair, Seat(0))
    assert plot is not None
    assert plot.pool == "1"


@pytest.mark.parametrize(
    ("key", "pools"),
    [
        pytest.param("poets", "0:1 1:3:hob 2:3", id="a Contest"),
        pytest.param("question", "1:2", id="a Mandatory Contest"),
        pytest.param("border", "support:2:0 oppose:6:1", id="a Challenge"),
        pytest.param("treasurer", "support:4:2 oppose:4:1 oppose:2:0", id="a tie"),
    ],
)
def test_equal_ends_have_equal_consequences(key: str, pools: str) -> None:
    s = lay({0: "odo", 1: "hob"}, favor=(3, 4, 14), turn=1, events=LATER)
    affair = at_event(s, key, pools)
    standing = Standing(s.table, affair)
    found: dict[object, int] = {}
    for pool in open_pools(s.table, state_of(s.table), affair, Seat(0)):
        for amount in range(1, 9):
            more = with_stake(affair, Stake(pool, amount, Seat(0), ""))
            value = outlook(s.table, more, Seat(0))
            assert found.setdefault(standing.ends(pool, amount, Seat(0)), value) == value
    assert len(found) > 1


def test_free_support_is_given_in_hope_where_others_could_make_it_win() -> None:
    s = lay({1: "brann corvin ulrike"}, turn=0, events=LATER)
    assert hoped(s.table, at_event(s, "dragon", "oppose:9:1"), Seat(0)) == "gift support"


def test_nobody_hopes_for_what_all_together_cannot_do() -> None:
    s = lay(turn=0, events=LATER)
    assert hoped(s.table, at_event(s, "dragon", "oppose:30:1"), Seat(0)) is None


def test_nobody_hopes_for_what_would_hurt() -> None:
    s = lay({1: "odo isaura"}, favor=(14, 4, 3), turn=1, events=LATER)
    assert hoped(s.table, at_event(s, "confidence"), Seat(0)) is None
