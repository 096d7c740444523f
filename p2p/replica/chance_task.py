"""Throws: a fair number that all seats make together and nobody can bias."""

from __future__ import annotations

from collections.abc import Mapping

from crypto.chance import check_throw, throw, value
from crypto.group import Point
from games.engine.private import Half
from games.engine.steps import Chance
from p2p.replica.dealer import Builders, Dealer
from p2p.replica.part_checks import Check, Owed, PartKind, ProofName, once
from p2p.replica.task import Clock, Reach, SeatSecrets, Task
from p2p.wire import codec
from p2p.wire.codec import Value
from p2p.wire.message import Kind, merge


class ChanceTask(Task):
    """A fair number: one proven share of every seat on a hashed point."""

    blocking = True
    needs_mixes = True

    def __init__(self, reach: Reach, *, keys: Mapping[int, Point], sides: int, why: str) -> None:
        super().__init__(reach)
        self._keys = keys
        self._sides = sides
        self._why = why
        self._shares: dict[int, Point] = {}

    def pending(self, seat: int) -> Kind | None:
        return Kind.THROW if seat in self._keys and seat not in self._shares else None

    def make(self, seat: int, secrets: SeatSecrets, half: Half | None = None) -> Value:
        share, proof = throw(secrets.secret, secrets.chance, self.context(seat), self._why)
        return (share.encode(), proof)

    def accept(self, seat: int, kind: Kind, payload: Value, clock: Clock) -> None:
        share, proof = codec.array(payload, 2)
        point = Point.decode(codec.blob(share, 32))
        key, argument, context = self._keys[seat], codec.blob(proof), self.context(seat)
        self.check(lambda: check_throw(key, point, argument, context, self._why))
        self._shares[seat] = point
        self.depends_on = merge(self.depends_on, clock)

    def complete(self) -> bool:
        return len(self._shares) == len(self._keys)

    def result(self) -> object:
        shares = [self._shares[seat] for seat in sorted(self._shares)]
        return value(shares, self._sides, self.table, self.number, self._why)


def _chance(step: Chance, reach: Reach, dealer: Dealer) -> Task:
    keys = {seat: dealer.chance_keys[seat] for seat in dealer.seats}
    return ChanceTask(reach, keys=keys, sides=step.sides, why=step.why)


BUILDERS: Builders = {Chance: _chance}
PARTS = (
    PartKind(
        Kind.THROW,
        Check(
            110, "throws", "share of a throw", "shares of throws",
            "no seat could choose a number or throw again",
            "that whoever sent last did not know it a moment earlier",
        ),
        {"throws": once},
        owed=Owed("a throw", "throwing dice"),
        mark=ProofName("throw", "proof of a share of a throw", "proofs of shares of a throw"),
    ),
)  # fmt: skip
