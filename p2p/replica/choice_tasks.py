"""Steps that people answer: one seat decides, all decide at once, or whoever wants may react.

What an answer says is held against its choice here, as far as everybody can check it at once; a
predicate on hidden cards waits until they are open.
"""

from __future__ import annotations

from collections.abc import Sequence

from crypto.commit import check_commit, commit, nonce
from games.engine.choice import NOTHING, Answer, Choice, check
from games.engine.errors import BadMove
from games.engine.private import Half
from games.engine.steps import Ask, AskAll, Claims
from games.engine.table import Table
from games.engine.values import Seat
from p2p.log.fault import Charge, Refusal
from p2p.replica.dealer import Builders, Dealer
from p2p.replica.part_checks import Check, Owed, PartKind, ProofName, once
from p2p.replica.task import Clock, Question, Reach, SeatSecrets, Task, differs
from p2p.wire import codec
from p2p.wire.codec import Value
from p2p.wire.message import Kind, merge


def read_answer(choice: Choice, payload: Value, step: int, table: Table) -> Answer:
    """A person's answer, held against what everybody can check of it. Raises Refusal.

    Where all cards it names are open already, that includes the choice's predicate.
    """
    try:
        answer = Answer.from_primitives(payload)
        check(choice, answer)
    except BadMove as error:
        raise Refusal(Charge.MOVE, step, error.reason) from error
    passes = answer == NOTHING and choice.may_pass
    if choice.predicate is not None and not passes and all(map(table.is_open, answer.cards)):
        reason = choice.predicate(table.faces(answer.cards), answer)
        if reason is not None:
            raise Refusal(Charge.MOVE, step, reason)
    return answer


class AskTask(Task):
    """One seat decides."""

    blocking = True
    needs_mixes = True

    def __init__(self, reach: Reach, *, seat: Seat, choice: Choice, public: Table) -> None:
        super().__init__(reach)
        self.seat = seat
        self.choice = choice
        self._public = public
        self._answer: Answer | None = None
        self._left = False

    def pending(self, seat: int) -> Kind | None:
        return Kind.ANSWER if seat == self.seat and not self.complete() else None

    def accept(self, seat: int, kind: Kind, payload: Value, clock: Clock) -> None:
        self._answer = read_answer(self.choice, payload, self.number, self._public)
        self.depends_on = merge(self.depends_on, clock)

    def question(self, seat: int) -> Question | None:
        return Question(self.choice) if seat == self.seat else None

    def decided(self, seat: int, decision: Answer | bool, secrets: SeatSecrets) -> Value:
        assert isinstance(decision, Answer)
        return decision.primitives()

    def takes_standing_pass(self, seat: int) -> bool:
        return self.choice.standing and self.pending(seat) is not None

    def pass_ahead(self, seat: int, clock: Clock) -> None:
        self._answer = NOTHING
        self.depends_on = merge(self.depends_on, clock)

    def leave(self, seat: int, clock: Clock) -> None:
        self._left = self._left or seat == self.seat

    def complete(self) -> bool:
        return self._answer is not None or self._left

    def result(self) -> object:
        return self._answer  # None of a seat that left: its default


class AskAllTask(Task):
    """All decide, none sees another's first: commitments from all, then openings."""

    blocking = True
    needs_mixes = True

    def __init__(self, reach: Reach, *, asks: Sequence[tuple[Seat, Choice]], public: Table) -> None:
        super().__init__(reach)
        self.choices = {int(seat): choice for seat, choice in asks}
        self._public = public
        self._order = tuple(int(seat) for seat, _ in asks)
        self.commitments: dict[int, bytes] = {}
        self.answers: dict[int, Answer | None] = {}
        self._committed = reach.clock

    def pending(self, seat: int) -> Kind | None:
        if seat not in self.choices or seat in self.answers:
            return None
        return Kind.OPENING if seat in self.commitments else Kind.COMMIT

    def all_committed(self) -> bool:
        """Whether nobody's choice can change any more, so openings may come."""
        return all(s in self.commitments or s in self.answers for s in self._order)

    def required_clock(self, seat: int) -> Clock | None:
        if self.pending(seat) is Kind.OPENING:
            return self._committed if self.all_committed() else None
        return self.clock

    def question(self, seat: int) -> Question | None:
        return Question(self.choices[seat], secret=True) if seat in self.choices else None

    def decided(self, seat: int, decision: Answer | bool, secrets: SeatSecrets) -> Value:
        assert isinstance(decision, Answer)
        return self.commitment(seat, decision, secrets)

    def commitment(self, seat: int, answer: Answer, secrets: SeatSecrets) -> bytes:
        """What `seat` posts first: binds it to `answer` and hides it."""
        context = self.context(seat)
        payload = codec.encode(answer.primitives())
        return commit(payload, nonce(secrets.secret, context), context)

    def opening(self, seat: int, answer: Answer, secrets: SeatSecrets) -> Value:
        """What `seat` posts second."""
        return (answer.primitives(), nonce(secrets.secret, self.context(seat)))

    def accept(self, seat: int, kind: Kind, payload: Value, clock: Clock) -> None:
        if kind is Kind.COMMIT:
            self.commitments[seat] = codec.blob(payload, 32)
            self._committed = merge(self._committed, clock)
        else:
            answer, salt = codec.array(payload, 2)
            check_commit(
                self.commitments[seat],
                codec.encode(answer),
                codec.blob(salt, 32),
                self.context(seat),
            )
            self.answers[seat] = read_answer(self.choices[seat], answer, self.number, self._public)
        self.depends_on = merge(self.depends_on, clock)

    def audit(
        self, seat: int, kind: Kind, payload: Value, secrets: SeatSecrets, half: Half | None
    ) -> str | None:
        if kind is Kind.COMMIT:
            return None  # its opening shows whether it was made as it must be
        _, salt = codec.array(payload, 2)
        return differs(nonce(secrets.secret, self.context(seat)), salt)

    def leave(self, seat: int, clock: Clock) -> None:
        # Who has committed has chosen: a leaver opens in its last message, before this.
        if seat in self.choices and seat not in self.commitments:
            self.answers[seat] = None  # its default
            self._committed = merge(self._committed, clock)

    def complete(self) -> bool:
        return len(self.answers) == len(self._order)

    def result(self) -> object:
        return tuple(self.answers[seat] for seat in self._order)


class ClaimsTask(Task):
    """Every offered seat passes or claims, all at once, saying no more than that.

    At a window, or, with `in_order`, before claimants are asked once each.
    """

    blocking = True

    def __init__(
        self, reach: Reach, *, offers: Sequence[tuple[Seat, Choice]], in_order: bool = False
    ) -> None:
        super().__init__(reach)
        self.choices = {int(seat): choice for seat, choice in offers}
        self.in_order = in_order
        self._claims: dict[int, bool] = {}

    def pending(self, seat: int) -> Kind | None:
        return Kind.CLAIM if seat in self.choices and seat not in self._claims else None

    def accept(self, seat: int, kind: Kind, payload: Value, clock: Clock) -> None:
        self._claims[seat] = codec.flag(payload)
        self.depends_on = merge(self.depends_on, clock)

    def question(self, seat: int) -> Question | None:
        choice = self.choices.get(seat)
        return Question(choice, claiming=True, in_order=self.in_order) if choice else None

    def decided(self, seat: int, decision: Answer | bool, secrets: SeatSecrets) -> Value:
        assert isinstance(decision, bool)
        return decision

    def takes_standing_pass(self, seat: int) -> bool:
        return self.pending(seat) is not None

    def pass_ahead(self, seat: int, clock: Clock) -> None:
        self._claims[seat] = False
        self.depends_on = merge(self.depends_on, clock)

    def leave(self, seat: int, clock: Clock) -> None:
        if seat in self.choices:
            self._claims.setdefault(seat, False)

    def complete(self) -> bool:
        return len(self._claims) == len(self.choices)

    def result(self) -> object:
        return tuple(self._claims[seat] for seat in self.choices)


def _ask(step: Ask, reach: Reach, dealer: Dealer) -> Task:
    return AskTask(reach, seat=step.seat, choice=step.choice, public=dealer.table)


def _ask_all(step: AskAll, reach: Reach, dealer: Dealer) -> Task:
    return AskAllTask(reach, asks=step.asks, public=dealer.table)


def _claims(step: Claims, reach: Reach, dealer: Dealer) -> Task:
    return ClaimsTask(reach, offers=step.offers, in_order=step.in_order)


_COMMITMENTS = Check(
    120, "commitments", "commitment opened", "commitments opened",
    "choices made at once were fixed before any was shown",
    "that they were not agreed on in private",
)  # fmt: skip
_MOVES = Check(
    140, "moves", "move", "moves",
    "each was allowed by the rules, as far as everybody can see",
    "that a person made it, or made it alone",
)  # fmt: skip

BUILDERS: Builders = {Ask: _ask, AskAll: _ask_all, Claims: _claims}
# Which of these a seat owes would tell a reader of a file little: it lacks "an answer".
PARTS = (
    PartKind(
        Kind.ANSWER,
        _MOVES,
        {"moves": once},
        owed=Owed("a decision", "choosing", lacking="an answer"),
        decides=True,
        dropped=True,
    ),
    PartKind(  # counted once it is opened: until then nothing was checked of it
        Kind.COMMIT,
        _COMMITMENTS,
        owed=Owed("a choice", "choosing", lacking="an answer"),
        decides=True,
        dropped=True,
    ),
    PartKind(
        Kind.OPENING,
        _COMMITMENTS,
        {"commitments": once, "moves": once},
        owed=Owed("the opening of a choice", "showing a choice", lacking="an answer"),
        mark=ProofName("opened choice", "opening of a secret choice", "openings of secret choices"),
        binds=True,
    ),
    PartKind(
        Kind.CLAIM,
        Check(
            150, "window_answers", "answer at a window", "answers at windows",
            "who passed and who wanted to act, each in its own words",
            "that whoever passed had nothing to play",
        ),
        {"window_answers": once},
        owed=Owed("a reaction", "choosing whether to react", lacking="an answer"),
        decides=True,
        dropped=True,
    ),
)  # fmt: skip
