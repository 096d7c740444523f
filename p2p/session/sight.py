"""What one seat alone knows: the hidden faces that it may see, and its half.

Under fog a seat's half learns lessons from tasks that are done (`HalfFeed`), in their order,
whoever feeds it: a client while it plays, the same client after a restart, an audit with the seed
of another seat. Nothing of it is stored, so it cannot differ from what the messages say.

The invariant: a half is a function of the seat's seed and of the tasks that its replica has
settled, in that order, and of nothing else; where a replica is another than before (a table played
again) it learns all of it anew. Faces hold until the replica changes. Held by
tests/p2p/session/test_sight.py and tests/p2p/session/test_author.py.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import replace

from games.engine.game import Game
from games.engine.private import Cell, Half, Knowledge, Lesson, Seen
from games.engine.values import CardId, Face, Seat
from p2p.replica.replica import Replica
from p2p.replica.task import SeatSecrets, Task
from p2p.session.validator import Validator


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
            half = _learned(half, lesson)
        self._half = half
        return lessons

    def _begun(self, replica: Replica) -> Half | None:
        if self._half is None and replica.asks_halves:
            self._half = self._game.half(replica.engine.table, Seat(self._seat))
        return self._half


def _learned(half: Half, lesson: Lesson) -> Half:
    """The half that has learned a lesson; what it cannot take of a seat is nothing there.

    Only others can say what no half can take, so it costs them, and not the seat that hears it.
    """
    try:
        return half.learned(lesson)
    except Exception:
        if not isinstance(lesson, Seen):
            raise
    # D-154: alike in play and in the audit, so that both come to the same half.
    heard: dict[Seat, Mapping[str, Mapping[Cell, bytes]]] = {
        seat: {label: {} for label in said} for seat, said in lesson.pieces.items()
    }
    found = half.learned(replace(lesson, pieces=heard))
    for seat, said in sorted(lesson.pieces.items()):
        with suppress(Exception):
            found = half.learned(replace(lesson, pieces={**heard, seat: said}))
            heard[seat] = said
    return found


class Sight:
    """Of one seat at one table, worked out anew when the table has changed."""

    def __init__(self, seat: int, secrets: SeatSecrets, game: Game, validator: Validator) -> None:
        self._seat = seat
        self._secrets = secrets
        self._validator = validator
        self._feed = HalfFeed(seat, secrets, game)
        self._faces: Mapping[CardId, Face] = {}
        self._faces_of: tuple[Replica, int] | None = None

    def knowledge(self) -> Knowledge:
        """What this seat alone knows."""
        replica = self._validator.replica
        if self._faces_of != (replica, replica.changes):
            self._faces_of = (replica, replica.changes)
            dealer = replica.dealer
            self._faces = dealer.known(self._seat, self._secrets) if dealer else {}
        return Knowledge(self._faces, self.learn())

    def sees(self) -> Knowledge:
        """All that this seat sees, open cards included."""
        return self._validator.replica.engine.table.sees(self.knowledge())

    def learn(self) -> Half | None:
        """Let the seat's half learn from what is done by now; gives it, if there is one."""
        replica = self._validator.replica
        if not replica.asks_halves and not replica.settled:
            return None
        return self._feed.follow(replica)

    def half(self) -> Half:
        """The seat's half, in a game that has them."""
        half = self.learn()
        assert half is not None, "plans are made by halves"
        return half
