"""How a game of King ends: the reason that is hashed and signed, and its text for people."""

from __future__ import annotations

from typing import Final

from games.engine.values import Outcome, Seat
from games.engine.view import who

CROWNED: Final = "survived_coronation"
TRUE_HEIR_KING: Final = "true_heir_king"
HANGED_MAN_ALONE: Final = "hanged_man_alone"
HANGED_MAN_AND_HEIR: Final = "hanged_man_and_true_heir"
HANGED_MAN_FRIEND: Final = "hanged_man_friend"
HIGHEST_RANK: Final = "highest_rank"
NOBODY_CAN_WIN: Final = "nobody_can_win"

_TEXTS: Final = {
    CROWNED: "survived the Coronation",
    TRUE_HEIR_KING: "the True Heir is King",
    HANGED_MAN_ALONE: "the Hanged Man is crowned, nobody's friend",
    HANGED_MAN_AND_HEIR: "the Hanged Man is crowned, but {friend} has the True Heir too",
    HANGED_MAN_FRIEND: "the Hanged Man is crowned, the friend of {friend}",
    HIGHEST_RANK: "the highest Rank after {rounds} rounds{shared}",
    NOBODY_CAN_WIN: "nobody can win after {rounds} rounds",
}
_ALL_LOSE: Final = (TRUE_HEIR_KING, HANGED_MAN_ALONE, HANGED_MAN_AND_HEIR)
"""SKG-81, SKG-37: everyone loses, which is no draw (SKD-30)."""


def ended(
    reason: str,
    *winners: Seat,
    friend: Seat | None = None,
    rounds: int | None = None,
    shared: bool = False,
) -> Outcome:
    """The end of a game; `friend` is of the Hanged Man, `rounds` are those of this table.

    `shared`: another who could win had the same Rank, so Seniority has decided.
    """
    named = "" if friend is None else who(friend)
    text = _TEXTS[reason].format(
        friend=named, rounds=rounds, shared=", and the most senior of it" if shared else ""
    )
    return Outcome(winners, reason, text, all_lost=reason in _ALL_LOSE)


class Ended(Exception):
    """The game is over."""

    def __init__(self, outcome: Outcome) -> None:
        super().__init__(outcome.said)
        self.outcome = outcome
