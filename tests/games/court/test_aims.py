"""Whether there is anything that a card or a power may aim at, before anybody is asked."""

from __future__ import annotations

import pytest

from games.court.aims import Cause, can_aim, is_feasible
from games.court.cards import Pool, PoolUse
from games.court.deck import CATALOGUE
from games.engine.values import Seat
from tests.games.court.build import at_event, lay


@pytest.mark.parametrize(
    ("event", "pools", "use", "another", "found"),
    [
        ("", "", PoolUse.ADD, False, False),  # no Event is held
        ("ball", "", PoolUse.ADD, False, True),  # one's own pool is open
        ("levy", "", PoolUse.ADD, False, True),
        ("ball", "", PoolUse.TAKE, False, False),  # nothing lies there to be taken
        ("ball", "1:2", PoolUse.TAKE, False, True),
        ("ball", "0:2", PoolUse.ADD, True, False),  # the only open pool is chosen already
        ("ball", "0:2 1:2", PoolUse.ADD, True, True),
        ("levy", "support:2:0", PoolUse.ADD, True, True),
    ],
)
def test_a_pool_to_add_to_is_ones_own_unless_it_has_to_be_another(
    event: str, pools: str, use: PoolUse, another: bool, found: bool
) -> None:
    """HA-67, HAG-35: where there is an Event there is always one, but not always a second."""
    s = lay()
    if event:
        at_event(s, event, pools)
    cause = Cause(Seat(0), "", chosen=["0"] if another else [])
    aim = Pool("", use, another=another)
    assert can_aim(s.table, aim, cause) is found


@pytest.mark.parametrize(("pools", "feasible"), [("0:3", False), ("0:3 1:2", True)])
def test_tokens_are_moved_only_where_there_is_another_pool(pools: str, feasible: bool) -> None:
    s = lay()
    at_event(s, "ball", pools)
    aims = CATALOGUE.action("livery").aims
    assert is_feasible(s.table, aims, Cause(Seat(0), "")) is feasible
