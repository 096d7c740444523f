"""What to say as a table goes on: a stream of lines, newest last, nothing said twice.

It is told every new snapshot and the time, and gives back the lines that are news: the story, cards
that came to the hand, who went off line and came back, whom the table waits for, how far a shuffle
is. Pure: the clock is passed in, nothing is printed here. Held by tests/cli/plain/test_feed.py.
"""

from __future__ import annotations

from collections import Counter

from cli.console.text import QUARTERS, SLOW, wrapped
from cli.model.table_text import Names, hand_card_lines, hand_lines, table_lines, waiting_line
from games.engine.view import View
from p2p.client.snapshot import Snapshot, Wait
from p2p.client.updates import Progress

PATIENCE = (3.0, 30.0, 120.0, 600.0, 3600.0)
"""Seconds of waiting after which it is said again for whom; then every hour."""
GRACE = 2.0
"""Seconds that a seat may be off line before it is said: most links are back by then."""
STORY = 6
"""So many lines of a longer story are told when coming back to a table."""


class Stream:
    """What has been said so far, and hence what is news."""

    def __init__(self, names: Names) -> None:
        self._names = names
        self._told = 0
        self._begun = False
        self._hand: Counter[str] = Counter()
        self._table: list[str] = []
        self._waits: tuple[Wait, ...] = ()
        self._since = 0.0
        self._said = 0
        self._seen: set[int] = set()
        self._lost: dict[int, float] = {}
        self._missed: set[int] = set()
        self._pass: tuple[int, int] | None = None
        self._pass_began = 0.0
        self._quarter = 0

    # What happened

    def news(self, snapshot: Snapshot, now: float) -> list[str]:
        """What this snapshot has that the ones before had not."""
        lines = [] if snapshot.view is None else self._beginning(snapshot)
        lines += self._story(snapshot)
        if snapshot.view is not None:
            lines += self._drawn(snapshot.view)
        lines += self._links(snapshot, now)
        if snapshot.waiting != self._waits:
            self._waits, self._since, self._said = snapshot.waiting, now, 0
        return lines

    def table(self, view: View) -> list[str]:
        """The table, if it has changed since it was last shown here."""
        lines = table_lines(view, self._names)
        if lines == self._table:
            return []
        self._table = lines
        return lines

    def _beginning(self, snapshot: Snapshot) -> list[str]:
        if self._begun:
            return []
        self._begun = True
        if len(snapshot.lines) <= STORY:
            return ["The game begins."] if not snapshot.lines else []
        self._told = len(snapshot.lines) - STORY
        return [f"The story goes on after {self._told} lines; the last of it (more: log 99):"]

    def _story(self, snapshot: Snapshot) -> list[str]:
        fresh = snapshot.lines[self._told :]
        self._told = len(snapshot.lines)
        lines: list[str] = []
        for line in fresh:
            lines += wrapped(self._names.put_into(line.text), rest="  ")
        return lines

    def _drawn(self, view: View) -> list[str]:
        """Cards that are new in the hand, each with its text; the whole hand the first time."""
        if any(card.short == "?" for card in view.hand):
            return []  # it is not all here yet
        titles = Counter(card.title for card in view.hand)
        before, self._hand = self._hand, titles
        if not before:
            return hand_lines(view, self._names) if view.hand else []
        fresh = titles - before
        if not fresh:
            return []
        lines = ["New in your hand:"]
        for number, card in enumerate(view.hand, 1):
            if fresh[card.title]:
                fresh[card.title] -= 1
                lines += hand_card_lines(number, card, self._names)
        return lines

    # Who is there

    def _links(self, snapshot: Snapshot, now: float) -> list[str]:
        lines = []
        for seat, here in enumerate(snapshot.online):
            if seat == self._names.own:
                continue
            if here:
                self._seen.add(seat)
                self._lost.pop(seat, None)
                if seat in self._missed:
                    self._missed.discard(seat)
                    lines.append(f"{self._names[seat]} is on line again.")
            elif here is False and seat in self._seen and seat not in self._missed:
                self._lost.setdefault(seat, now)
            elif here is None:
                self._lost.pop(seat, None)
        return lines

    def tick(self, snapshot: Snapshot | None, now: float) -> list[str]:
        """What the time alone makes news."""
        if snapshot is None or snapshot.ending is not None:
            return []
        lines = []
        for seat, since in tuple(self._lost.items()):
            if now >= since + GRACE:
                del self._lost[seat]
                self._missed.add(seat)
                lines.append(f"{self._names[seat]} is off line; the table waits when it must.")
        if self._others_wait(snapshot) and now >= self._since + self._patience():
            self._said += 1
            lines += wrapped(self.waiting(snapshot, now))
        return lines

    def due(self, snapshot: Snapshot | None, now: float) -> float | None:
        """In how many seconds `tick` may have something to say; None for never."""
        if snapshot is None or snapshot.ending is not None:
            return None
        times = [since + GRACE for since in self._lost.values()]
        if self._others_wait(snapshot):
            times.append(self._since + self._patience())
        return max(0.0, min(times) - now) if times else None

    def waiting(self, snapshot: Snapshot, now: float) -> str:
        """Whom the table waits for at this moment; empty if for nobody."""
        since = self._since if snapshot.waiting == self._waits else now
        return waiting_line(snapshot.waiting, self._names, snapshot.online, now - since)

    def _others_wait(self, snapshot: Snapshot) -> bool:
        return snapshot.prompt is None and bool(snapshot.waiting)

    def _patience(self) -> float:
        past = self._said - len(PATIENCE) + 1
        return PATIENCE[min(self._said, len(PATIENCE) - 1)] + max(0, past) * PATIENCE[-1]

    # Shuffles

    def progress(self, progress: Progress, now: float) -> list[str]:
        """How far a shuffle is, in quarters, once it has taken longer than a moment."""
        if self._pass != (progress.step, progress.seat):
            self._pass = (progress.step, progress.seat)
            self._pass_began, self._quarter = now, 0
        quarter = 4 * progress.done // max(1, progress.total)
        if now - self._pass_began < SLOW or quarter <= self._quarter:
            return []
        self._quarter = quarter
        return [f"Shuffle, turn of {self._names[progress.seat]}: {QUARTERS[quarter]} done."]
