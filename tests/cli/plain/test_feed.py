"""What is news at a table, and when: with a clock that the test moves."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cli.model.attendance import AWAY_SECONDS, GRACE_SECONDS
from cli.model.table_follower import TableFollower
from cli.plain.feed import AS_BEFORE, NOTHING_ELSE, PATIENCE, STORY, TableFeed
from games.engine.private import NOTHING_KNOWN
from games.engine.table import LogLine
from games.engine.values import CardId, Outcome, Seat
from games.king.heirs import Person
from games.king.state import state_of
from p2p.client.play.snapshot import Snapshot, Wait
from p2p.client.updates import Progress
from p2p.session.session import Ending
from tests.cli.cast import ADA_BEN, moment, play_prompt
from tests.games.inheritance.build import lay
from tests.games.king.build import BARON, DUKE, EARL, KING, MARQUIS, VISCOUNT, court


class FollowedTable:
    """A follower of a table between Ada and Ben, and what is said of it."""

    def __init__(self) -> None:
        self.follower = TableFollower(time_of_day=lambda ago: "14:02")
        self.follower.names = ADA_BEN
        self.feed = TableFeed(self.follower)

    def news(self, snapshot: Snapshot, now: float) -> list[str]:
        """What is said of a snapshot."""
        return self.feed.lines(self.follower.take(snapshot, now))


A_DECISION = (Wait(1, "choosing", decides=True),)


def told(*texts: str) -> tuple[LogLine, ...]:
    return tuple(LogLine(text, (), 1) for text in texts)


def test_each_line_of_the_story_is_told_once_with_names() -> None:
    table, base = FollowedTable(), moment()
    assert table.news(replace(base, lines=told("{0} bows")), 0.0) == ["Ada bows"]
    assert table.news(replace(base, lines=told("{0} bows")), 1.0) == []
    assert table.news(replace(base, lines=told("{0} bows", "{1} too")), 2.0) == ["Ben too"]


def test_the_game_begins_once() -> None:
    table = FollowedTable()
    s = lay(["", ""], [["7 war"], ["2 war"]])
    first = table.news(moment(s), 0.0)
    assert first[0] == "The game begins."
    assert "Your hand, 1 card:" in first
    assert table.news(moment(s), 1.0) == []


def test_coming_back_tells_only_the_last_of_a_long_story() -> None:
    table = FollowedTable()
    s = lay(["", ""], [[], []])
    lines = [f"line {number}" for number in range(20)]
    news = table.news(moment(s, lines=lines), 0.0)
    assert "after 14 lines" in news[0]
    assert news[1:] == lines[-STORY:]


def test_new_cards_are_shown_with_their_text_and_the_same_hand_is_not() -> None:
    table = FollowedTable()
    table.news(moment(lay(["", ""], [["7 war", "1 love"], []])), 0.0)
    assert table.news(moment(lay(["", ""], [["1 love", "7 war"], []])), 1.0) == []
    drawn = table.news(moment(lay(["", ""], [["8 war", "1 love"], []])), 2.0)
    assert drawn[0] == "New in your hand:"
    assert drawn[1].endswith("8 Vizier of war")
    assert "highest rank wins" in drawn[2]
    assert not any("Assassin" in line for line in drawn)


def test_a_card_that_has_not_arrived_is_waited_for() -> None:
    table = FollowedTable()
    s = lay(["", ""], [["7 war"], []])
    unread = replace(moment(s), view=s.game.view(s.table, Seat(0), NOTHING_KNOWN))
    assert table.news(unread, 0.0) == ["The game begins."]
    assert table.news(moment(s), 1.0)[0] == "Your hand, 1 card:"


def test_the_table_is_shown_again_only_when_it_has_changed() -> None:
    table = FollowedTable()
    view = lay(["", ""], [["7 war"], []]).view(0)
    assert table.feed.table(view)
    assert table.feed.table(view) == []
    assert table.feed.table(lay(["9 war", ""], [["7 war"], []]).view(0))


def waiting(table: FollowedTable, now: float, **changes: object) -> Snapshot:
    snapshot = replace(moment(waiting=A_DECISION), **changes)  # type: ignore[arg-type]
    table.news(snapshot, now)
    return snapshot


def test_waiting_is_said_after_a_while_and_then_ever_more_rarely() -> None:
    table = FollowedTable()
    waiting(table, 100.0)
    assert table.feed.tick(100.0 + PATIENCE[0] - 0.1) == []
    assert table.feed.due(100.0) == PATIENCE[0]
    for patience, words in zip(PATIENCE[:3], ("3 s", "30 s", "2 min"), strict=True):
        line = f"Ben is choosing ({words})"
        assert table.feed.tick(100.0 + patience) == [line]
        assert table.feed.tick(100.0 + patience + 0.1) == []
    hours = [t for t in range(0, 5 * 3600, 60) if table.feed.tick(100.0 + t)]
    assert hours == [600, 3600, 7200, 10800, 14400]


def test_waiting_for_something_else_begins_anew() -> None:
    table = FollowedTable()
    waiting(table, 0.0)
    waiting(table, 50.0, waiting=(Wait(1, "getting ready"),))
    assert table.feed.tick(51.0) == []
    assert table.feed.tick(53.0) == ["Ben is getting ready (3 s)"]


def test_nobody_is_waited_for_while_we_are_asked_or_at_the_end() -> None:
    s = lay(["9 war", ""], [["7 war"], []])
    asked = replace(moment(waiting=A_DECISION), prompt=play_prompt(s))
    ended = replace(asked, prompt=None, ending=Ending(Outcome((), "so"), None, (), (0, 1)))
    for snapshot in (asked, ended, None):
        table = FollowedTable()
        if snapshot is not None:
            table.news(snapshot, 0.0)
        assert table.feed.tick(1000.0) == []
        assert table.feed.due(1000.0) is None


def online(table: FollowedTable, now: float, ben: bool | None) -> Snapshot:
    snapshot = moment(online=(True, ben))
    table.news(snapshot, now)
    return snapshot


def test_who_is_off_line_for_longer_than_a_moment_is_named_and_named_again_when_back() -> None:
    table = FollowedTable()
    online(table, 0.0, True)
    online(table, 10.0, False)
    assert table.feed.due(10.0) == GRACE_SECONDS
    assert table.feed.tick(10.0 + GRACE_SECONDS / 2) == []
    assert table.feed.tick(10.0 + GRACE_SECONDS) == ["Ben: reconnecting."]
    assert table.feed.due(20.0) == AWAY_SECONDS - 10.0
    assert table.feed.tick(39.0) == []
    assert table.feed.tick(40.0) == ["Ben is away since 14:02; the table waits when it must."]
    assert table.feed.tick(60.0) == []
    assert table.news(moment(online=(True, True)), 70.0) == ["Ben is on line again."]


def test_a_link_that_is_back_at_once_is_not_worth_a_line() -> None:
    table = FollowedTable()
    online(table, 0.0, True)
    online(table, 10.0, False)
    back = online(table, 10.5, True)
    assert table.feed.tick(60.0) == []
    assert table.news(back, 61.0) == []


@pytest.mark.parametrize("ben", [False, None])
def test_who_was_never_here_or_has_left_is_not_called_off_line(ben: bool | None) -> None:
    table = FollowedTable()
    if ben is None:
        online(table, 0.0, True)
    online(table, 1.0, ben)
    assert table.feed.tick(60.0) == []


def test_a_quick_shuffle_says_nothing_and_a_slow_one_its_quarters() -> None:
    table = FollowedTable()
    quick = [table.feed.progress(Progress(3, 0, done, 40), 0.01 * done) for done in range(41)]
    assert not any(quick)
    slow = [table.feed.progress(Progress(9, 1, done, 40), 100 + 0.1 * done) for done in range(41)]
    assert [line for lines in slow for line in lines] == [
        "Shuffle, turn of Ben: a quarter done.",
        "Shuffle, turn of Ben: half done.",
        "Shuffle, turn of Ben: three quarters done.",
        "Shuffle, turn of Ben: all done.",
    ]


def test_each_turn_of_a_shuffle_has_its_own_time() -> None:
    table = FollowedTable()
    table.feed.progress(Progress(3, 0, 1, 4), 0.0)
    assert table.feed.progress(Progress(3, 1, 4, 4), 10.0) == []
    assert table.feed.progress(Progress(3, 1, 4, 4), 10.6) == ["Shuffle, turn of Ben: all done."]


def test_within_a_turn_only_what_changed_of_the_table_is_told() -> None:
    s = court({"spy": EARL, "queen": BARON}, hands={0: ["bribe"]}, friends={1: ["queen"]})
    watched = TableFollower()
    watched.names = ADA_BEN
    feed = TableFeed(watched)
    whole = feed.table(s.view(0))
    assert any(line.startswith("  Earl (4): ") for line in whole)
    assert feed.table(s.view(0)) == []
    state_of(s.table).owners[Person("spy")] = Seat(0)
    changed = feed.table(s.view(0))
    assert changed[0] == whole[0]
    assert any("Spy [friend of Ada]" in line for line in changed)
    assert not any(line.startswith("  Baron (6): ") for line in changed)
    assert changed[-1] == AS_BEFORE
    s.table.turn = Seat(1)
    assert feed.table(s.view(0))[-1] == NOTHING_ELSE


def test_what_is_the_same_all_game_is_told_once() -> None:
    people = {"spy": EARL, "queen": BARON, "judge": EARL, "fool": BARON, "general": EARL}
    watched = TableFollower()
    watched.names = ADA_BEN
    feed = TableFeed(watched)
    first = " ".join(feed.table(court(people).view(0)))
    assert first.count("Negotiation: ") == 1
    moved = dict(zip(people, (KING, DUKE, MARQUIS, VISCOUNT, BARON), strict=True))
    again = feed.table(court(moved, hands={0: ["bribe"]}).view(0))
    assert AS_BEFORE not in again
    assert "  King: Spy" in again
    assert "Negotiation: " not in " ".join(again)


def test_a_card_in_place_of_one_like_it_that_was_given_is_new() -> None:
    table = FollowedTable()
    s = lay(["", ""], [["7 war", "1 love"], []])
    table.news(moment(s), 0.0)
    view = s.view(0)
    spent, kept = view.hand
    assert spent.id is not None
    table.feed.gave([spent.id])
    assert table.news(moment(s), 1.0) == []  # it is there still
    like_it = replace(view, hand=(replace(spent, id=CardId(999)), kept))
    drawn = table.news(replace(moment(s), view=like_it), 2.0)
    assert drawn[:2] == ["New in your hand:", f"  1. {spent.title}"]
