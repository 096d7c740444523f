"""Fortress on its smallest map with real cryptography: what every kind of lie ends in."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, replace
from functools import partial
from typing import Any

import pytest

from games.engine.private import Exchange, ExchangePlan, Lesson, Number, Openings, Plan, PlanForm
from games.engine.private import Seen as Met
from games.engine.table import Table
from games.engine.values import Seat
from games.fortress.half import FortressHalf
from games.fortress.public import ORDERS
from games.fortress.rules import Fortress
from games.fortress.whole import WholeGame
from p2p.record.audit import Verdict
from p2p.record.record import record_of
from p2p.record.report import Report, VerifyExit
from p2p.record.verify import verify
from p2p.session.session import Session
from p2p.wire.message import Kind
from tests.p2p.simnet import SimNet, assert_ended_well, table_of
from tests.p2p.tables import register

CHEAT = 1


@pytest.fixture(autouse=True, scope="module")
def registered() -> Iterator[None]:
    undo = register(Fortress)
    yield
    undo()


class Ghosts(FortressHalf):
    """In sight it shows a second copy of what it has, where nothing of it stands."""

    __slots__ = ()

    def exchange(self, exchange: Exchange, plan: Plan | None) -> ExchangePlan:
        said = super().exchange(exchange, plan)
        pieces = said.pieces.get("sight", ())
        if not pieces:
            return said
        taken = {cell for cell, _ in pieces}
        free = next(cell for cell in range(exchange.limits.cells) if cell not in taken)
        return replace(said, pieces={"sight": tuple(sorted((*pieces, (free, pieces[0][1]))))})


class Unseen(FortressHalf):
    """It leaves what it has out of sight."""

    __slots__ = ()

    def exchange(self, exchange: Exchange, plan: Plan | None) -> ExchangePlan:
        said = super().exchange(exchange, plan)
        return replace(said, pieces={"sight": ()}) if "sight" in said.pieces else said


class Elsewhere(FortressHalf):
    """In battle it stands where it stood, whatever the orders that it has sealed."""

    __slots__ = ()

    def exchange(self, exchange: Exchange, plan: Plan | None) -> ExchangePlan:
        said = super().exchange(exchange, plan)
        if "here" not in said.pieces or not said.pieces["here"]:
            return said
        return replace(said, pieces={**said.pieces, "here": said.pieces["here"][1:]})


class Spy(FortressHalf):
    """It asks about cells that it does not see."""

    __slots__ = ()

    def exchange(self, exchange: Exchange, plan: Plan | None) -> ExchangePlan:
        said = super().exchange(exchange, plan)
        if "sight" not in said.asks:
            return said
        asks = said.asks["sight"]
        more = [cell for cell in range(exchange.limits.cells) if cell not in asks]
        room = exchange.limits.sight.asks - len(asks)
        return replace(said, asks={"sight": tuple(sorted((*asks, *more[: max(room, 0)])))})


class Surveyor(FortressHalf):
    """It opens the far end of the map first."""

    __slots__ = ()

    def openings(self, count: int) -> Openings:
        true = super().openings(count)
        hidden = set(self.public.chart.plain()) | set(self.known) | set(true.wanted)
        far = [c for c in reversed(range(self.public.settings.limits.cells)) if c not in hidden]
        return Openings((*far, *true.wanted), true.known)


class Leaper(FortressHalf):
    """It orders what no Unit can do."""

    __slots__ = ()

    def why_not(self, form: PlanForm, plan: Plan) -> str | None:
        return None

    def drawn(self, form: PlanForm, below: Any) -> Plan:
        plan = super().drawn(form, below)
        return plan if form.name != ORDERS else (form.most, *plan[1:])


class Alchemist(FortressHalf):
    """Each battle brings its gauge a step that no gold was spent on."""

    __slots__ = ()

    def learned(self, lesson: Lesson) -> FortressHalf:
        half = super().learned(lesson)
        if isinstance(lesson, Met) and "here" in lesson.exchange.labels:
            return replace(half, force=replace(half.force, gauge=half.force.gauge + 1))
        return half


class Forger(FortressHalf):
    """It announces as many Artifacts as anybody could have by then."""

    __slots__ = ()

    def account(self, numbers: tuple[Number, ...]) -> tuple[int, ...]:
        true = super().account(numbers)
        pairs = zip(numbers, true, strict=True)
        return tuple(one.high if one.name == "artifacts" else own for one, own in pairs)


class _Lying(Fortress):
    def __init__(self, half: type[FortressHalf]) -> None:
        self._half = half

    def half(self, table: Table, seat: Seat) -> FortressHalf:
        true = super().half(table, seat)
        return self._half(**{one.name: getattr(true, one.name) for one in fields(true)})


class Liar(Session):
    """A session whose half is another than the rules give it."""

    def __init__(self, *args: Any, half: type[FortressHalf], **words: Any) -> None:
        super().__init__(*args, **words)
        if self._author is not None:
            self._author._feed._game = _Lying(half)


def played(seats: int, rounds: int, half: type[FortressHalf] | None = None) -> SimNet:
    net = table_of(seats, game="fortress", options={"units": 2, "rounds": rounds, "gauge": 3})
    if half is not None:
        net.nodes[CHEAT].make = partial(Liar, half=half)
    net.start_all()
    net.run()
    assert_ended_well(net)
    return net


def verified(net: SimNet) -> Report:
    session = net.session(0)
    return verify(record_of(net.charter, session.log, session.replica.engine).encode())


@pytest.mark.parametrize("seats", [2, 3])
def test_an_honest_game_is_proven_and_its_halves_fit_together(
    seats: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    held: list[int] = []
    real = WholeGame.doubt

    def doubt(whole: WholeGame, half: FortressHalf) -> str | None:
        held.append(half.seat)
        return real(whole, half)

    monkeypatch.setattr(WholeGame, "doubt", doubt)
    report = verified(played(seats, 5))
    assert report.exit is VerifyExit.SOUND, report.verdict()
    assert [found.said() for found in report.audit] == ["proven"] * seats
    assert set(held) == set(range(seats))
    assert len(held) > 8 * seats


def test_a_half_that_does_not_fit_the_full_game_is_not_proven(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(WholeGame, "doubt", lambda whole, half: "its Units and Tiles")
    report = verified(played(2, 5))
    assert report.exit is VerifyExit.UNFINISHED
    assert "the full game differs in its Units and Tiles" in report.audit[0].reason


@pytest.mark.parametrize(
    ("half", "kind"),
    [
        (Ghosts, Kind.SETS),
        (Unseen, Kind.SETS),
        (Elsewhere, Kind.SETS),
        (Spy, Kind.SETS),
        (Surveyor, Kind.POSITIONS),
        (Leaper, Kind.SEAL),
        (Alchemist, Kind.ACCOUNT),
        (Forger, Kind.ACCOUNT),
    ],
)
def test_a_lie_is_found_at_the_audit_and_the_liar_cannot_win(
    half: type[FortressHalf], kind: Kind
) -> None:
    net = played(2, 5, half)
    report = verified(net)
    assert report.exit is VerifyExit.UNFINISHED
    assert report.failure is None
    assert report.convictions == ()
    (cheat,) = report.cheats
    assert (cheat.seat, cheat.verdict) == (CHEAT, Verdict.CHEATED)
    assert report.audit[0].verdict is Verdict.PROVEN
    steps = {
        part.step
        for signed in net.session(0).log.chains[CHEAT].good
        for part in signed.message.parts
        if part.kind is kind
    }
    assert cheat.step in steps
    assert report.proven_winners == (0,)
