"""What one seat alone knows beside faces, kept up with the table: its half and its lessons.

A half learns from tasks that are done, in their order, whoever does it: a client while it plays,
the same client after a restart, an audit with the seed of another seat. Nothing of it is stored.
"""

from __future__ import annotations

from collections.abc import Iterable

from games.engine.game import Game
from games.engine.private import Half, Lesson
from games.engine.values import Seat
from p2p.replica.replica import Replica
from p2p.replica.task import SeatSecrets, Task


class HalfFeed:
    """The half of one seat, fed with the tasks that its replica has settled."""

    def __init__(self, seat: int, secrets: SeatSecrets, game: Game) -> None:
        self._seat = seat
        self._secrets = secrets
        self._game = game
        self._replica: Replica | None = None
        self._half: Half | None = None

    def follow(self, replica: Replica) -> Half | None:
        """The half as it is at `replica`, which keeps what it has settled; None in card games.

        Takes what is settled there. Another replica than before is a table played again: then all
        is learned anew.
        """
        if replica is not self._replica:
            self._replica, self._half = replica, None
        settled, replica.settled = replica.settled, []
        return self.learn(replica, settled)

    def learn(self, replica: Replica, settled: Iterable[Task]) -> Half | None:
        """The half after these tasks of a table, which follow those that it has learned from."""
        for task in settled:
            self.take(replica, task)
        return self._begun(replica)

    def take(self, replica: Replica, task: Task) -> tuple[Lesson, ...]:
        """Learn from the next task that was settled; gives what it taught."""
        half = self._begun(replica)
        if half is None:
            return ()
        lessons = task.lessons(self._seat, self._secrets, half)
        for lesson in lessons:
            half = half.learned(lesson)
        self._half = half
        return lessons

    def _begun(self, replica: Replica) -> Half | None:
        if self._half is None and replica.asks_halves:
            self._half = self._game.half(replica.engine.table, Seat(self._seat))
        return self._half
