"""Orders by keys and clicks: whom they go to, where they aim, what is sent."""

from __future__ import annotations

import pytest

from cli.model.intents import Decide
from cli.tui.boards.scene import BOARD
from cli.tui.table.screen import TableScreen
from cli.tui.toolkit.actions import conflicts
from cli.tui.toolkit.canvas import Target
from games.engine.choice import Answer
from games.engine.plan_draft import PlanDraft
from games.fortress.build_draft import BuildDraft
from games.fortress.order_draft import OrderDraft
from games.fortress.standing import Mine
from tests.cli.fortress import played, sensible
from tests.cli.tui.house import LocalTable, Stage


def at_orders(rounds: int = 9, size: str = "small") -> tuple[Stage, TableScreen, LocalTable]:
    stage = Stage(size)
    screen, table = played(stage, rounds)
    return stage, screen, table


def plan_of(screen: TableScreen) -> PlanDraft:
    plan = screen.shown.plan
    assert plan is not None
    return plan


def test_a_question_begins_with_the_first_who_would_do_nothing() -> None:
    _, screen, _ = at_orders()
    first = next(one for one in plan_of(screen).subjects if one.idle)
    assert screen.shown.chosen == first
    assert (screen.cursor.focus, screen.cursor.at[BOARD]) == (BOARD, first.cell)


def test_arrows_go_from_hex_to_hex_and_down_goes_straight() -> None:
    stage, screen, _ = at_orders()
    seen = plan_of(screen).map
    start = screen.cursor.at[BOARD]
    here = seen.places[start]
    stage.press("right", "left")
    assert screen.cursor.at[BOARD] == start
    stage.press("up", "up")
    above = seen.places[screen.cursor.at[BOARD]]
    assert (above.q - here.q, above.r - here.r) == (1, -2)
    stage.press("down", "down")
    assert screen.cursor.at[BOARD] == start


def test_an_order_goes_to_the_cursor_and_is_undone() -> None:
    stage, screen, _ = at_orders()
    chosen = screen.shown.chosen
    assert chosen is not None
    before = plan_of(screen)
    stage.press("right", "g")
    after = plan_of(screen)
    assert isinstance(after, OrderDraft)
    assert after.given
    stage.press("u")
    assert plan_of(screen) == before
    stage.press("U")
    assert plan_of(screen) == after


def test_space_does_what_aims_first_and_chooses_an_own_one() -> None:
    stage, screen, _ = at_orders()
    stage.press("right", "space")
    plan = plan_of(screen)
    assert isinstance(plan, OrderDraft)
    assert plan.given
    other = next(one for one in plan.subjects if one.key != screen.cursor.subject)
    assert other.cell is not None
    screen.cursor.put(BOARD, other.cell)
    stage.press("space")
    assert screen.shown.chosen is not None
    assert screen.shown.chosen.key == other.key


def test_tab_goes_to_whoever_is_idle_and_digits_to_anybody() -> None:
    stage, screen, _ = at_orders(3)
    subjects = plan_of(screen).subjects
    stage.press("1")
    assert screen.cursor.subject == subjects[0].key
    stage.press("tab")
    assert screen.shown.chosen is not None
    idle = [one.key for one in subjects if one.idle or one.alarm]
    assert screen.shown.chosen.key in (idle or [subjects[1].key])


def test_what_cannot_be_is_said() -> None:
    stage, screen, _ = at_orders()
    chosen = screen.shown.chosen
    assert chosen is not None
    far = plan_of(screen).map.home
    screen.cursor.put(BOARD, far)
    stage.press("t")  # nobody turns in the field
    assert screen.shown.chosen == chosen


def test_enter_twice_seals_and_what_stands_is_kept_for_the_next_round() -> None:
    stage, screen, table = at_orders()
    editor = screen.state.editor
    assert editor is not None
    sensible(editor)
    digging = [n for n, one in _standing(screen).items() if one == Mine()]
    assert digging
    stage.press("enter")
    assert stage.status.lstrip().startswith("DRAFT")
    assert not [one for one in stage.ui.intents if isinstance(one, Decide)]
    stage.press("enter")
    (sent,) = [one for one in stage.ui.intents if isinstance(one, Decide)]
    assert isinstance(sent.decision, Answer)
    table.decide(sent.decision)
    stage.take(screen.state, table.snapshot())
    assert set(_standing(screen)) <= set(digging)
    assert _standing(screen)


def _standing(screen: TableScreen) -> dict[int, object]:
    plan = plan_of(screen)
    assert isinstance(plan, OrderDraft)
    return dict(plan.standing)


def test_a_fortress_is_built_with_the_keys_of_the_map() -> None:
    stage = Stage()
    screen, _ = played(stage, 0)
    stage.press("right", "g")
    plan = plan_of(screen)
    assert isinstance(plan, BuildDraft)
    assert plan.laid[0][0] == screen.cursor.at[BOARD]
    assert screen.cursor.subject == "p2"  # nothing more can be said of a single Tile
    goal = next(cell for cell, sign in plan.reach("p2").items() if sign == "+")
    screen.cursor.put(BOARD, goal)
    stage.press("g")
    laid = plan_of(screen)
    assert isinstance(laid, BuildDraft)
    assert laid.laid[1] == (goal, 0)
    assert screen.cursor.subject == "p2"  # it may be turned
    stage.press("t")
    turned = plan_of(screen)
    assert isinstance(turned, BuildDraft)
    assert turned.laid[1][1] > 0


def test_after_an_order_the_next_who_would_do_nothing_is_offered() -> None:
    stage, screen, _ = at_orders(6)
    idle = [one.key for one in plan_of(screen).subjects if one.idle]
    assert idle == ["c1", "c2"]
    assert screen.cursor.subject == idle[0]
    stage.press("x")
    assert screen.cursor.subject == idle[1]
    assert screen.cursor.at[BOARD] == next(
        one.cell for one in plan_of(screen).subjects if one.key == idle[1]
    )


def test_a_click_chooses_and_a_second_one_orders() -> None:
    stage, screen, _ = at_orders()
    stage.picture()
    plan = plan_of(screen)
    idle = next(one for one in plan.subjects if one.idle)
    goal = next(cell for cell, sign in plan.reach(idle.key).items() if sign == "+")
    screen.click(Target(BOARD, goal))
    assert screen.cursor.at[BOARD] == goal
    assert plan_of(screen) == plan
    screen.click(Target(BOARD, goal))
    assert plan_of(screen) != plan


def test_around_report_and_board_are_windows() -> None:
    stage, _, _ = at_orders()
    stage.press("i")
    assert "Around" in stage.text
    stage.press("esc", "e")
    assert "The last round, as you know it" in stage.text
    stage.press("esc", "b")
    assert "Gauge of the next Artifact" in stage.text


def test_typed_orders_and_the_map_work_here_too() -> None:
    stage, screen, _ = at_orders()
    idle = next(one for one in plan_of(screen).subjects if one.idle)
    assert screen.commands.obey(f"{idle.key} stay") == ""
    plan = plan_of(screen)
    assert isinstance(plan, OrderDraft)
    assert plan.given
    assert screen.commands.obey("nobody go 1,1").startswith("Nobody is called nobody.")
    assert screen.commands.obey(f"map {idle.key}") == ""
    assert screen.cursor.at[BOARD] == idle.cell
    assert "Around" in stage.text
    assert screen.commands.obey("map 99,0") == "There is no hex 99,0 on this map."
    assert screen.commands.obey("map") == ""
    assert "The whole board" in stage.text


@pytest.mark.parametrize("rounds", [0, 1, 5])
def test_no_two_actions_share_a_key(rounds: int) -> None:
    stage, _, _ = at_orders(rounds)
    assert not conflicts(stage.ui.actions())


def test_a_spectator_sees_seats_and_no_map() -> None:
    stage = Stage()
    _, table = played(Stage(), 2)
    stage.sit(table, table.snapshot(seat=None))
    assert "Ben" in stage.text
    assert "0/12" in stage.text or "0 of 12" in stage.text


def test_rivals_that_were_not_there_at_the_last_orders_are_marked() -> None:
    stage = Stage()
    screen, _ = played(stage, 7, seed=9)
    follower = screen.state.follower
    (cell,) = follower.new_on_map
    place = plan_of(screen).map.places[cell]
    assert (place.sign, place.owner, place.seen) == ("Ic", 2, "now")
    screen.cursor.at[BOARD] = cell
    assert "[Ic" not in stage.text  # the mark stands where the bracket of the cursor would
    assert "!Ic" in stage.text
    first, _ = played(Stage(), 0)
    assert not first.state.follower.new_on_map
