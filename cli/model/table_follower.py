"""Follows one table: what is new in a snapshot, who is off line, for whom the table waits. Pure.

Both front ends feed it what the client tells, with the time in seconds of a clock that never goes
back, and put what it gives out into lines or pictures.
Held by tests/cli/model/test_table_follower.py and tests/cli/plain/test_feed.py.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass

from cli.console.text import time_of_day
from cli.model.attendance import Attendance
from cli.model.prompt_model import PromptModel, prompt_key
from cli.model.shuffle_follower import ShuffleFollower
from cli.model.table_text import Names, bad_link_line, flood_line, waiting_line
from games.engine.map_view import MapView
from games.engine.plan_draft import PlanDraft
from games.engine.table import LogLine
from games.engine.values import Primitive
from games.engine.view import View
from p2p.client.play.snapshot import Snapshot, Wait
from p2p.client.talk.chat import ChatLine
from p2p.client.updates import BadLink


@dataclass(frozen=True, slots=True)
class TableNews:
    """What one snapshot has that those before it had not."""

    begins: bool = False
    """The table is in play, and was not yet when it was looked at last."""
    lines: tuple[LogLine, ...] = ()
    """Of the story."""
    back: tuple[int, ...] = ()
    """Seats on line again that had been given out as lost."""
    waits_anew: bool = False
    """The table waits for somebody or something else than before."""
    closed: bool = False
    """The question that was open is so no longer."""
    question: PromptModel | None = None
    """One that has just been opened."""


class TableFollower:
    """What is known of a table, and what has been given out of it."""

    def __init__(
        self, *, plays: bool = True, time_of_day: Callable[[float], str] = time_of_day
    ) -> None:
        """`plays`: whether the prompts of this seat are ours to answer. `time_of_day`: what a
        clock showed so many seconds ago."""
        self.names = Names(())
        """To be set once the charter stands."""
        self.snapshot: Snapshot | None = None
        self.question: PromptModel | None = None
        """The open question."""
        self.memo: Primitive = ()
        """What the last plan that was sent has left for the next (`PlanDraft.memo`)."""
        self._ordered_by: MapView | None = None
        """The map by which the last orders were given."""
        self.asked_at = float("-inf")
        """When it was opened."""
        self.chat: tuple[ChatLine, ...] = ()
        self._floods: frozenset[bytes] = frozenset()
        self._bad_links: frozenset[BadLink] = frozenset()
        self.rematch: tuple[int, ...] = ()
        """The seats that want a rematch."""
        self.shuffle = ShuffleFollower()
        self.attendance = Attendance(time_of_day)
        self._plays = plays
        self._begun = False
        self._answered: tuple[int, bool] | None = None
        self._waits: tuple[Wait, ...] = ()
        self._waits_since = 0.0

    # What the client tells

    # D-35: pure, and told the time, so that a test can move the clock.
    def take(self, snapshot: Snapshot, now: float) -> TableNews:
        """What is new in this snapshot."""
        told = len(self.snapshot.lines) if self.snapshot is not None else 0
        self.snapshot = snapshot
        begins = not self._begun and snapshot.view is not None
        self._begun = self._begun or begins
        waits_anew = snapshot.waiting != self._waits
        if waits_anew:
            self._waits, self._waits_since = snapshot.waiting, now
        self.shuffle.forget_before(snapshot.step)
        back = self.attendance.take(snapshot.online, self.names.own, now)
        before, question = self.question, self._ask(snapshot, now)
        closed = before is not None and before is not self.question
        return TableNews(begins, snapshot.lines[told:], back, waits_anew, closed, question)

    def hear(self, chat: tuple[ChatLine, ...]) -> tuple[ChatLine, ...]:
        """What was said since the last time. `chat`: all lines that are kept; old ones may go."""
        before, self.chat = self.chat, chat
        known = min(len(before), len(chat))
        while before[len(before) - known :] != chat[:known]:
            known -= 1
        return chat[known:]

    def cut_off(self, floods: Collection[bytes]) -> list[str]:
        """Whose links were closed for a flood, in a sentence each, said once a key."""
        fresh = [key for key in floods if key not in self._floods]
        self._floods |= frozenset(fresh)
        return [flood_line(key, self.names) for key in fresh]

    def bad_links(self, links: Collection[BadLink]) -> list[str]:
        """Whose links bring garbage or less than they should, in a sentence each, said once."""
        fresh = [link for link in links if link not in self._bad_links]
        self._bad_links |= frozenset(fresh)
        for link in fresh:
            if not link.withholds:
                self._blame(link)
        return [bad_link_line(link, self.names) for link in fresh]

    def _blame(self, link: BadLink) -> None:
        """Whoever is lost with a link that carried garbage is not on its way back by itself."""
        bearers = [
            (seat, one.name) for seat, one in enumerate(self.names.people) if one.key == link.key
        ]
        for seat, name in bearers:
            closed = {seat: "link closed: it carried garbage"}
            self.attendance.blame(closed | dict.fromkeys(link.behind, f"behind {name}'s bad link"))

    def want_rematch(self, seats: tuple[int, ...]) -> tuple[int, ...]:
        """Which of the others want a rematch and did not yet. `seats`: all that do."""
        before, self.rematch = self.rematch, seats
        return tuple(seat for seat in seats if seat not in (*before, self.names.own))

    # The question

    def _ask(self, snapshot: Snapshot, now: float) -> PromptModel | None:
        prompt = snapshot.prompt if self._plays else None
        if prompt is None or snapshot.view is None or prompt_key(prompt) == self._answered:
            self.question = None
            return None
        if self.question is not None and self.question.key == prompt_key(prompt):
            return None
        self.question = PromptModel(prompt, snapshot.sees, snapshot.view, self.names, self.memo)
        self.asked_at = now
        return self.question

    def answered(self, plan: PlanDraft | None = None) -> None:
        """The answer has gone out: the question is closed, whatever the next snapshot says.

        `plan`: the orders that were sent; those among them that stand are kept for the next time.
        """
        if plan is not None:
            self.memo = plan.memo
            self._ordered_by = self.view.map if self.view is not None else None
        if self.question is not None:
            self._answered, self.question = self.question.key, None

    @property
    def new_on_map(self) -> frozenset[int]:
        """The places at which rivals show since the last orders, or show otherwise than then."""
        seen, before = self.view.map if self.view is not None else None, self._ordered_by
        if seen is None or before is None:
            return frozenset()
        pairs = enumerate(zip(seen.places, before.places, strict=True))
        return frozenset(
            cell
            for cell, (now, then) in pairs
            if now.owner is not None and not now.mine and now.seen == "now"
            if (now.owner, now.sign) != (then.owner, then.sign)
        )

    def refused(self, now: float) -> PromptModel | None:
        """The table did not take the answer: the question, if it is still asked, opens again."""
        self._answered = None
        return self._ask(self.snapshot, now) if self.snapshot is not None else None

    def drop_question(self) -> None:
        """Close the question unanswered; the next snapshot may open it again."""
        self.question = None

    # Where the table stands

    @property
    def view(self) -> View | None:
        """The table as it lies now."""
        return self.snapshot.view if self.snapshot is not None else None

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.snapshot is not None and self.snapshot.ending is not None

    @property
    def waits_for_others(self) -> bool:
        """Whether the game stands until others do something."""
        snapshot = self.snapshot
        return bool(snapshot and snapshot.waiting and not snapshot.ending and not snapshot.prompt)

    def seconds_waited(self, now: float) -> float:
        """How long the table has waited for the same."""
        return now - self._waits_since

    def waiting(self, now: float) -> str:
        """For whom the table waits, for what and how long; empty if for nobody."""
        if self.snapshot is None:
            return ""
        seconds = self.seconds_waited(now)
        absences = self.attendance.absences(now)
        return waiting_line(self.snapshot.waiting, self.names, absences, seconds)
