"""Seats of Fortress that cheat and play on: each lie holds every check but the audit.

`LIES` names them all, for tests and for `tests.p2p.cheating_seat`, which sits down with one of them
as a process of its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from types import MappingProxyType
from typing import Any, Final

from games.engine.private import (
    Announced,
    Exchange,
    ExchangePlan,
    Lesson,
    Number,
    Openings,
    Plan,
    PlanForm,
    Sealed,
)
from games.engine.private import Seen as Met
from games.engine.table import Table
from games.engine.values import Seat
from games.fortress.bounds import most_steps
from games.fortress.building import built, default_build
from games.fortress.force import Force, Unit
from games.fortress.half import FortressHalf
from games.fortress.orders import Orders, UnitOrder, orders_of, read_plan
from games.fortress.public import BUILD, ORDERS
from games.fortress.rules import Fortress
from p2p.session.session import Session
from p2p.wire.message import Kind

# Halves that lie


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


class Mumbler(FortressHalf):
    """In sight it shows bytes that mean nothing."""

    __slots__ = ()

    def exchange(self, exchange: Exchange, plan: Plan | None) -> ExchangePlan:
        said = super().exchange(exchange, plan)
        if "sight" not in said.pieces:
            return said
        noise = b"\xff" * exchange.limits.sight.details
        return replace(said, pieces={"sight": tuple((c, noise) for c, _ in said.pieces["sight"])})


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


class Idle(FortressHalf):
    """In battle it says that nothing of it attacks anybody."""

    __slots__ = ()

    def exchange(self, exchange: Exchange, plan: Plan | None) -> ExchangePlan:
        said = super().exchange(exchange, plan)
        return replace(said, pieces={**said.pieces, "target": ()}) if plan is not None else said


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


class Turncoat(FortressHalf):
    """It stays where it is, whatever the orders that it has sealed."""

    __slots__ = ()

    def orders(self, plan: Plan | None) -> Orders:
        return orders_of(self.force)


class Leaper(FortressHalf):
    """It seals that a Unit goes further than any Unit can, and goes there."""

    __slots__ = ()

    def why_not(self, form: PlanForm, plan: Plan) -> str | None:
        return None

    def drawn(self, form: PlanForm, below: Any) -> Plan:
        if form.name != ORDERS or not self.force.units:
            return super().drawn(form, below)
        first = self.force.units[0]
        far = next(c for c in reversed(self.public.chart.plain()) if self._is_free(c, first))
        return self.plan(orders_of(self.force, {first.number: UnitOrder((far,))}))

    def orders(self, plan: Plan | None) -> Orders:
        if plan is None:
            return orders_of(self.force)
        return read_plan(plan, self.public.chart.grid, self.force, self.public.settings.cap)

    def _is_free(self, cell: int, unit: Unit) -> bool:
        board = self.public.chart.grid
        return cell not in self.force.cells() and board.distance(unit.cell, cell) > 2


class Snoop(FortressHalf):
    """In battle it asks about cells on which it has nothing and at which it does not shoot."""

    __slots__ = ()

    def exchange(self, exchange: Exchange, plan: Plan | None) -> ExchangePlan:
        said = super().exchange(exchange, plan)
        if "here" not in said.asks:
            return said
        asks = said.asks["here"]
        room = exchange.limits.here.asks - len(asks)
        more = [cell for cell in range(exchange.limits.cells) if cell not in asks][:room]
        return replace(said, asks={**said.asks, "here": tuple(sorted((*asks, *more)))})


class Squatter(FortressHalf):
    """It lays its Lodging far from its own start, and lives there."""

    __slots__ = ()

    def why_not(self, form: PlanForm, plan: Plan) -> str | None:
        return None

    def drawn(self, form: PlanForm, below: Any) -> Plan:
        if form.name != BUILD:
            return super().drawn(form, below)
        area = self.public.chart.areas[(self.seat + 1) % len(self.public.chart.areas)]
        return (area[0] + 1, *default_build()[1:])

    def learned(self, lesson: Lesson) -> FortressHalf:
        if not isinstance(lesson, Sealed) or lesson.form.name != BUILD or lesson.plan is None:
            return super().learned(lesson)
        tiles = built(self.public.chart, self.seat, self.public.offer, lesson.plan)
        return replace(self, force=Force(tiles=tiles))


class Muddler(FortressHalf):
    """It seals orders that are none."""

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


FORGED: Final = ("artifacts", "gauge")


class Forger(FortressHalf):
    """It announces as many Artifacts, and as full a gauge, as anybody could have by then."""

    __slots__ = ()

    def account(self, numbers: tuple[Number, ...]) -> tuple[int, ...]:
        true = super().account(numbers)
        pairs = zip(numbers, true, strict=True)
        return tuple(one.high if one.name in FORGED else own for one, own in pairs)


class Prospector(FortressHalf):
    """Its Units come with gold that nobody has mined; it makes Artifacts of it, as fast as the
    luckiest could."""

    __slots__ = ()

    def learned(self, lesson: Lesson) -> FortressHalf:
        half = super().learned(lesson)
        if not isinstance(lesson, Announced):
            return half
        force, public = half.force, half.public
        made = force.artifacts * public.settings.gauge + force.gauge
        if made + len(force.units) > most_steps(public, half.seat, half.round):
            return half
        units = tuple(replace(unit, gold=1) for unit in force.units)
        return replace(half, force=replace(half.force, units=units))


# Sessions that play by one


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
            self._author.sight._feed._game = _Lying(half)


class Withholder(Session):
    """It plays on honestly to the end, and then shows no seed."""

    def __init__(self, *args: Any, **words: Any) -> None:
        super().__init__(*args, **words)
        self._seed._show = lambda out, now: None  # type: ignore[method-assign]


class Concealer(Liar):
    """It lies as its half does, and then shows no seed."""

    def __init__(self, *args: Any, **words: Any) -> None:
        super().__init__(*args, **words)
        self._seed._show = lambda out, now: None  # type: ignore[method-assign]


class Unsigning(Session):
    """It plays on honestly to the end, and signs no closing."""

    def __init__(self, *args: Any, **words: Any) -> None:
        super().__init__(*args, **words)
        if self._author is not None:
            said = self._author._next

            def unless_over(now: float) -> Any:
                return None if self.replica.over else said(now)

            self._author._next = unless_over  # type: ignore[method-assign]


LIARS: Final[Mapping[str, tuple[type[FortressHalf], Kind]]] = MappingProxyType({
    "ghosts": (Ghosts, Kind.SETS),
    "noise in the place of pieces": (Mumbler, Kind.SETS),
    "pieces left out in sight": (Unseen, Kind.SETS),
    "pieces left out in battle": (Elsewhere, Kind.SETS),
    "attacks left out": (Idle, Kind.SETS),
    "other orders than sealed": (Turncoat, Kind.SETS),
    "looks too far": (Spy, Kind.SETS),
    "asks too much in battle": (Snoop, Kind.SETS),
    "opens far terrain": (Surveyor, Kind.POSITIONS),
    "builds too far": (Squatter, Kind.SEAL),
    "seals nonsense": (Muddler, Kind.SEAL),
    "moves too far": (Leaper, Kind.SEAL),
    "false gauge": (Alchemist, Kind.ACCOUNT),
    "false gold": (Prospector, Kind.ACCOUNT),
    "false artifacts": (Forger, Kind.ACCOUNT),
})  # fmt: skip
"""What the audit finds: the half that lies, and the kind of part in which it shows."""
