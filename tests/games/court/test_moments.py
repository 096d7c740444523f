"""Which hand cards may be played: what is said of all at once is what is said of each alone."""

from __future__ import annotations

from games.court.deck import ACTIONS
from games.court.moments import fitting, why_not
from games.court.rules import Court
from games.court.state import Stage, state_of
from games.engine.engine import Engine
from games.engine.values import Seat
from simulation.dealer import Dealer, play


def test_all_cards_at_once_are_as_each_alone() -> None:
    seen: set[tuple[Stage, bool]] = set()
    borne: set[str] = set()

    def watch(engine: Engine, dealer: Dealer) -> None:
        t, state = engine.table, state_of(engine.table)
        pending = state.pending[-1] if state.pending else None
        known = (state.stage, pending is not None) in seen
        if not state.people or (known and engine.number % 2):
            return
        seat = Seat(engine.number % 4)
        alone = {row.key: why_not(t, seat, row, pending) for row in ACTIONS}
        assert fitting(t, seat, pending) == alone
        seen.add((state.stage, pending is not None))
        borne.update(one.row.key for p in state.people.values() for one in p.attached)

    wanted = {(stage, False) for stage in (Stage.ACTIONS, Stage.EVENT, Stage.MELEE)}
    wanted.add((Stage.EVENT, True))
    for seed in range(4, 12):  # nearly always the first: another card makes another game of it
        play(Court(), 4, seed, options={"events": 4}, watch=watch)
        if wanted <= seen and len(borne) > 3:
            return
    raise AssertionError(f"not met: {wanted - seen}, and under somebody {borne}")
