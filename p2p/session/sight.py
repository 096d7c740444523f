"""What one seat alone knows: the hidden faces that it may see, and its half.

Held by tests/p2p/session/test_author.py.
"""

from __future__ import annotations

from collections.abc import Mapping

from games.engine.game import Game
from games.engine.private import Half, Knowledge
from games.engine.values import CardId, Face
from p2p.replica.replica import Replica
from p2p.replica.task import SeatSecrets
from p2p.session.half_feed import HalfFeed
from p2p.session.validator import Validator


class Sight:
    """Of one seat at one table, worked out anew when the table has changed."""

    def __init__(self, seat: int, secrets: SeatSecrets, game: Game, validator: Validator) -> None:
        self._seat = seat
        self._secrets = secrets
        self._validator = validator
        self._feed = HalfFeed(seat, secrets, game)
        self._faces: Mapping[CardId, Face] = {}
        self._faces_of: tuple[Replica, int] | None = None

    @property
    def as_of(self) -> tuple[Replica, int]:
        """The replica, and how often it has changed: what is worked out holds until then."""
        replica = self._validator.replica
        return replica, replica.changes

    def knowledge(self) -> Knowledge:
        """What this seat alone knows."""
        if self._faces_of != self.as_of:
            self._faces_of = self.as_of
            dealer = self._validator.replica.dealer
            self._faces = dealer.known(self._seat, self._secrets) if dealer else {}
        return Knowledge(self._faces, self.learn())

    def sees(self) -> Knowledge:
        """All that this seat sees, open cards included."""
        return self._validator.replica.engine.table.sees(self.knowledge())

    def learn(self) -> Half | None:
        """Let the seat's half learn from what is done by now; gives it, if there is one."""
        return self._feed.follow(self._validator.replica)

    def half(self) -> Half:
        """The seat's half, in a game that has them."""
        half = self.learn()
        assert half is not None, "plans are made by halves"
        return half
