"""What to say as a table goes on: lines, newest last, nothing said twice.

It puts into words what the follower of the table gives out: the story, cards that came to the hand,
who went off line and came back, whom the table waits for, how far a shuffle is. Pure: the clock is
passed in, nothing is printed here. Held by tests/cli/plain/test_feed.py.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import replace

from cli.console.text import QUARTERS, SLOW, wrapped
from cli.model.table_follower import TableFollower, TableNews
from cli.model.table_text import (
    emptied_lines,
    hand_card_lines,
    hand_lines,
    pile_entries,
    table_entries,
)
from games.engine.values import CardId
from games.engine.view import Area, View
from p2p.client.updates import Progress

PATIENCE = (3.0, 30.0, 120.0, 600.0, 3600.0)
"""Seconds of waiting after which it is said again for whom; then every hour."""
STORY = 6
"""So many lines of a longer story are told when coming back to a table."""


AS_BEFORE = "  The rest is as it was; table tells all of it."
NOTHING_ELSE = "  Nothing else has changed; table tells all of it."
"""Than whose turn it is and how far it has come; what came to a pile the story has told."""


def _without(view: View, asked: Collection[CardId]) -> View:
    """The table without what nobody has, where a question lists all of it with what it does."""

    def is_listed(area: Area) -> bool:
        return area.owner is None and all(card.gist and card.id in asked for card in area.cards)

    areas = tuple(area for area in view.areas if not area.cards or not is_listed(area))
    return replace(view, areas=areas)


class TableFeed:
    """What has been said so far, and hence what is still to be said."""

    def __init__(self, follower: TableFollower) -> None:
        self._follower = follower
        self._hand: Counter[str] = Counter()
        self._given: dict[CardId, str] = {}
        """Cards that answers of ours have given away, and that are in the hand for now."""
        self._table: tuple[list[list[str]], View | None] = ([], None)
        """The table as it was last shown, in words and as data."""
        self._said = 0
        self._quarter = (-1, -1, 0)
        """Of which step and seat's shuffle how many quarters have been said."""

    # What happened

    def lines(self, news: TableNews) -> list[str]:
        """What is new in the newest snapshot."""
        names, view = self._follower.names, self._follower.view
        lines = self._story(news)
        lines += self._drawn(view) if view is not None else []
        lines += [f"{names[seat]} is on line again." for seat in news.back]
        if news.waits_anew:
            self._said = 0
        return lines

    def table(self, whole: View, asked: Collection[CardId] = ()) -> list[str]:
        """The table, or what has changed there since it was last shown here, if that is little: at
        a new turn less than a quarter, within a turn less than half. What is the same all game is
        told once, and what is `asked` about by the question that follows."""
        names, view = self._follower.names, _without(whole, asked)
        (before, seen), now = self._table, table_entries(view, names)
        self._table = (now, whole)
        if now == before:
            return []
        if seen is None:
            return [line for entry in now for line in entry]
        turn, *brief = table_entries(view, names, brief=True)
        fresh = [said for said, entry in zip(brief, now[1:], strict=True) if entry not in before]
        # D-140: who listens has heard nearly all of a table a question before.
        share = 2 if (seen.same_turn or seen.turn) == (view.same_turn or view.turn) else 4
        if share * len(fresh) > len(now):
            return [line for entry in (turn, *brief) for line in entry]
        piles = pile_entries(view, names)
        changed = [line for entry in fresh if entry not in piles for line in entry]
        changed += emptied_lines(whole, seen, names)
        return [*turn, *changed, AS_BEFORE if changed else NOTHING_ELSE]

    def _story(self, news: TableNews) -> list[str]:
        """The new lines; of a longer story to which we come back, the last of them."""
        lines, fresh = [], news.lines
        if news.begins and not fresh:
            lines = ["The game begins."]
        elif news.begins and len(fresh) > STORY:
            left_out, fresh = len(fresh) - STORY, fresh[-STORY:]
            lines = [f"The story goes on after {left_out} lines; the last of it (more: log 99):"]
        for line in fresh:
            lines += wrapped(self._follower.names.put_into(line.text), rest="  ")
        return lines

    def _drawn(self, view: View) -> list[str]:
        """Cards that are new in the hand, each with its text; the whole hand the first time."""
        if any(not card.known for card in view.hand):
            return []  # it is not all here yet
        names = self._follower.names
        titles, there = Counter(card.title for card in view.hand), {card.id for card in view.hand}
        left = [self._given.pop(card) for card in list(self._given) if card not in there]
        before, self._hand = self._hand - Counter(left), titles
        if not before:
            return hand_lines(view, names) if view.hand else []
        fresh = titles - before
        if not fresh:
            return []
        lines = ["New in your hand:"]
        for number, card in enumerate(view.hand, 1):
            if fresh[card.title]:
                fresh[card.title] -= 1
                lines += hand_card_lines(number, card, names)
        return lines

    def gave(self, cards: Collection[CardId]) -> None:
        """An answer with these cards has gone out: one of the same title that comes then is new."""
        view = self._follower.view
        hand = () if view is None else view.hand
        self._given |= {
            card.id: card.title for card in hand if card.id is not None and card.id in cards
        }

    # What the time alone makes worth saying

    def tick(self, now: float) -> list[str]:
        """Who is off line by now, and whom the table has been waiting for."""
        follower = self._follower
        if follower.snapshot is None or follower.over:
            return []
        names, attendance = follower.names, follower.attendance
        lines = [
            f"{names[seat]}: {attendance.absence(seat, now)}."
            for seat in attendance.newly_lost(now)
        ]
        for seat in attendance.newly_away(now):
            said = attendance.away_since(seat, now)
            lines.append(f"{names[seat]} is {said}; the table waits when it must.")
        if follower.waits_for_others and follower.seconds_waited(now) >= self._patience():
            self._said += 1
            lines += wrapped(follower.waiting(now))
        return lines

    def due(self, now: float) -> float | None:
        """In how many seconds `tick` may have something to say; None for never."""
        follower = self._follower
        if follower.snapshot is None or follower.over:
            return None
        lost = follower.attendance.lost_due()
        times = [lost - now] if lost is not None else []
        if follower.waits_for_others:
            times.append(self._patience() - follower.seconds_waited(now))
        return max(0.0, min(times)) if times else None

    def _patience(self) -> float:
        past = self._said - len(PATIENCE) + 1
        return PATIENCE[min(self._said, len(PATIENCE) - 1)] + max(0, past) * PATIENCE[-1]

    # Shuffles

    def progress(self, progress: Progress, now: float) -> list[str]:
        """How far a shuffle is, in quarters, once it has taken longer than a moment."""
        name = self._follower.names[progress.seat]
        began = self._follower.shuffle.take(progress, now).began
        if self._quarter[:2] != (progress.step, progress.seat):
            self._quarter = (progress.step, progress.seat, 0)
        quarter = 4 * progress.done // max(1, progress.total)
        if now - began < SLOW or quarter <= self._quarter[2]:
            return []
        self._quarter = (progress.step, progress.seat, quarter)
        return [f"Shuffle, turn of {name}: {QUARTERS[quarter]} done."]
