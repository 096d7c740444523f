"""What can go wrong between rules, players and the driver of a table.

GamesError
  RulesError            the rules asked for something that makes no sense: a bug of the game
    HiddenFace          the rules looked at a card that nobody opened
  BadMove               an answer that the choice does not allow; its text is for the player
  BrokenClaim           an opened card does not fit what its owner claimed by playing it
  BadResult             the driver fed something that is no result of the waiting step
  BadTable              a game, an option or a number of seats that does not exist
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:  # the command complains of these errors, and its help is to come at once
    from games.engine.values import Seat


class GamesError(Exception):
    """Base of all errors of this package."""


class RulesError(GamesError):
    """The rules of a game broke the contract of the table."""


class HiddenFace(RulesError):
    """Somebody asked the public table for the face of a card that is not open."""


class BadMove(GamesError):
    """An answer that is not allowed here; ``reason`` says why in words for the player."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class BrokenClaim(GamesError):
    """A seat chose cards that, once opened, do not fit the choice: proof of cheating.

    ``step`` is the number of the step at which the seat made the choice.
    """

    def __init__(self, seat: Seat, step: int, reason: str) -> None:
        super().__init__(f"seat {seat} broke its claim of step {step}: {reason}")
        self.seat = seat
        self.step = step
        self.reason = reason


class BadResult(GamesError):
    """The driver of the engine fed a result that cannot belong to the waiting step."""


class BadTable(GamesError):
    """No table can be made like this; the text says what is possible."""
