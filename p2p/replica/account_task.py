"""What every seat announces of itself: held to its range at once, and to the truth by an audit."""

from __future__ import annotations

from games.engine.errors import BadResult
from games.engine.fog_steps import Account, check_account
from games.engine.private import Announced, Half, Lesson
from games.engine.values import Seat
from p2p.log.fault import Charge, Refusal
from p2p.replica.dealer import Builders, Dealer
from p2p.replica.part_checks import Check, Owed, PartKind, once
from p2p.replica.task import Clock, Reach, SeatSecrets, Task
from p2p.wire import codec
from p2p.wire.codec import Value
from p2p.wire.message import Kind, merge


class AccountTask(Task):
    """Every seat says its numbers, in any order: it was bound to them by what it did.

    Who leaves here says none.
    """

    blocking = True
    holds = Kind.ACCOUNT

    def __init__(self, reach: Reach, *, step: Account) -> None:
        super().__init__(reach)
        self._step = step
        self._asks = {int(seat): numbers for seat, numbers in step.asks}
        self.said: dict[int, tuple[int, ...]] = {}
        self._gone: set[int] = set()

    def pending(self, seat: int) -> Kind | None:
        if seat not in self._asks or seat in self.said or seat in self._gone:
            return None
        return Kind.ACCOUNT

    def make(self, seat: int, secrets: SeatSecrets, half: Half | None = None) -> Value:
        assert half is not None, "an account is given of a half"
        return half.account(self._asks[seat])

    def audit(
        self, seat: int, kind: Kind, payload: Value, secrets: SeatSecrets, half: Half | None
    ) -> str | None:
        assert half is not None, "an account is given of a half"
        numbers = self._asks[seat]
        items = codec.array(payload, len(numbers))
        announced = [codec.integer(item, codec.LEAST_INT, codec.MOST_INT) for item in items]
        pairs = zip(numbers, announced, half.account(numbers), strict=True)
        wrong = [
            f"{one.name}: it said {said}, and it is {true}"
            for one, said, true in pairs
            if said != true
        ]
        return ", ".join(wrong) or None

    def accept(self, seat: int, kind: Kind, payload: Value, clock: Clock) -> None:
        numbers = self._asks[seat]
        items = codec.array(payload, len(numbers))
        said = tuple([codec.integer(item, codec.LEAST_INT, codec.MOST_INT) for item in items])
        try:
            check_account(numbers, said)
        except BadResult as error:
            raise Refusal(Charge.MOVE, self.number, str(error)) from error
        self.said[seat] = said
        self.depends_on = merge(self.depends_on, clock)

    def leave(self, seat: int, clock: Clock) -> None:
        self._gone.add(seat)

    def complete(self) -> bool:
        return len(self.said) + len(self._gone) == len(self._asks)

    def result(self) -> object:
        return tuple(self.said.get(seat, ()) for seat in self._asks)

    def lessons(self, seat: int, secrets: SeatSecrets, half: Half) -> tuple[Lesson, ...]:
        said = {Seat(s): self.said[s] for s in self._asks if s in self.said}
        return (Announced(said, self._step.last),)


def _account(step: Account, reach: Reach, dealer: Dealer) -> Task:
    return AccountTask(reach, step=step)


BUILDERS: Builders = {Account: _account}
PARTS = (
    PartKind(
        Kind.ACCOUNT,
        Check(
            152, "accounts", "account of a seat", "accounts of seats",
            "each said its numbers, in range",
            "that they are true: the audit shows that",
        ),
        {"accounts": once},
        owed=Owed("its account", "counting up", lacking="an account"),
        dropped=True,
    ),
)  # fmt: skip
