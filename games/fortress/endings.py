"""How a game of Fortress ends: the reason that is hashed and signed, and its text for people."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final

from games.engine.values import Outcome, Seat
from games.fortress.effects import Account, crowned, in_play, named, ranking
from games.fortress.settings import QUIET_ROUNDS

CROWNED: Final = "enough_artifacts"
LAST_IN: Final = "last_in"
ALL_OUT: Final = "all_out"
QUIET: Final = "no_artifact"
ROUND_CAP: Final = "round_cap"
WINNER_LEFT: Final = "winner_left"

_TEXTS: Final = {
    CROWNED: "{goal} {artifacts}",
    LAST_IN: "everyone else is out",
    ALL_OUT: "all went out in one round; the most Artifacts",
    QUIET: "the most Artifacts; nobody has made one for {quiet} rounds",
    ROUND_CAP: "the most Artifacts after {rounds} rounds",
    WINNER_LEFT: "the most Artifacts; whoever would have won has left",
}


def outcome_of(
    accounts: Mapping[Seat, Account],
    were_in: Collection[Seat],
    goal: int,
    rounds: int,
    *,
    quiet: bool = False,
    deserted: bool = False,
    claimed: tuple[Seat, ...] = (),
) -> Outcome:
    """The end, by the last accounts; `were_in` are the seats that were in before this round.

    All who have enough Artifacts win (FT-4), also who went out by the same round. Else the first in
    the ranking win: among those who are in, or, if nobody is, among those who have just gone out
    (FTG-47, FTD-22). Where it ends by Artifacts, those who announced them ended it
    (FTD-30). `quiet`: it ends before its last round because nothing happens (FTB-11).
    `deserted`: whoever would have won has left instead of announcing once more (FTB-5, FTD-13);
    `claimed` are those of them who had announced enough Artifacts.
    """
    winners, left = crowned(accounts, goal), in_play(accounts)
    ranked = ranking(accounts, left or were_in)
    if winners:
        reason = CROWNED
    else:
        winners = ranked[0]
        reason = {0: ALL_OUT, 1: LAST_IN}.get(len(left), QUIET if quiet else ROUND_CAP)
        reason = WINNER_LEFT if deserted else reason
    said = {"goal": goal, "artifacts": named(goal), "rounds": rounds, "quiet": QUIET_ROUNDS}
    text = _TEXTS[reason].format_map(said)
    # D-153: who says that it is out gives up what it has, so that is taken as said.
    ended_by = claimed or (winners if reason == CROWNED else ())
    return Outcome(winners, reason, text, ranking=ranked, ended_by=ended_by)
