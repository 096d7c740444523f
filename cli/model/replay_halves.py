"""What each seat knew at each moment of a record, as far as the record holds the seeds. Pure.

A seed that its seat has shown tells everything that the seat knew; without it only what everybody
knows can be shown of that seat. Held by tests/cli/model/test_replay_halves.py.
"""

from __future__ import annotations

from bisect import bisect_left

from games.engine.errors import GamesError
from games.engine.game import Game
from games.engine.private import Half
from games.engine.values import CardId, Face, Seat
from p2p.client.tables.kept_records import OwnSeat
from p2p.errors import P2PError
from p2p.replica.replica import Replica
from p2p.replica.task import SeatSecrets
from p2p.session.sight import HalfFeed
from p2p.session.validator import Validator
from p2p.wire.charter import Charter


class HalfHistory:
    """The half of one seat after each step that taught it something."""

    def __init__(self) -> None:
        self._steps: list[int] = []
        self._halves: list[Half] = []

    def keep(self, step: int, half: Half) -> None:
        """The half after a step, whose number is not lower than that of any before."""
        self._steps.append(step)
        self._halves.append(half)

    def before(self, step: int) -> Half | None:
        """The half with which its seat came to a step; None before there was one."""
        place = bisect_left(self._steps, step)
        return self._halves[place - 1] if place else None


class OwnFaces:
    """Follows a replica fed with a record, and keeps every face that our seat could read."""

    def __init__(self, charter: Charter, own: OwnSeat) -> None:
        self.seat = Seat(own.seat)
        self.faces: dict[CardId, Face] = {}
        self._secrets = SeatSecrets.derive(own.seed, charter.table)
        self._step = 0

    def follow(self, replica: Replica) -> None:
        """Look at one's cards again, if a step was taken since."""
        if replica.dealer is not None and replica.step != self._step:
            self._step = replica.step
            self.faces.update(replica.dealer.known(self.seat, self._secrets))


class HalfHistories:
    """Follows a validator that is fed with a record, and keeps the halves of all seats."""

    def __init__(self, charter: Charter, game: Game, own: OwnSeat | None = None) -> None:
        """`own`: our seat, where its seed is here though not in the record."""
        self.histories: dict[Seat, HalfHistory] = {}
        self._own = {} if own is None else {own.seat: own.seed}
        self._charter = charter
        self._game = game
        self._feeds: dict[Seat, HalfFeed] = {}

    def follow(self, validator: Validator) -> None:
        """Learn what has been settled since the last call, for all seats whose seeds are here."""
        replica = validator.replica
        settled, replica.settled = replica.settled, []
        if not replica.asks_halves:
            return
        for number, seed in {**self._own, **validator.seeds()}.items():
            seat = Seat(number)
            if seat not in self.histories:
                secrets = SeatSecrets.derive(seed, self._charter.table)
                feed = self._feeds[seat] = HalfFeed(seat, secrets, self._game)
                history = self.histories[seat] = HalfHistory()
                half = feed.learn(replica, ())
                if half is not None:
                    history.keep(0, half)
        for task in settled:
            for seat, feed in tuple(self._feeds.items()):
                try:
                    half = feed.learn(replica, (task,))
                except (GamesError, P2PError, LookupError, ValueError):
                    del self._feeds[seat]  # it was told lies: what it made of them is not known
                    continue
                if half is not None:
                    self.histories[seat].keep(task.number, half)
