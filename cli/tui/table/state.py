"""What is known of the table that is shown: fed by the desk, read by the table's screens. Pure.

Held by tests/cli/tui/table/test_table_keys.py.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache

from cli.console.text import ago, listed
from cli.model.check_marks import Checks, full, short
from cli.model.draft import Draft
from cli.model.prompt_model import PromptModel, prompt_key
from cli.model.table_text import Names, waiting_line
from cli.tui.table.draft_editor import DraftEditor
from cli.tui.table.panels import Bar, SeatLine, StoryLine
from games import registry
from games.engine.game import StandingOffer
from games.engine.values import Seat
from games.engine.view import View
from p2p.client.chat import ChatLine
from p2p.client.snapshot import Snapshot, Wait
from p2p.client.updates import Progress

SLOW = 0.5
"""Seconds a shuffle may take before its bars are shown; a bar that flashes is worse than none."""
GRACE = 2.0
"""Seconds that a seat may be off line before it is said."""
HISTORY = 500
"""Moments that can be gone back to on the screen; the replay has all of them."""


@dataclass
class TableState:
    """One table, from when it is opened until it is left."""

    game: str = ""
    again: tuple[int, ...] = ()
    """The seats that want a rematch."""
    names: Names = field(default_factory=lambda: Names(()))
    words: tuple[str, ...] = ()
    snapshot: Snapshot | None = None
    editor: DraftEditor | None = None
    lost_draft: bool = False
    """Whether the last news closed a question on which something was picked already."""
    asked_at: float = -100.0
    checks: Checks = field(default_factory=Checks)
    chat: tuple[ChatLine, ...] = ()
    can_chat: bool = False
    history: list[tuple[int, View]] = field(default_factory=list)
    changed_areas: frozenset[str] = frozenset()
    muted: set[int] = field(default_factory=set)
    foreseen: tuple[Draft, tuple[str, ...]] | None = None
    """For a full draft, what the table would tell if it were sent, as far as that can be known."""
    _sent: tuple[int, bool] | None = None
    _waits: tuple[Wait, ...] = ()
    _since: float = 0.0
    _lost: dict[int, float] = field(default_factory=dict)
    _seen: set[int] = field(default_factory=set)
    _shown_second: tuple[int, bool] = (0, False)
    _shuffle: int = -1
    _shuffle_at: float = 0.0
    _bars: dict[int, tuple[int, int]] = field(default_factory=dict)
    _feed: list[tuple[str, int]] = field(default_factory=list)
    _counts: tuple[int, list[Counter[str]]] = (0, [])

    # News

    def take(self, snapshot: Snapshot, now: float) -> bool:
        """A new snapshot. True if a question is new."""
        before = self.snapshot
        self.lost_draft = False
        self.snapshot = snapshot
        self.checks.take(signed.message for signed in snapshot.good[self.checks.messages :])
        if snapshot.waiting != self._waits:
            self._waits, self._since = snapshot.waiting, now
        told = 0 if before is None else len(before.lines)
        self._feed += [("line", number) for number in range(told, len(snapshot.lines))]
        self._remember(before, snapshot)
        self._links(snapshot, now)
        if snapshot.step > self._shuffle:
            self._bars = {}
        return self._ask(snapshot, now)

    def _remember(self, before: Snapshot | None, after: Snapshot) -> None:
        if after.view is None:
            return
        count = len(after.lines)
        if self.history and self.history[-1][0] == count:
            self.history[-1] = (count, after.view)
            return
        if before is not None and before.view is not None:
            old = {area.key: area for area in before.view.areas}
            self.changed_areas = frozenset(
                area.key for area in after.view.areas if old.get(area.key) != area
            )
        self.history.append((count, after.view))
        del self.history[:-HISTORY]

    def _links(self, snapshot: Snapshot, now: float) -> None:
        for seat, here in enumerate(snapshot.online):
            if here:
                self._seen.add(seat)
            if here is False and seat != self.names.own and seat in self._seen:
                self._lost.setdefault(seat, now)
            else:
                self._lost.pop(seat, None)

    def _ask(self, snapshot: Snapshot, now: float) -> bool:
        prompt = snapshot.prompt
        before = self.editor
        if prompt is None or snapshot.view is None:
            self.editor = None
            self.lost_draft = before is not None and not before.untouched
            return False
        key = prompt_key(prompt)
        if self._sent == key:
            self.editor = None
            return False
        if self.draft is not None and self.draft.model.key == key:
            return False
        self.lost_draft = before is not None and not before.untouched
        model = PromptModel(prompt, snapshot.sees, snapshot.view, self.names)
        self.editor = DraftEditor(model)
        self.asked_at = now
        return True

    def sent(self) -> None:
        """The draft has gone out: its question is closed here, whatever the next snapshot says."""
        if self.draft is not None:
            self._sent = self.draft.model.key
            self.editor = None

    def refused(self, now: float) -> None:
        """The table did not take what was sent: the question is open again."""
        self._sent = None
        if self.snapshot is not None:
            self._ask(self.snapshot, now)

    def preview(self) -> str:
        """In words what sending the full draft would lead to; empty while that is not known."""
        if self.draft is None or self.foreseen is None or not self.draft.complete:
            return ""
        draft, lines = self.foreseen
        if draft != self.draft:
            return ""
        if lines:
            return f"Then: {' '.join(lines)}"
        return "" if draft.passing else "What comes of it is not known before it is sent."

    def progress(self, progress: Progress, now: float) -> None:
        """A shuffle has come so far."""
        if progress.step != self._shuffle:
            self._shuffle, self._shuffle_at, self._bars = progress.step, now, {}
        self._bars[progress.seat] = (progress.done, progress.total)

    def say(self, chat: Sequence[ChatLine]) -> None:
        """All of the chat so far."""
        fresh = len(chat) - len(self.chat)
        if fresh <= 0:  # the oldest lines were dropped, or a seat was muted
            self._feed = [entry for entry in self._feed if entry[0] == "line"]
            fresh = len(chat)
        self._feed += [("chat", number) for number in range(len(chat) - fresh, len(chat))]
        self.chat = tuple(chat)

    # What is shown

    @property
    def draft(self) -> Draft | None:
        """What is picked for the open prompt."""
        return self.editor.draft if self.editor is not None else None

    @property
    def view(self) -> View | None:
        """The table as it lies now."""
        return self.snapshot.view if self.snapshot else None

    @property
    def over(self) -> bool:
        """Whether the table has ended."""
        return self.snapshot is not None and self.snapshot.ending is not None

    def view_at(self, lines: int) -> View | None:
        """The table as it lay after so many lines, if it was seen here just then."""
        return next((view for count, view in self.history if count == lines), None)

    @property
    def offers(self) -> tuple[StandingOffer, ...]:
        """The standing passes of this game, for a seat that is still in it."""
        if self.view is None or self.over or self.names.own is None:
            return ()
        return _passes(self.view.game)

    def passes_of(self, seat: int) -> list[str]:
        """Until when a seat has said that it passes, in words."""
        if self.view is None or self.snapshot is None or seat >= len(self.snapshot.standing):
            return []
        labels = {offer.event_for(Seat(seat)): offer.label for offer in _passes(self.view.game)}
        own = seat == self.names.own
        return [
            labels[event] if own and event in labels else "ahead"
            for event in self.snapshot.standing[seat]
        ]

    def bars(self, now: float) -> list[Bar]:
        """One bar a seat for a shuffle that takes longer than a moment."""
        if not self._bars or now - self._shuffle_at < SLOW:
            return []
        if all(done >= total for done, total in self._bars.values()):
            return []
        total = max(total for _, total in self._bars.values())
        return [
            Bar(seat, person.name, *self._bars.get(seat, (0, total)))
            for seat, person in enumerate(self.names.people)
        ]

    def rest(self, now: float) -> str:
        """About how long a shuffle will still take, from how far it is; empty if unknown."""
        bars = self.bars(now)
        done, total = sum(bar.done for bar in bars), sum(bar.total for bar in bars)
        if not done:
            return ""
        left = (now - self._shuffle_at) * (total - done) / done
        return f"about {ago(max(1.0, left))} left"

    def counts_seconds(self, now: float) -> bool:
        """Whether what is shown has changed by time alone since this was asked last."""
        if self.over or (self.draft is not None and not self._lost):
            return False
        second = int(now - self._since)
        showing = bool(self.bars(now))
        before, self._shown_second = self._shown_second, (second, showing)
        return before != self._shown_second

    def seats(self, now: float) -> list[SeatLine]:
        """Every seat's line."""
        snapshot = self.snapshot
        views = {int(s.seat): s for s in self.view.seats} if self.view else {}
        waits = {wait.seat: wait.what for wait in self._waits} if not self.over else {}
        lines = []
        for seat, person in enumerate(self.names.people):
            shown = views.get(seat)
            online = snapshot.online[seat] if snapshot else True
            since = self._lost.get(seat)
            lost = now - since if since is not None and now - since >= GRACE else 0.0
            if online is False and seat in self._lost and not lost:
                online = True  # most links are back within a moment
            note = self.names.put_into(shown.note) if shown else ""
            if person.operator:
                note = f"{note}, {person.operator}" if note else person.operator
            lines.append(
                SeatLine(
                    seat,
                    person.name,
                    shown.hand if shown else 0,
                    note,
                    online,
                    f"owes {waits[seat]}" if seat in waits else "",
                    lost,
                    listed(self.passes_of(seat)[:1]),
                )
            )
        return lines

    def waiting(self, now: float) -> str:
        """For whom the table waits, for what and since when."""
        snapshot = self.snapshot
        if snapshot is None:
            return "Calling the others."
        if self.over:
            return ""
        return waiting_line(self._waits, self.names, snapshot.online, now - self._since)

    def story(self, *, with_chat: bool) -> list[StoryLine]:
        """The story so far, with chat in between if it has no panel of its own."""
        snapshot = self.snapshot
        if snapshot is None:
            return []
        counts = self._checked()
        lines = []
        for kind, number in self._feed:
            if kind == "line":
                text = self.names.put_into(snapshot.lines[number].text)
                count = counts[number]
                lines.append(StoryLine(number + 1, text, short(count), "", count.total()))
            elif with_chat:
                lines.append(self._chat_line(self.chat[number]))
        return lines

    def checked(self, line: int) -> str:
        """In full words what was checked for a line of the story."""
        return full(self._checked()[line])

    def chat_lines(self) -> list[StoryLine]:
        """The chat alone."""
        return [self._chat_line(line) for line in self.chat]

    def _chat_line(self, line: ChatLine) -> StoryLine:
        return StoryLine(0, f"{self.names[line.seat]}: {line.text}", "", f"seat{line.seat % 6}")

    def _checked(self) -> list[Counter[str]]:
        """What was checked for each line; counted anew after new messages."""
        messages, counts = self._counts
        lines = self.snapshot.lines if self.snapshot else ()
        if messages != self.checks.messages or len(counts) != len(lines):
            counts = self.checks.of_lines(lines)
            self._counts = (self.checks.messages, counts)
        return counts


@cache
def _passes(game: str) -> tuple[StandingOffer, ...]:
    return registry.make(game).info.passes
