"""Clients that play by a half that lies: what they send holds every check but the audit."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from typing import Any

from games.engine.game import GameInfo
from games.engine.private import Exchange, ExchangePlan, Number, Openings, Plan, PlanForm
from games.engine.table import Table
from games.engine.values import Seat
from p2p.session.session import Session
from simulation.network import SimNet
from simulation.tables import register
from tests.games.moths import CELLS, MothHalf, Moths
from tests.p2p.fog_tables import table_of_moths

Pieces = tuple[tuple[int, bytes], ...]


class AuditedMoths(Moths):
    """Moths, whose seats show their seeds at the end."""

    @property
    def info(self) -> GameInfo:
        return replace(super().info, audited=True)


@contextmanager
def audited_moths() -> Iterator[None]:
    """With Moths that have an audit in the registry."""
    undo = register(AuditedMoths)
    yield
    undo()


def audited(seats: int) -> SimNet:
    """A game of honest seats, played until nothing more happens."""
    net = table_of_moths(seats, rounds=1)
    net.start_all()
    net.run()
    return net


class Liar(Session):
    """A session whose half is another than the rules give it."""

    def __init__(self, *args: Any, half: type[MothHalf], **words: Any) -> None:
        super().__init__(*args, **words)
        if self._author is not None:
            self._author.sight._feed._game = _Lying(half)


class _Lying(AuditedMoths):
    def __init__(self, half: type[MothHalf]) -> None:
        self._half = half

    def half(self, table: Table, seat: Seat) -> MothHalf:
        true = super().half(table, seat)
        return self._half(true.seat, known=true.known)


def lies(net: SimNet, seat: int, half: type[MothHalf]) -> None:
    """Have one seat play by such a half."""
    net.nodes[seat].make = partial(Liar, half=half)


def _changed(said: ExchangePlan, label: str, pieces: Mapping[int, bytes]) -> ExchangePlan:
    return replace(said, pieces={**said.pieces, label: tuple(sorted(pieces.items()))})


class Ghost(MothHalf):
    """Has a moth in sight where there is none."""

    __slots__ = ()

    def exchange(self, exchange: Exchange, plan: Plan | None) -> ExchangePlan:
        said = super().exchange(exchange, plan)
        if plan is not None:
            return said
        pieces = dict(said.pieces["sight"])
        free = next(cell for cell in range(CELLS) if cell not in pieces)
        return _changed(said, "sight", {**pieces, free: bytes(4)})


class Hidden(MothHalf):
    """Shows no moth in sight."""

    __slots__ = ()

    def exchange(self, exchange: Exchange, plan: Plan | None) -> ExchangePlan:
        said = super().exchange(exchange, plan)
        return said if plan is not None else _changed(said, "sight", {})


class Turncoat(MothHalf):
    """Meets others elsewhere than where its sealed plan leads."""

    __slots__ = ()

    def exchange(self, exchange: Exchange, plan: Plan | None) -> ExchangePlan:
        other = None if plan is None else tuple((cell + 5) % CELLS for cell in plan)
        return super().exchange(exchange, other)


class Peeper(MothHalf):
    """Asks for the rivals on cells that it does not see."""

    __slots__ = ()

    def exchange(self, exchange: Exchange, plan: Plan | None) -> ExchangePlan:
        said = super().exchange(exchange, plan)
        return said if plan is not None else replace(said, asks={"sight": tuple(range(0, 16, 2))})


class Scout(MothHalf):
    """Opens cells that are far from its moths."""

    __slots__ = ()

    def openings(self, count: int) -> Openings:
        true = super().openings(count)
        far = tuple(c for c in reversed(range(CELLS)) if c not in (*true.known, *true.wanted))
        return Openings((*far, *true.wanted), true.known)


class Jumper(MothHalf):
    """Flies further than a moth can."""

    __slots__ = ()

    def why_not(self, form: PlanForm, plan: Plan) -> str | None:
        return None

    def default(self, form: PlanForm) -> Plan:
        true = super().default(form)
        return true if form.name == "sit" else ((true[0] + 6) % CELLS, true[1])


class Boaster(MothHalf):
    """Says that it met more rivals than it did."""

    __slots__ = ()

    def account(self, numbers: tuple[Number, ...]) -> tuple[int, ...]:
        return (self.met + 7,)
