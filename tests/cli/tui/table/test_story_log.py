"""The story with the chat in between, and the moments that can be gone back to."""

from __future__ import annotations

from dataclasses import replace

from cli.tui.table.story_log import StoryLog
from p2p.client.talk.chat import ChatLine
from tests.cli.tui.house import LocalTable, names_of

NAMES = names_of(3)


def test_chat_stands_where_it_was_said_and_the_oldest_goes_first() -> None:
    table, log = LocalTable(seed=4), StoryLog()
    snapshot = table.snapshot()
    count = len(snapshot.lines)
    log.take(snapshot)
    log.hear((ChatLine(1, "one"), ChatLine(1, "one")), 2)
    table.decide(table.advised())
    log.take(table.snapshot())
    log.hear((ChatLine(2, "two"),), 2)
    shown = log.lines(NAMES, with_chat=True)
    assert [line.number for line in shown[:count]] == list(range(1, count + 1))
    assert shown[count].text == "Ben: one"
    assert shown[-1].text == "Cleo: two"
    assert sum(1 for line in shown if not line.number) == 2
    assert all(line.number for line in log.lines(NAMES, with_chat=False))


def test_a_moment_is_the_table_after_its_last_line() -> None:
    table, log = LocalTable(seed=4), StoryLog()
    first = table.snapshot()
    log.take(first)
    assert first.view is not None
    drawn = replace(first.view, turn="somebody else")
    log.take(replace(first, view=drawn))
    assert log.view_at(len(first.lines)) == drawn
    table.decide(table.advised())
    log.take(table.snapshot())
    assert log.view_at(len(first.lines)) == drawn
    assert log.view_at(10**6) is None
