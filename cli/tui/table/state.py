"""One table on the screen: what is known of it and what is being answered. Pure.

The controller feeds it, the table's screens read it.
Held by tests/cli/tui/table/test_table_keys.py.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache

from cli.model.draft import Draft
from cli.model.guidance import Guidance
from cli.model.prompt_model import PromptModel
from cli.model.table_follower import TableFollower
from cli.model.table_text import Names
from cli.tui.table.draft_editor import DraftEditor
from cli.tui.table.pacing import Moment, Pacing
from cli.tui.table.panels import StoryLine
from cli.tui.table.story_log import StoryLog, chat_line
from cli.tui.toolkit.cells import width
from games import registry
from games.engine.game import StandingOffer
from games.engine.plan_draft import PlanDraft
from games.engine.tutorial import Lesson
from games.engine.values import CardId, Face, Primitive, Seat
from games.engine.view import SeatView, View
from p2p.client.play.auditor import AuditState
from p2p.client.play.snapshot import Snapshot
from p2p.client.reach.paths import MemberPath
from p2p.client.talk.chat import ChatLine
from p2p.client.updates import Progress


@dataclass
class TableState:
    """One table, from when it is opened until it is left."""

    game: str = ""
    paths: Mapping[bytes, MemberPath] = field(default_factory=dict)
    """How each member is reached, by its key."""
    words: tuple[str, ...] = ()
    """The key words of the seats, as far as they are worked out."""
    can_chat: bool = False
    lag: str = ""
    """How far behind we are, if we watch: 5 minutes behind."""
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
    pacing: Pacing = field(default_factory=Pacing)
    told_first: bool = False
    """Whether a question of ours waits until the moves before it were shown at their pace."""
    guidance: Guidance | None = None
    """What is still to be told of a guided game."""
    lessons: list[Lesson] = field(default_factory=list)
    """Those that have come up and are not on the screen yet."""
    faces: dict[CardId, Face] = field(default_factory=dict, repr=False)
    """Every card that we alone could read since the table was opened: for our own replay."""
    watchers: tuple[str, ...] = ()
    """The names of all who watch, as the seats say."""
    kept_record: str = ""
    """That the record of the game was kept, and its size; empty until then."""
    _held: PromptModel | None = None
    """A question that waits so."""
    _sealed: tuple[str, PlanDraft] | None = None
    """The last orders that were sent, and the turn at which that was."""
    _last_turn: Moment | None = None
    """The table when we made our last decision, passes aside."""

    # What the client tells

    def take(self, snapshot: Snapshot, now: float) -> bool:
        """A new snapshot. True if a question is new."""
        news = self.follower.take(snapshot, now)
        self.log.take(snapshot)
        self.faces.update(snapshot.knowledge.faces)
        self.lost_draft = False
        if news.closed:
            self.lost_draft = self.editor is not None and not self.editor.untouched
            self.editor = self._held = None
        if snapshot.view is not None:
            self.pacing.take(len(snapshot.lines), snapshot.view, now)
        question = news.question or self._held
        if question is not None and self.told_first and self.pacing.is_behind:
            self._held = question
            question = None
        if question is not None or self.editor is not None:  # nothing holds up a question
            self.pacing.skip(now)
        opened = self._open(question)
        self._teach()
        return opened

    def go_on(self, now: float) -> tuple[bool, bool]:
        """Time has passed: whether another moment is shown, and whether a question is new."""
        moved = self.pacing.advance(now)
        opened = False
        if self._held is not None and not self.pacing.is_behind:
            question = self._held if self._held is self.follower.question else None
            self._held = None
            self.follower.asked_at = now
            opened = self._open(question)
        if moved or opened:
            self._teach()
        return moved, opened

    def _teach(self) -> None:
        """What a guided game tells of the moment that is shown, until the game is over."""
        view, snapshot = self.view, self.snapshot
        if self.guidance is None or view is None or snapshot is None or self.follower.over:
            return
        choice = self.draft.model.choice if self.draft is not None else None
        asked = (choice.kind, choice.about) if choice is not None else ("", "")
        self.lessons += self.guidance.take(view, snapshot.lines[: self.lines_shown], *asked)

    def stop_lessons(self) -> None:
        """Tell nothing more of how this game is played."""
        self.lessons = []
        if self.guidance is not None:
            self.guidance.stop()

    def _open(self, question: PromptModel | None) -> bool:
        if question is not None:
            self.editor, self._held = DraftEditor(question), None
        return question is not None

    def sent(self) -> None:
        """The draft has gone out: its question is closed here, whatever the next snapshot says."""
        draft = self.draft
        if draft is not None and not draft.model.is_reaction and self.view is not None:
            self._last_turn = Moment(self.lines_shown, self.view)
        if draft is not None and draft.plan is not None and self.view is not None:
            self._sealed = (self.view.turn, draft.plan)
        self.follower.answered(draft.plan if draft is not None else None)
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
        """The table as it lies now, or as it lay at the moment that is being shown."""
        if self.pacing.is_behind and self.pacing.shown is not None:
            return self.pacing.shown.view
        return self.follower.view

    @property
    def lines_shown(self) -> int:
        """How many lines of the story are shown."""
        if self.pacing.is_behind and self.pacing.shown is not None:
            return self.pacing.shown.lines
        return len(self.snapshot.lines) if self.snapshot is not None else 0

    @property
    def over(self) -> bool:
        """Whether the game has ended, and all of it has been shown."""
        return self.follower.over and not self.pacing.is_behind

    @property
    def last_turn(self) -> int | None:
        """How many lines of the story there were at our last decision, passes aside."""
        return self._last_turn.lines if self._last_turn is not None else None

    def fresh_cards(self) -> frozenset[CardId]:
        """The cards of the hand that were not in it at our last turn; a hand that is mixed has new
        numbers, so they are told by their titles."""
        if self._last_turn is None or self.view is None:
            return frozenset()
        before = Counter(card.title for card in self._last_turn.view.hand)
        fresh = []
        for card in self.view.hand:
            before[card.title] -= 1
            if before[card.title] < 0 and card.id is not None and card.known:
                fresh.append(card.id)
        return frozenset(fresh)

    @property
    def changed(self) -> frozenset[str]:
        """The areas to mark: what has changed since our last turn once we are asked; until then
        what the moment that is shown has changed."""
        if self._since_turn is not None and self.view is not None:
            return Moment(0, self.view).changed(self._since_turn)
        return self.pacing.changed

    @property
    def compared_with(self) -> View | None:
        """The table as it lay before what is marked."""
        return self._since_turn or self.pacing.before

    @property
    def seats_before(self) -> tuple[SeatView, ...]:
        """The seats before the move that is being told; none once we are asked, when most of them
        have changed."""
        before = self.pacing.before
        return before.seats if before is not None and self.draft is None else ()

    @property
    def _since_turn(self) -> View | None:
        """The table at our last turn, while we are asked."""
        asked = self.draft is not None and self._last_turn is not None
        return self._last_turn.view if asked and self._last_turn is not None else None

    @property
    def chat(self) -> tuple[ChatLine, ...]:
        """What was said, as far as it is kept."""
        return self.follower.chat

    @property
    def draft(self) -> Draft | None:
        """What is picked for the open question."""
        return self.editor.draft if self.editor is not None else None

    @property
    def sealed(self) -> PlanDraft | None:
        """The orders that have gone out and were not carried out yet."""
        if self._sealed is None or self.view is None or self.draft is not None:
            return None
        turn, plan = self._sealed
        return plan if self.view.turn == turn and not self.over else None

    @property
    def memo(self) -> Primitive:
        """The orders in the making, or else what the last ones have left (`PlanDraft.memo`)."""
        plan = self.draft.plan if self.draft is not None else None
        return self.follower.memo if plan is None else plan.memo

    def preview(self, columns: int) -> str:
        """In words what sending the complete draft would lead to; empty while that is not known.

        Where it is longer than `columns`, its first lines are left out: they tell what is done,
        which the draft says as well, and the last ones what comes of it.
        """
        if self.draft is None or self.foreseen is None or not self.draft.complete:
            return ""
        draft, lines = self.foreseen
        if draft != self.draft:
            return ""
        if lines:
            said = [f"Then: {' '.join(lines[at:])}" for at in range(len(lines))]
            return next((one for one in said if width(one) <= columns), said[-1])
        return "" if draft.passing else "What comes of it is not known before it is sent."

    def story(self, *, with_chat: bool) -> list[StoryLine]:
        """The story so far, with the chat in between where that has no panel of its own."""
        return self.log.lines(
            self.names, with_chat=with_chat, shown=self.lines_shown, fresh=self.last_turn
        )

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

    def passes_of(self, seat: int) -> list[StandingOffer]:
        """Until when a seat has said that it passes."""
        if self.view is None or self.snapshot is None or seat >= len(self.snapshot.standing):
            return []
        offers = {offer.events_for(Seat(seat)): offer for offer in _offers(self.view.game)}
        known = offers if seat == self.names.own else {}
        return [known.get(events, _AHEAD) for events in self.snapshot.standing[seat]]


_AHEAD = StandingOffer((), "ahead", needs_verb=True)
"""How a standing pass reads that is somebody else's, or none of those offered."""


@cache
def _offers(game: str) -> tuple[StandingOffer, ...]:
    return registry.make(game).info.passes
