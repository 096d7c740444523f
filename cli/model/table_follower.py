"""Follows one table: what is new in a snapshot, who is off line, for whom the table waits. Pure.

Both front ends feed it what the client tells, with the time in seconds of a clock that never goes
back, and put what it gives out into lines or pictures.
Held by tests/cli/model/test_table_follower.py and tests/cli/plain/test_feed.py.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass

from cli.console.text import SLOW, time_of_day
from cli.model.prompt_model import PromptModel, prompt_key
from cli.model.table_text import Names, flood_line, waiting_line
from games.engine.map_view import MapView
from games.engine.plan_draft import PlanDraft
from games.engine.table import LogLine
from games.engine.values import Primitive
from games.engine.view import View
from p2p.client.chat import ChatLine
from p2p.client.snapshot import Snapshot, Wait
from p2p.client.updates import Progress

GRACE_SECONDS = 3.0
"""How long a seat may be off line before it is said: most links are back by then."""
AWAY_SECONDS = 30.0
"""After so long off line a seat counts as away, and no longer as on its way back."""
WAKING_SECONDS = 60.0
"""How long after a sleep of this machine a lost link is our own doing, until it is back."""


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
        self._time_of_day = time_of_day
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
        self.rematch: tuple[int, ...] = ()
        """The seats that want a rematch."""
        self.shuffle = ShuffleFollower()
        self._plays = plays
        self._begun = False
        self._answered: tuple[int, bool] | None = None
        self._waits: tuple[Wait, ...] = ()
        self._waits_since = 0.0
        self._seen: set[int] = set()
        self._lost: dict[int, float] = {}
        self._given_out: set[int] = set()
        self._away: set[int] = set()
        self._woke = float("-inf")

    # What the client tells

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
        back = self._links(snapshot, now)
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

    # Who is there

    def _links(self, snapshot: Snapshot, now: float) -> tuple[int, ...]:
        """The seats that are on line again."""
        back = []
        for seat, here in enumerate(snapshot.online):
            if here:
                self._seen.add(seat)
            if here is False and seat in self._seen and seat != self.names.own:
                self._lost.setdefault(seat, now)
                continue
            self._lost.pop(seat, None)
            self._away.discard(seat)
            if here and seat in self._given_out:
                self._given_out.discard(seat)
                back.append(seat)
        return tuple(back)

    def newly_lost(self, now: float) -> tuple[int, ...]:
        """The seats that have by now been off line for longer than a moment; each once."""
        seats = tuple(
            seat
            for seat, since in self._lost.items()
            if seat not in self._given_out and now >= self._grace_until(since)
        )
        self._given_out.update(seats)
        return seats

    def newly_away(self, now: float) -> tuple[int, ...]:
        """Of the seats that were given out as lost, those that are away by now; each once."""
        seats = tuple(
            seat
            for seat in self._lost
            if seat in self._given_out - self._away and self._is_away(seat, now)
        )
        self._away.update(seats)
        return seats

    def lost_due(self) -> float | None:
        """When `newly_lost` or `newly_away` may have something to give out; None for never."""
        times = [
            self._away_from(since) if seat in self._given_out else self._grace_until(since)
            for seat, since in self._lost.items()
            if seat not in self._away
        ]
        return min(times, default=None)

    def absence(self, seat: int, now: float) -> str:
        """In words why a seat that is not on line is not; empty for a moment's absence.

        One that has not been here since we are is off line, and nothing more is known of it.
        """
        if self.snapshot is None or self.snapshot.online[seat] is not False:
            return ""
        if seat not in self._lost:
            return "off line"
        if not self.seconds_lost(seat, now):
            return ""
        return self.away_since(seat, now) if self._is_away(seat, now) else "reconnecting"

    def away_since(self, seat: int, now: float) -> str:
        """Since when a seat is away, by the clock on the wall."""
        return f"away since {self._time_of_day(now - self._lost.get(seat, now))}"

    def _is_away(self, seat: int, now: float) -> bool:
        return now >= self._away_from(self._lost[seat])

    def _away_from(self, since: float) -> float:
        return max(since + AWAY_SECONDS, self._grace_until(since))

    def is_online(self, seat: int, now: float) -> bool | None:
        """Whether a seat is on line, a moment's absence aside; None if it has left the game."""
        if seat in self._lost:
            return not self.seconds_lost(seat, now)
        return self.snapshot.online[seat] if self.snapshot is not None else True

    def seconds_lost(self, seat: int, now: float) -> float:
        """For how long a seat has been off line; 0 for a moment's absence and if it is not."""
        since = self._lost.get(seat)
        return now - since if since is not None and now >= self._grace_until(since) else 0.0

    def wake(self, now: float) -> None:
        """This machine has slept until now. The links that broke over it say nothing of others."""
        self._woke = now

    def _grace_until(self, since: float) -> float:
        """Until when a seat that was lost then may be on line after all."""
        ours = self._woke <= since <= self._woke + WAKING_SECONDS
        return max(since + GRACE_SECONDS, self._woke + WAKING_SECONDS if ours else since)

    def _is_waking(self, seat: int, now: float) -> bool:
        """Whether it is our own sleep, as far as we can know, that a seat is not reached."""
        since = self._lost.get(seat, float("-inf"))
        return self._woke <= since and now < self._grace_until(since)

    def absences(self, now: float) -> tuple[str, ...]:
        """For each seat why it is not on line, as far as that is to be said."""
        seats = range(len(self.snapshot.online)) if self.snapshot is not None else ()
        return tuple(
            "" if self._is_waking(seat, now) else self.absence(seat, now) for seat in seats
        )

    @property
    def misses_somebody(self) -> bool:
        """Whether a seat that was here is off line, if only for a moment."""
        return bool(self._lost)

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
        return waiting_line(self.snapshot.waiting, self.names, self.absences(now), seconds)


@dataclass(frozen=True, slots=True)
class ShufflePass:
    """How many of `total` cards one seat has shuffled, and since when it is at it."""

    began: float
    done: int
    total: int


class ShuffleFollower:
    """How far the shuffle is that goes on now: one pass a seat, one after the other."""

    def __init__(self) -> None:
        self.passes: dict[int, ShufflePass] = {}
        """By seat."""
        self._step = -1
        self._began = 0.0

    def take(self, progress: Progress, now: float) -> ShufflePass:
        """A shuffle has come so far; gives the pass of that seat."""
        if progress.step != self._step:
            self._step, self._began, self.passes = progress.step, now, {}
        before = self.passes.get(progress.seat)
        began = now if before is None else before.began
        found = ShufflePass(began, progress.done, progress.total)
        self.passes[progress.seat] = found
        return found

    def forget_before(self, step: int) -> None:
        """The table is at this step of the rules."""
        if step > self._step:
            self.passes = {}

    @property
    def total(self) -> int:
        """The cards of one pass."""
        return max((one.total for one in self.passes.values()), default=0)

    def is_slow(self, now: float) -> bool:
        """Whether one goes on that has taken longer than a moment: a bar that flashes is worse
        than none."""
        unfinished = any(one.done < one.total for one in self.passes.values())
        return unfinished and now - self._began >= SLOW

    def seconds_left(self, now: float, seats: int) -> float | None:
        """About how long it will still take all seats, by how far it is; None if unknown."""
        done = sum(one.done for one in self.passes.values())
        if not done:
            return None
        return (now - self._began) * (self._all(seats) - done) / done

    def _all(self, seats: int) -> int:
        own = sum(one.total for one in self.passes.values())
        return own + self.total * (seats - len(self.passes))
