"""What the golden playthroughs of King show: each kind of window at least once."""

from __future__ import annotations

from games.engine.choice import NOTHING
from games.engine.engine import Engine
from games.engine.steps import Ask, Claims, ShuffleAhead
from games.king.heirs import player
from games.king.ranks import Rank
from games.king.rules import King
from games.king.state import state_of
from simulation.dealer import Dealer, Playout
from tests.games import golden


def shown() -> set[str]:
    """All that some playthrough shows."""
    found: set[str] = set()
    for number, seats in golden.cases(King()):
        found |= of_one(number, seats)
    return found


def of_one(number: int, seats: int) -> set[str]:
    """What one of them shows."""
    found: set[str] = set()
    last: list[object] = [None]

    def watch(engine: Engine, dealer: Dealer) -> None:
        step, state = engine.waiting, state_of(engine.table)
        opened = last[0] if isinstance(last[0], Claims) else None
        if isinstance(step, Claims) and step.window == "announced":
            offered = [seat for seat, _ in step.offers]
            if state.pending[-1].by in offered:
                found.add("the announcer joins a window")
        if isinstance(step, Ask) and opened is not None:
            if step.choice.kind == "coronation" and opened.window == "start":
                found.add("a window before a Coronation is declared")
            if opened.window == "attempt":
                found.add("a claim in the window of the Hanged Man's attempt")
        turn, stopped = engine.table.turn, state.turn.stopped
        if turn is not None and player(turn) in state.ranks[Rank.KING] and player(turn) in stopped:
            found.add("a King who may not declare")
        last[0] = step

    playout = golden.played(King(), number, seats, watch=watch)
    if any(isinstance(step, ShuffleAhead) for step in playout.dealer.steps):
        found.add("the dice game")
    return found | conversions(playout)


def conversions(playout: Playout) -> set[str]:
    """Plays in a Viscount's discard, and conversions for answers in windows."""
    found: set[str] = set()
    steps = [step for step in playout.dealer.steps if step.blocking]
    for step, (result, _) in zip(steps, playout.fed, strict=True):
        if isinstance(step, Ask) and result not in (None, NOTHING):
            if step.choice.kind == "planning" and result.option != "plan":
                found.add("a play in a Viscount's discard")
            options = {option.key for option in step.choice.options if option.minor}
            if step.choice.kind == "react" and result.option in options:
                found.add("a conversion for an answer in a window")
    return found


def test_each_kind_of_window_shows_in_some_playthrough() -> None:
    assert shown() == {
        "a window before a Coronation is declared",
        "a King who may not declare",
        "a claim in the window of the Hanged Man's attempt",
        "the announcer joins a window",
        "a play in a Viscount's discard",
        "a conversion for an answer in a window",
        "the dice game",
    }
