"""Steps with sealed plans: one that asks for a plan alone, and battle, where seats then meet.

A plan opens with the seed of its seat alone, so nobody learns from it; the audit opens it, and
holds what its seat has said since against it.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Executor

from crypto.errors import ProofError
from crypto.sealing import SEAL_OVERHEAD, open_seal, seal
from games.engine.choice import Answer, Choice
from games.engine.fog_steps import Battle, Build
from games.engine.private import Exchange, ExchangePlan, Half, Lesson, Plan, PlanForm, Sealed
from p2p.replica.dealer import Builders, Dealer
from p2p.replica.exchange_tasks import SightTask
from p2p.replica.fog_payloads import read_plan, write_plan
from p2p.replica.fog_state import Fog
from p2p.replica.part_checks import Check, Owed, PartKind, once
from p2p.replica.task import Clock, Question, Reach, SeatSecrets, Task, differs
from p2p.wire import codec
from p2p.wire.codec import Value
from p2p.wire.message import Kind, merge

PLAN = "plan"
"""What a plan is sealed for."""


class BuildTask(Task):
    """Every seat seals a plan of one length, which opens with its seed alone."""

    blocking = True
    needs_mixes = True

    def __init__(
        self, reach: Reach, *, seats: Sequence[int], form: PlanForm, choice: Choice
    ) -> None:
        super().__init__(reach)
        self.form = form
        self.seals: dict[int, bytes] = {}
        self._asked = tuple(seats)
        self.seats = tuple(seats)
        self._choice = choice
        self._called = reach.clock  # what parts that wait for all seats rest on

    def pending(self, seat: int) -> Kind | None:
        return Kind.SEAL if seat in self.seats and seat not in self.seals else None

    def question(self, seat: int) -> Question | None:
        return Question(self._choice) if seat in self.seats else None

    def decided(self, seat: int, decision: Answer | bool, secrets: SeatSecrets) -> Value:
        assert isinstance(decision, Answer)
        return seal(secrets.secret, PLAN, write_plan(decision.plan), self.context(seat))

    def accept(self, seat: int, kind: Kind, payload: Value, clock: Clock) -> None:
        self.seals[seat] = codec.blob(payload, 2 * self.form.length + SEAL_OVERHEAD)
        self.depends_on = merge(self.depends_on, clock)
        self._called = merge(self._called, clock)

    def plan(self, seat: int, secrets: SeatSecrets) -> Plan:
        """What `seat` has sealed here, with its own secrets."""
        sealed = self.seals[seat]
        return read_plan(open_seal(secrets.secret, PLAN, sealed, self.context(seat)))

    def audit(
        self, seat: int, kind: Kind, payload: Value, secrets: SeatSecrets, half: Half | None
    ) -> str | None:
        assert half is not None, "a plan is sealed by a half"
        try:
            sealed = codec.blob(payload)
            plan = read_plan(open_seal(secrets.secret, PLAN, sealed, self.context(seat)))
        except ProofError:
            return "it does not open with the seed of its seat"
        if not self.form.fits(plan):
            return f"it is no {self.form.name}"
        # D-60: of a plan nobody but its seat could judge this before the seed was shown.
        return half.why_not(self.form, plan) or differs(
            self.decided(seat, Answer(plan=plan), secrets), payload
        )

    def leave(self, seat: int, clock: Clock) -> None:
        self.seats = tuple(s for s in self.seats if s != seat)
        self._called = merge(self._called, clock)

    def complete(self) -> bool:
        return all(seat in self.seals for seat in self.seats)

    def result(self) -> object:
        return tuple(seat in self.seals for seat in self._asked)

    def lessons(self, seat: int, secrets: SeatSecrets, half: Half) -> tuple[Lesson, ...]:
        if seat not in self.seals:
            return ()
        return (Sealed(self.form, self.plan(seat, secrets)),)


class BattleTask(SightTask):
    """Each seat seals its plan, then meets the others by an exchange that follows from the plan.

    Its sets leave with the plan, at a moment that its person chooses.
    """

    needs_mixes = True
    holds = None

    def __init__(
        self,
        reach: Reach,
        *,
        exchange: Exchange,
        form: PlanForm,
        choice: Choice,
        fog: Fog,
        pool: Executor | None = None,
    ) -> None:
        super().__init__(reach, exchange=exchange, fog=fog, pool=pool)
        self.plans = BuildTask(reach, seats=exchange.seats, form=form, choice=choice)

    def pending(self, seat: int) -> Kind | None:
        return self.plans.pending(seat) or super().pending(seat)

    def required_clock(self, seat: int) -> Clock | None:
        if self.pending(seat) is Kind.SEAL:
            return self.plans.required_clock(seat)
        return super().required_clock(seat)

    def question(self, seat: int) -> Question | None:
        return self.plans.question(seat)

    def decided(self, seat: int, decision: Answer | bool, secrets: SeatSecrets) -> Value:
        return self.plans.decided(seat, decision, secrets)

    def audit(
        self, seat: int, kind: Kind, payload: Value, secrets: SeatSecrets, half: Half | None
    ) -> str | None:
        audits = self.plans.audit if kind is Kind.SEAL else super().audit
        return audits(seat, kind, payload, secrets, half)

    def accept(self, seat: int, kind: Kind, payload: Value, clock: Clock) -> None:
        if kind is Kind.SEAL:
            self.plans.accept(seat, kind, payload, clock)
            self.depends_on = merge(self.depends_on, clock)
        else:
            super().accept(seat, kind, payload, clock)

    def leave(self, seat: int, clock: Clock) -> None:
        self.plans.leave(seat, clock)
        self.seats = tuple(s for s in self.seats if s != seat)
        self._called = merge(self._called, clock)

    def complete(self) -> bool:
        return self.plans.complete() and super().complete()

    def result(self) -> object:
        return self.plans.result()

    def lessons(self, seat: int, secrets: SeatSecrets, half: Half) -> tuple[Lesson, ...]:
        return (*self.plans.lessons(seat, secrets, half), *super().lessons(seat, secrets, half))

    def _said(self, seat: int, secrets: SeatSecrets, half: Half) -> ExchangePlan:
        return half.exchange(self.exchange, self.plans.plan(seat, secrets))


def _build(step: Build, reach: Reach, dealer: Dealer) -> Task:
    return BuildTask(reach, seats=step.seats, form=step.form, choice=step.choice)


def _battle(step: Battle, reach: Reach, dealer: Dealer) -> Task:
    return BattleTask(
        reach,
        exchange=step.exchange,
        form=step.form,
        choice=step.choice,
        fog=dealer.fog,
        pool=dealer.keys.pool,
    )


BUILDERS: Builders = {Build: _build, Battle: _battle}
PARTS = (
    PartKind(
        Kind.SEAL,
        Check(
            130, "plans", "sealed plan", "sealed plans",
            "each was fixed before anything that came of it was known",
            "what it says: its seat's seed opens it, and the audit holds it against the rules",
        ),
        {"plans": once},
        owed=Owed("a sealed plan", "giving orders"),
        decides=True,
        dropped=True,
    ),
)  # fmt: skip
