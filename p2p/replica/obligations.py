"""What a table waits for: the tasks of reached steps that still call for something.

It says what each seat owes, whether it could do it now, and who holds the table up in the end. It
judges no part and feeds no rules; `replica` does.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from p2p.replica.part_checks import Owed, PartKind
from p2p.replica.registry import PARTS
from p2p.replica.shuffle_tasks import MixTask
from p2p.replica.task import Clock, Task
from p2p.wire.message import Kind, dominates, merge


@dataclass(frozen=True, slots=True)
class Obligation:
    """A part that a seat owes. `ready`: nothing that it rests on is missing here."""

    seat: int
    task: Task
    kind: Kind
    ready: bool

    @property
    def part(self) -> PartKind:
        """What is known of the part."""
        return PARTS[self.kind]

    @property
    def owed(self) -> Owed:
        """The words for it. Raises ValueError for a part that no step may call for."""
        owed = self.part.owed
        if owed is None:
            raise ValueError(f"{self.kind.name}: a step calls for a part that nobody owes")
        return owed

    def lacking(self, name: str) -> str:
        """What a file does not hold of the seat called `name`: "a shuffle of Ben"."""
        return f"{self.owed.lacking or self.owed.what} of {name}"


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

    def tidy(self, step: int, seats: Sequence[int], now: Clock) -> list[Task]:
        """Let go of what is done with, where the rules stand at `step`, reached at `now`.

        Gives what it let go of, lowest step first.
        """
        done = [
            task
            for number, task in self.tasks.items()
            if number != step
            and all(task.pending(seat) is None for seat in seats)
            and not task.unread_by()
        ]
        for task in done:
            del self.tasks[task.number]
        if self._mixes:
            self._mixes = [mix for mix in self._mixes if not _covers(now, mix.proven_clock())]
        return sorted(done, key=lambda task: task.number)

    def obligations(self, seat: int) -> Iterator[Obligation]:
        """What `seat` owes, lowest step first."""
        for number in sorted(self.tasks):
            task = self.tasks[number]
            kind = task.pending(seat)
            if kind is not None:
                ready = self.required_clock(task, seat) is not None
                if PARTS[kind].decides:
                    ready = ready and not self.behind(seat, number, deciding=True)
                yield Obligation(seat, task, kind, ready)

    def behind(self, seat: int, step: int, *, deciding: bool = False) -> bool:
        """Whether `seat` owes something from before `step`; where it is `deciding` there, something
        that must come first."""
        return any(
            n < step and not (deciding and task.may_follow) and task.pending(seat) is not None
            for n, task in self.tasks.items()
        )

    def required_clock(self, task: Task, seat: int) -> Clock | None:
        """The clock that `seat`'s next part for `task` must cover; None while it must wait.

        Where a seat decides, or a number is thrown, hands that were to be mixed before must be
        mixed: else their owner could choose the order after a place in it has been named.
        """
        required_clock = task.required_clock(seat)
        if required_clock is None or not task.needs_mixes:
            return required_clock
        for mix in self._mixes:
            # D-6: a victim could else wait for the number and mix its worst card into that place.
            if mix.number < task.number:
                proven = mix.proven_clock()
                if proven is None:
                    return None
                required_clock = merge(required_clock, proven)
        return required_clock

    def unread(self, seat: int) -> bool:
        """Whether cards that `seat` is to read have not all arrived."""
        return any(seat in task.unread_by() for task in self.tasks.values())

    def blocking(self, step: int, seats: Sequence[int]) -> tuple[Obligation, ...]:
        """What holds the table up at `step`: nothing else is waited for before it."""
        obligations = [obligation for seat in seats for obligation in self.obligations(seat)]
        now = [due for due in obligations if due.task.number == step and due.ready]
        late = [due for due in obligations if due.ready and due.task.number < step]
        held = any(due.task.number == step and not due.ready for due in obligations)
        # The root of the chain of debts: what somebody lacks before it can do what the step calls
        # for.
        if late and (held or any(self.unread(due.seat) for due in now)):
            return tuple(late)
        return tuple(now or late)


def _covers(clock: Clock, proven: Clock | None) -> bool:
    """Whether `clock` covers a proof that is here."""
    return proven is not None and dominates(clock, proven)
