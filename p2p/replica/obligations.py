"""What a table waits for: the tasks of reached steps that still call for something.

The agenda says what each seat owes, whether it could pay it now, and whom the table waits for at
the root of the chain of debts. It judges no part and feeds no rules; `replica` does.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from p2p.replica.card_tasks import DealTask, MixTask
from p2p.replica.choice_tasks import AskAllTask, AskTask
from p2p.replica.task import ChanceTask, Clock, Task
from p2p.wire.message import Kind, dominates, merge

DECISIONS = frozenset({Kind.ANSWER, Kind.COMMIT, Kind.CLAIM})
"""Parts in which a person decides: only from a seat that has paid all it owed before."""
DROPPED = DECISIONS | {Kind.SHUFFLE}
"""What a seat that leaves no longer gives; everything else it still pays in its last message."""


@dataclass(frozen=True, slots=True)
class Obligation:
    """A part that a seat owes. `ready`: nothing that it rests on is missing here."""

    seat: int
    task: Task
    kind: Kind
    ready: bool


class Obligations:
    """Tasks by the number of their step."""

    def __init__(self, first: Task) -> None:
        self.tasks: dict[int, Task] = {first.number: first}
        self._mixes: list[MixTask] = []

    def add(self, task: Task) -> None:
        """A step was reached."""
        self.tasks[task.number] = task
        if isinstance(task, MixTask):
            self._mixes.append(task)

    def tidy(self, step: int, seats: Sequence[int], now: Clock) -> None:
        """Let go of what is done with, where the rules stand at `step`, reached at `now`."""
        self.tasks = {
            number: task
            for number, task in self.tasks.items()
            if number == step
            or any(task.pending(seat) is not None for seat in seats)
            or (isinstance(task, DealTask) and not task.arrived())
        }
        self._mixes = [m for m in self._mixes if not m.paid or not dominates(now, m.paid_at)]

    def obligations(self, seat: int) -> Iterator[Obligation]:
        """What `seat` owes, lowest step first."""
        for number in sorted(self.tasks):
            task = self.tasks[number]
            kind = task.pending(seat)
            if kind is not None:
                ready = self.required_clock(task, seat) is not None
                if kind in DECISIONS:
                    ready = ready and not self.behind(seat, number)
                yield Obligation(seat, task, kind, ready)

    def behind(self, seat: int, step: int) -> bool:
        """Whether `seat` owes something from before `step`."""
        return any(n < step and task.pending(seat) is not None for n, task in self.tasks.items())

    def required_clock(self, task: Task, seat: int) -> Clock | None:
        """The clock that `seat`'s next part for `task` must cover; None while it must wait.

        Where a seat decides, or a number is thrown, hands that were to be mixed before must be
        mixed: else their owner could choose the order after a place in it has been named.
        """
        required_clock = task.required_clock(seat)
        if required_clock is None or not isinstance(task, AskTask | AskAllTask | ChanceTask):
            return required_clock
        before = [mix for mix in self._mixes if mix.number < task.number]
        if not all(mix.paid for mix in before):
            return None
        return merge(required_clock, *(mix.paid_at for mix in before))

    def unread(self, seat: int) -> bool:
        """Whether cards that `seat` is to read have not all arrived."""
        return any(
            isinstance(task, DealTask) and task.reader == seat and not task.arrived()
            for task in self.tasks.values()
        )

    def blocking(self, step: int, seats: Sequence[int]) -> tuple[Obligation, ...]:
        """At the root of the chain of debts: what must come before `step` can be passed."""
        obligations = [obligation for seat in seats for obligation in self.obligations(seat)]
        now = [d for d in obligations if d.task.number == step and d.ready]
        late = [d for d in obligations if d.ready and d.task.number < step]
        held = any(d.task.number == step and not d.ready for d in obligations)
        if late and (held or any(self.unread(obligation.seat) for obligation in now)):
            return tuple(late)
        return tuple(now or late)
