"""Real records, stepped through and verified: what the screens show is what is in them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cli.model.replay import load
from cli.model.transcript import transcript
from cli.tui.screens.replay import ReplayScreen
from cli.tui.screens.start import Start
from games.engine.values import Seat
from games.inheritance.cards import DECK
from p2p.errors import LocalError
from p2p.record.record import Record
from tests.cli.tui.house import SIZES, LocalTable, Stage, golden
from tests.cli.tui.replays import played, replayed
from tests.p2p import records


def shown(size: str = "small", step: int | None = None) -> tuple[Stage, ReplayScreen]:
    stage = Stage(size)
    screen = ReplayScreen(stage.ui, replayed(), "game.crownless", step=step)
    stage.show(Start(stage.ui, "Ana"), screen)
    return stage, screen


def test_a_replay_has_every_line_and_the_result() -> None:
    replay = replayed()
    assert not replay.trouble
    assert replay.outcome is not None
    assert replay.moments[0].lines == 0
    assert replay.moments[-1].lines == len(replay.lines)
    fed = [moment.fed for moment in replay.moments]
    assert fed == sorted(fed)


def test_going_back_and_forth_shows_the_same() -> None:
    replay = replayed()
    places = range(len(replay.moments))
    forth = [replay.view(place, Seat(0)) for place in places]
    back = [replay.view(place, Seat(0)) for place in reversed(places)]
    assert forth == back[::-1]


def test_a_seat_knows_no_more_than_the_record_tells() -> None:
    replay = replayed()
    place = len(replay.moments) // 2
    assert not replay.view(place, None).hand
    hand = replay.view(place, Seat(1)).hand
    assert hand
    for card in hand:
        assert card.id is not None
        assert (card.short != "?") == (card.id in replay.later)


def test_keys_step_by_event_and_turn() -> None:
    stage, screen = shown()
    stage.press("right", "right", "left")
    assert screen.place == 1
    stage.press("end")
    last = screen.place
    assert last == len(screen.replay.moments) - 1
    assert "Won by" in stage.status
    stage.press("right")
    assert "This is the end" in stage.text
    stage.press("up")
    turn = screen.replay.moments[screen.place].turn
    assert turn != screen.replay.moments[last].turn
    stage.press("down")
    assert screen.replay.moments[screen.place - 1].turn == turn
    stage.press("home", "s")
    assert screen.eyes == 0
    stage.press("s", "s", "s")
    assert screen.eyes is None


def test_search_and_step_go_to_a_moment() -> None:
    stage, screen = shown()
    stage.press("/", *"plays the", "enter")
    first = screen.place
    assert "plays the" in stage.status
    stage.press("n")
    assert screen.place != first
    stage.press("g", *"1", "enter")
    assert screen.place == 0
    stage.press("/", *"xyzzy", "enter")
    assert "Nothing in the story" in stage.text


def test_it_plays_by_itself_to_the_end() -> None:
    stage, screen = shown()
    stage.press("space")
    for _ in range(len(screen.replay.moments) + 2):
        stage.now += 3
        stage.ui.tick(stage.now)
    assert screen.place == len(screen.replay.moments) - 1


@pytest.mark.golden
@pytest.mark.parametrize("size", SIZES)
def test_replay_screen(size: str) -> None:
    stage, _ = shown(size)
    stage.press("s", *["right"] * 6)
    golden("replay", "step", stage, counts=False)


def test_a_record_that_does_not_hold_is_stepped_through_as_far_as_it_does() -> None:
    record = played()
    cut = Record(record.charter, record.messages[:-10], ())
    replay = load(cut.encode(), {})
    assert replay.outcome is None
    assert replay.trouble == ""
    other = record.messages[30]
    broken = records.changed(
        other,
        lambda message: replace(message, digest=bytes(32)),
        records.signer(other.message.seat),
    )
    bad = Record(record.charter, (*record.messages[:30], broken, *record.messages[31:]), ())
    replay = load(bad.encode(), {})
    assert replay.trouble
    stage = Stage()
    screen = ReplayScreen(stage.ui, replay, "x", step=replay.moments[-1].step)
    stage.show(screen)
    assert "The last moment that holds" in stage.text
    earlier = replay.moments[0].step
    stage.show(ReplayScreen(stage.ui, replay, "x", step=earlier))
    assert f"The table at step {earlier}; " in stage.text


def test_a_line_of_the_story_is_found_at_the_first_moment_that_tells_it() -> None:
    replay = load(played().encode(), {})
    for line in range(1, len(replay.lines) + 1):
        place = replay.at_line(line)
        assert replay.moments[place].lines >= line
        assert place == 0 or replay.moments[place - 1].lines < line


def test_what_is_no_record_is_said() -> None:
    with pytest.raises(LocalError, match="no record of a Crownless table"):
        load(b"nothing", {})
    with pytest.raises(LocalError, match="before the game begins"):
        load(Record(played().charter, (), ()).encode(), {})


def test_a_click_on_the_title_of_an_area_says_what_lies_there() -> None:
    stage, screen = shown()
    stage.press("end")
    spot = next(s for s in stage.picture().spots if s.target.panel == "area")
    stage.click(spot.rect.x, spot.rect.y)
    assert screen.at["board"] == 0
    assert "Parents: " in stage.text


def test_a_record_without_its_rules_is_stepped_through_as_data() -> None:
    data = played().encode()
    replay = load(data, {}, find_rules=lambda draft: None)
    lines = transcript(replay)
    assert not replay.ruled
    assert any(line.startswith("This release does not have the rules") for line in lines)
    assert any("shuffle" in line for line in lines)
    assert any(line.startswith("As the record has it, ") for line in lines)
    assert not any("Won by" in line for line in lines)
    assert replay.trouble == ""
    for place in range(len(replay.moments)):
        assert replay.view(place, None).areas


def test_in_a_replay_of_our_own_running_game_our_hand_can_be_read() -> None:
    whole = replayed()
    place = len(whole.moments) // 2
    hidden = [card for card in whole.view(place, Seat(1)).hand if not card.known]
    assert hidden
    assert hidden[0].id is not None
    ours = replace(whole, own=Seat(1), seen={hidden[0].id: DECK[0].face})
    shown_now = [card for card in ours.view(place, Seat(1)).hand if card.id == hidden[0].id]
    assert [card.title for card in shown_now] == [DECK[0].name]
    theirs = [card for card in ours.view(place, Seat(0)).hand if not card.known]
    assert theirs == [card for card in whole.view(place, Seat(0)).hand if not card.known]


def test_a_table_keeps_for_its_replay_what_its_seat_could_read() -> None:
    table, stage = LocalTable(seed=4), Stage()
    screen = stage.sit(table)
    hand = table.snapshot().knowledge.faces
    table.decide(table.advised())
    stage.take(screen.state, table.snapshot())
    assert hand.items() <= screen.state.faces.items()
    assert "faces" not in repr(screen.state)
