"""One table on the screen: what is known of it and what is being answered. Pure.

The controller feeds it, the table's screens read it.
Held by tests/cli/tui/table/test_table_keys.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache

from cli.model.draft import Draft
from cli.model.prompt_model import PromptModel
from cli.model.table_follower import TableFollower
from cli.model.table_text import Names
from cli.tui.table.draft_editor import DraftEditor
from cli.tui.table.panels import StoryLine
from cli.tui.table.story_log import StoryLog, chat_line
from games import registry
from games.engine.game import StandingOffer
from games.engine.values import Seat
from games.engine.view import View
from p2p.client.auditor import AuditState
from p2p.client.chat import ChatLine
from p2p.client.snapshot import Snapshot
from p2p.client.updates import Progress


@dataclass
class TableState:
    """One table, from when it is opened until it is left."""

    game: str = ""
    words: tuple[str, ...] = ()
    """The key words of the seats, as far as they are worked out."""
    can_chat: bool = False
    muted: set[int] = field(default_factory=set)
    follower: TableFollower = field(default_factory=TableFollower)
    log: StoryLog = field(default_factory=StoryLog)
    editor: DraftEditor | None = None
    """The draft of the open question."""
    lost_draft: bool = False
    """Whether the last snapshot closed a question on which something was picked already."""
    audit: AuditState | None = None
    """What the audit has found so far, in a game that has one."""
    foreseen: tuple[Draft, tuple[str, ...]] | None = None
    """For a complete draft, what the table would tell if it were sent, as far as can be known."""

    # What the client tells

    def take(self, snapshot: Snapshot, now: float) -> bool:
        """A new snapshot. True if a question is new."""
        news = self.follower.take(snapshot, now)
        self.log.take(snapshot)
        self.lost_draft = False
        if news.closed:
            self.lost_draft = self.editor is not None and not self.editor.untouched
            self.editor = None
        return self._open(news.question)

    def _open(self, question: PromptModel | None) -> bool:
        if question is not None:
            self.editor = DraftEditor(question)
        return question is not None

    def sent(self) -> None:
        """The draft has gone out: its question is closed here, whatever the next snapshot says."""
        self.follower.answered(self.draft.plan if self.draft is not None else None)
        self.editor = None

    def refused(self, now: float) -> None:
        """The table did not take what was sent: the question is open again."""
        self._open(self.follower.refused(now))

    def progress(self, progress: Progress, now: float) -> None:
        """A shuffle has come so far."""
        self.follower.shuffle.take(progress, now)

    def say(self, chat: Sequence[ChatLine]) -> None:
        """All of the chat that is kept."""
        self.log.hear(self.follower.hear(tuple(chat)), len(chat))

    # What is known

    @property
    def names(self) -> Names:
        """How the seats are called; nobody before the charter stands."""
        return self.follower.names

    @names.setter
    def names(self, names: Names) -> None:
        self.follower.names = names

    @property
    def again(self) -> tuple[int, ...]:
        """The seats that want a rematch."""
        return self.follower.rematch

    @again.setter
    def again(self, seats: tuple[int, ...]) -> None:
        self.follower.want_rematch(seats)

    @property
    def snapshot(self) -> Snapshot | None:
        """The newest snapshot."""
        return self.follower.snapshot

    @property
    def view(self) -> View | None:
        """The table as it lies now."""
        return self.follower.view

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.follower.over

    @property
    def chat(self) -> tuple[ChatLine, ...]:
        """What was said, as far as it is kept."""
        return self.follower.chat

    @property
    def draft(self) -> Draft | None:
        """What is picked for the open question."""
        return self.editor.draft if self.editor is not None else None

    def preview(self) -> str:
        """In words what sending the complete draft would lead to; empty while that is not known."""
        if self.draft is None or self.foreseen is None or not self.draft.complete:
            return ""
        draft, lines = self.foreseen
        if draft != self.draft:
            return ""
        if lines:
            return f"Then: {' '.join(lines)}"
        return "" if draft.passing else "What comes of it is not known before it is sent."

    def story(self, *, with_chat: bool) -> list[StoryLine]:
        """The story so far, with the chat in between where that has no panel of its own."""
        return self.log.lines(self.names, with_chat=with_chat)

    def chat_lines(self) -> list[StoryLine]:
        """The chat alone."""
        return [chat_line(line, self.names) for line in self.chat]

    # Standing passes

    @property
    def offers(self) -> tuple[StandingOffer, ...]:
        """The standing passes of this game, for a seat that is still in it."""
        if self.view is None or self.over or self.names.own is None:
            return ()
        return _offers(self.view.game)

    def passes_of(self, seat: int) -> list[str]:
        """Until when a seat has said that it passes, in words."""
        if self.view is None or self.snapshot is None or seat >= len(self.snapshot.standing):
            return []
        labels = {offer.events_for(Seat(seat)): offer.label for offer in _offers(self.view.game)}
        own = seat == self.names.own
        return [
            labels[events] if own and events in labels else "ahead"
            for events in self.snapshot.standing[seat]
        ]


@cache
def _offers(game: str) -> tuple[StandingOffer, ...]:
    return registry.make(game).info.passes
