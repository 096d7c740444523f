"""The moves of others one after the other, and what stays marked."""

from __future__ import annotations

from dataclasses import replace

from cli.model.intents import Say
from cli.tui.table.pacing import Pacing
from cli.tui.table.screen import TableScreen
from cli.tui.table.status import seats_shown
from games.engine.view import Area, View
from tests.cli.tui.house import LocalTable, Stage


def view(*notes: str) -> View:
    areas = tuple(Area(str(n), "", (), note) for n, note in enumerate(notes))
    return View("x", "X", "", areas, (), (), ())


FIRST, SECOND, THIRD = view("a", "b"), view("a", "c"), view("d", "c")


def test_each_moment_is_shown_for_its_time_and_marks_what_it_changed() -> None:
    pacing = Pacing(1.0)
    pacing.take(0, FIRST, 0.0)
    pacing.take(1, SECOND, 0.1)
    assert pacing.shown is not None
    assert (pacing.shown.view, set(pacing.changed)) == (SECOND, {"1"})
    pacing.take(2, THIRD, 0.2)
    assert pacing.is_behind
    assert pacing.shown.view == SECOND
    assert not pacing.advance(1.0)
    assert pacing.advance(1.2)
    assert (pacing.shown.view, set(pacing.changed)) == (THIRD, {"0"})
    assert not pacing.is_behind


def test_what_comes_without_a_new_line_belongs_to_the_moment_before() -> None:
    pacing = Pacing(1.0)
    pacing.take(0, FIRST, 0.0)
    pacing.take(1, FIRST, 0.0)
    pacing.take(1, SECOND, 0.1)
    assert pacing.shown is not None
    assert pacing.shown.view == SECOND
    assert not pacing.is_behind


def test_skipping_marks_all_that_was_skipped() -> None:
    pacing = Pacing(1.0)
    pacing.take(0, FIRST, 0.0)
    for number, seen in enumerate((FIRST, SECOND, THIRD), 1):
        pacing.take(number, seen, 0.0)
    pacing.skip(0.5)
    assert pacing.shown is not None
    assert (pacing.shown.lines, set(pacing.changed)) == (3, {"0", "1"})
    assert not pacing.is_behind


def test_without_a_pace_nothing_waits() -> None:
    pacing = Pacing()
    for number, seen in enumerate((FIRST, SECOND, THIRD)):
        pacing.take(number, seen, 0.0)
    assert not pacing.is_behind
    assert pacing.changed == {"0"}


# On the screen


def moved(*, told_first: bool) -> tuple[Stage, LocalTable]:
    """A table of three after our first answers, with the others' moves told at a pace."""
    table, stage = LocalTable(seed=4), Stage()
    snapshots = [table.snapshot()]
    screen = stage.sit(table, snapshots[0])
    screen.state.pacing.seconds = 1.0
    screen.state.told_first = told_first
    screen.state.sent()
    table.decide(table.advised())
    for lines in (1, 3, len(table.snapshot().lines)):
        stage.take(screen.state, cut(table, lines))
    return stage, table


def cut(table: LocalTable, lines: int):  # type: ignore[no-untyped-def]
    """A snapshot with the first lines of the story; the question comes with all of them."""
    now = table.snapshot()
    whole = lines == len(now.lines)
    return replace(now, lines=now.lines[:lines], prompt=now.prompt if whole else None)


def test_an_own_question_ends_the_pacing_and_what_was_skipped_stays_marked() -> None:
    stage, table = moved(told_first=False)
    assert "Play a card." in stage.text
    last = table.snapshot().lines[-1]
    assert f"{len(table.snapshot().lines):>3}▸" in stage.text, last


def test_a_question_may_wait_until_the_moves_were_shown() -> None:
    stage, _ = moved(told_first=True)
    assert "Play a card." not in stage.text
    stage.now += 1.1
    stage.picture()
    stage.now += 1.1
    assert "Play a card." in stage.text


def test_any_key_shows_all_moves_at_once() -> None:
    stage, _ = moved(told_first=True)
    stage.press("x")
    assert "Play a card." in stage.text


def test_what_is_said_meanwhile_is_typed_and_skips_nothing() -> None:
    stage, _ = moved(told_first=True)
    screen = stage.ui.top
    assert isinstance(screen, TableScreen)
    screen.state.can_chat = True
    screen.chat.open()
    stage.ui.key("h", stage.now)
    stage.ui.key("i", stage.now)
    assert screen.state.pacing.is_behind
    stage.ui.key("enter", stage.now)
    assert stage.ui.intents[-1] == Say("hi")


# The hand


def test_the_cursor_follows_its_card_and_new_cards_are_marked() -> None:
    table, stage = LocalTable(seed=4), Stage()
    screen = stage.sit(table)
    titles = [card.title for card in screen.shown.cards()]
    stage.press("right", "right")
    kept = titles[2]
    answer = table.advised()
    screen.state.sent()
    table.decide(answer)
    table.decide(table.advised())
    stage.take(screen.state, table.snapshot())
    stage.picture()
    cards = screen.shown.cards()
    fresh = [card.title for card in cards if card.id in screen.state.fresh_cards()]
    assert fresh
    assert not set(fresh) & set(titles)
    if kept in [card.title for card in cards]:
        assert cards[screen.cursor.at["hand"]].title == kept
    assert "▸" in next(line for line in stage.lines() if line.startswith("│ 1"))


def test_the_seat_whose_move_is_told_is_marked_until_we_are_asked() -> None:
    table, stage = LocalTable(seed=4), Stage()
    state = stage.sit(table).state
    view, pacing = state.view, Pacing()
    assert view is not None
    fewer = tuple(replace(one, hand=4) if one.seat == 1 else one for one in view.seats)
    pacing.take(0, replace(view, seats=fewer), 0.0)
    pacing.take(1, view, 0.1)
    state.pacing = pacing
    assert not any(line.changed for line in seats_shown(state, stage.now))
    state.editor = None
    assert [line.changed for line in seats_shown(state, stage.now)] == [False, True, False]
