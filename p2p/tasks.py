"""What a reached step calls for from each seat, until it is paid: the base, and people's answers.

Every step that the rules reach becomes a task. A task says which part a seat owes it next, what
that part must rest on, checks a part and takes it, and, for steps that the rules wait for, gives
the result. Tasks that move cards are in `card_tasks`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass

from crypto.chance import check_throw, throw, value
from crypto.commit import check_commit, commit, nonce
from crypto.context import Context
from crypto.derive import Secret
from crypto.group import Point
from crypto.keys import KeyPair, check_key, make_key, prove_key
from games.choice import NOTHING, Answer, Choice, check
from games.errors import BadMove
from games.table import Table
from games.values import Seat
from p2p import codec
from p2p.codec import Value
from p2p.fault import Charge, Refusal
from p2p.message import Kind, joined

Clock = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SeatSecrets:
    """What one seat proves and decrypts with at one table."""

    secret: Secret
    card: KeyPair
    chance: KeyPair

    @classmethod
    def derive(cls, seed: bytes, table: bytes) -> SeatSecrets:
        """All secrets of a seat from its 32 fresh random bytes for this table."""
        secret = Secret(seed)
        return cls(secret, make_key(secret, "card", table), make_key(secret, "chance", table))

    def __repr__(self) -> str:
        return "SeatSecrets(...)"


class Task(ABC):
    """One reached step. `stamp` is the clock at which it was reached."""

    blocking = False

    def __init__(self, table: bytes, number: int, stamp: Clock) -> None:
        self.table = table
        self.number = number
        self.stamp = stamp
        self.rests = stamp  # grows with every part that its result rests on

    def context(self, seat: int) -> Context:
        """What every proof in a part for this task is bound to."""
        return Context(self.table, self.number, seat)

    @abstractmethod
    def owes(self, seat: int) -> Kind | None:
        """The kind of part that `seat` must still post next, ready or not."""

    def facts(self, seat: int) -> Clock | None:
        """The clock that `seat`'s next part must cover; None while others must post first."""
        return self.stamp

    @abstractmethod
    def accept(self, seat: int, kind: Kind, payload: Value, stamp: Clock) -> None:
        """Check a part and take it. Raises ProofError, DecodeError, CodecError or Refusal."""

    def make(self, seat: int, secrets: SeatSecrets) -> Value:
        """`seat`'s next part, where it takes no decision of a person."""
        raise AssertionError(f"{type(self).__name__} is answered by a person")

    def leave(self, seat: int, stamp: Clock) -> None:
        """`seat` leaves the table here: what it alone could decide, it no longer owes.

        `stamp`: its concession, on which what others do here after it rests.
        """
        raise AssertionError(f"nobody leaves in a {type(self).__name__}")

    def complete(self) -> bool:
        """Whether the result is known."""
        return True

    def result(self) -> object:
        """What the rules get. Only of a complete blocking task."""
        return None


class KeysTask(Task):
    """Step 0: every seat posts its two public keys with proofs that it knows the secrets."""

    blocking = True

    def __init__(self, table: bytes, seats: int) -> None:
        super().__init__(table, 0, (0,) * seats)
        self.card: dict[int, Point] = {}
        self.chance: dict[int, Point] = {}
        self._seats = seats

    def owes(self, seat: int) -> Kind | None:
        return None if seat in self.card else Kind.KEYS

    def make(self, seat: int, secrets: SeatSecrets) -> Value:
        context = self.context(seat)
        return tuple(
            item
            for purpose, pair in (("card", secrets.card), ("chance", secrets.chance))
            for item in (
                pair.public.encode(),
                prove_key(secrets.secret, pair, purpose, context),
            )
        )

    def accept(self, seat: int, kind: Kind, payload: Value, stamp: Clock) -> None:
        card, card_proof, chance, chance_proof = codec.array(payload, 4)
        context = self.context(seat)
        card_key = Point.decode(codec.blob(card, 32))
        chance_key = Point.decode(codec.blob(chance, 32))
        check_key(card_key, "card", codec.blob(card_proof), context)
        check_key(chance_key, "chance", codec.blob(chance_proof), context)
        self.card[seat] = card_key
        self.chance[seat] = chance_key
        self.rests = joined(self.rests, stamp)

    def complete(self) -> bool:
        return len(self.card) == self._seats


class ChanceTask(Task):
    """A fair number: one proven share of every seat on a hashed point."""

    blocking = True

    def __init__(
        self,
        table: bytes,
        number: int,
        stamp: Clock,
        *,
        keys: dict[int, Point],
        sides: int,
        why: str,
    ) -> None:
        super().__init__(table, number, stamp)
        self._keys = keys
        self._sides = sides
        self._why = why
        self._shares: dict[int, Point] = {}

    def owes(self, seat: int) -> Kind | None:
        return Kind.THROW if seat in self._keys and seat not in self._shares else None

    def make(self, seat: int, secrets: SeatSecrets) -> Value:
        share, proof = throw(secrets.secret, secrets.chance, self.context(seat), self._why)
        return (share.encode(), proof)

    def accept(self, seat: int, kind: Kind, payload: Value, stamp: Clock) -> None:
        share, proof = codec.array(payload, 2)
        point = Point.decode(codec.blob(share, 32))
        check_throw(self._keys[seat], point, codec.blob(proof), self.context(seat), self._why)
        self._shares[seat] = point
        self.rests = joined(self.rests, stamp)

    def complete(self) -> bool:
        return len(self._shares) == len(self._keys)

    def result(self) -> object:
        shares = [self._shares[seat] for seat in sorted(self._shares)]
        return value(shares, self._sides, self.table, self.number, self._why)


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
    if choice.want is not None and not passes and all(map(table.is_open, answer.cards)):
        reason = choice.want(table.faces(answer.cards), answer)
        if reason is not None:
            raise Refusal(Charge.MOVE, step, reason)
    return answer


class AskTask(Task):
    """One seat decides."""

    blocking = True

    def __init__(
        self,
        table: bytes,
        number: int,
        stamp: Clock,
        *,
        seat: Seat,
        choice: Choice,
        public: Table,
    ) -> None:
        super().__init__(table, number, stamp)
        self.seat = seat
        self.choice = choice
        self._public = public
        self._answer: Answer | None = None
        self._left = False

    def owes(self, seat: int) -> Kind | None:
        return Kind.ANSWER if seat == self.seat and not self.complete() else None

    def accept(self, seat: int, kind: Kind, payload: Value, stamp: Clock) -> None:
        self._answer = read_answer(self.choice, payload, self.number, self._public)
        self.rests = joined(self.rests, stamp)

    def may_stand(self, seat: int) -> bool:
        """Whether a standing pass of `seat` would answer this."""
        return self.choice.standing and self.owes(seat) is not None

    def stand(self, seat: int, stamp: Clock) -> None:
        """A pass posted ahead answers."""
        self._answer = NOTHING
        self.rests = joined(self.rests, stamp)

    def leave(self, seat: int, stamp: Clock) -> None:
        self._left = self._left or seat == self.seat

    def complete(self) -> bool:
        return self._answer is not None or self._left

    def result(self) -> object:
        return self._answer  # None of a seat that left: its default


class AskAllTask(Task):
    """All decide, none sees another's first: commitments from all, then openings."""

    blocking = True

    def __init__(
        self,
        table: bytes,
        number: int,
        stamp: Clock,
        *,
        asks: Sequence[tuple[Seat, Choice]],
        public: Table,
    ) -> None:
        super().__init__(table, number, stamp)
        self.choices = {int(seat): choice for seat, choice in asks}
        self._public = public
        self._order = tuple(int(seat) for seat, _ in asks)
        self.commitments: dict[int, bytes] = {}
        self.answers: dict[int, Answer | None] = {}
        self._committed = stamp

    def owes(self, seat: int) -> Kind | None:
        if seat not in self.choices or seat in self.answers:
            return None
        return Kind.OPENING if seat in self.commitments else Kind.COMMIT

    def all_committed(self) -> bool:
        """Whether nobody's choice can change any more, so openings may come."""
        return all(s in self.commitments or s in self.answers for s in self._order)

    def facts(self, seat: int) -> Clock | None:
        if self.owes(seat) is Kind.OPENING:
            return self._committed if self.all_committed() else None
        return self.stamp

    def commitment(self, seat: int, answer: Answer, secrets: SeatSecrets) -> bytes:
        """What `seat` posts first: binds it to `answer` and hides it."""
        context = self.context(seat)
        payload = codec.encode(answer.primitives())
        return commit(payload, nonce(secrets.secret, context), context)

    def opening(self, seat: int, answer: Answer, secrets: SeatSecrets) -> Value:
        """What `seat` posts second."""
        return (answer.primitives(), nonce(secrets.secret, self.context(seat)))

    def accept(self, seat: int, kind: Kind, payload: Value, stamp: Clock) -> None:
        if kind is Kind.COMMIT:
            self.commitments[seat] = codec.blob(payload, 32)
            self._committed = joined(self._committed, stamp)
        else:
            answer, salt = codec.array(payload, 2)
            check_commit(
                self.commitments[seat],
                codec.encode(answer),
                codec.blob(salt, 32),
                self.context(seat),
            )
            self.answers[seat] = read_answer(self.choices[seat], answer, self.number, self._public)
        self.rests = joined(self.rests, stamp)

    def leave(self, seat: int, stamp: Clock) -> None:
        # Who has committed has chosen: a leaver opens in its last message, before this.
        if seat in self.choices and seat not in self.commitments:
            self.answers[seat] = None  # its default
            self._committed = joined(self._committed, stamp)

    def complete(self) -> bool:
        return len(self.answers) == len(self._order)

    def result(self) -> object:
        return tuple(self.answers[seat] for seat in self._order)


class ClaimsTask(Task):
    """A window: every offered seat passes or claims, all at once, saying no more than that."""

    blocking = True

    def __init__(
        self, table: bytes, number: int, stamp: Clock, *, offers: Sequence[tuple[Seat, Choice]]
    ) -> None:
        super().__init__(table, number, stamp)
        self.choices = {int(seat): choice for seat, choice in offers}
        self._claims: dict[int, bool] = {}

    def owes(self, seat: int) -> Kind | None:
        return Kind.CLAIM if seat in self.choices and seat not in self._claims else None

    def accept(self, seat: int, kind: Kind, payload: Value, stamp: Clock) -> None:
        self._claims[seat] = codec.flag(payload)
        self.rests = joined(self.rests, stamp)

    def may_stand(self, seat: int) -> bool:
        """Whether a standing pass of `seat` would answer this."""
        return self.owes(seat) is not None

    def stand(self, seat: int, stamp: Clock) -> None:
        """A pass posted ahead answers."""
        self._claims[seat] = False
        self.rests = joined(self.rests, stamp)

    def leave(self, seat: int, stamp: Clock) -> None:
        if seat in self.choices:
            self._claims.setdefault(seat, False)

    def complete(self) -> bool:
        return len(self._claims) == len(self.choices)

    def result(self) -> object:
        return tuple(self._claims[seat] for seat in self.choices)
