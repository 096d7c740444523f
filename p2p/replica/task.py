"""What a reached step calls for from each seat, until it is paid: the base, keys and throws.

Every step that the rules reach becomes a task. A task says which part a seat owes it next, what
that part must rest on, checks a part and takes it, and, for steps that the rules wait for, gives
the result. Tasks that move cards are in `card_tasks`, those that people answer in
`choice_tasks`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass

from crypto.chance import check_throw, throw, value
from crypto.context import Context
from crypto.derive import Secret
from crypto.group import Point
from crypto.keys import KeyPair, check_key, make_key, prove_key
from p2p.wire import codec
from p2p.wire.codec import Value
from p2p.wire.message import Kind, merge

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


@dataclass(frozen=True, slots=True)
class Reach:
    """That a table reached the step `number`. `clock` is the clock at which it did."""

    table: bytes
    number: int
    clock: Clock


class Task(ABC):
    """One reached step."""

    blocking = False

    def __init__(self, reach: Reach) -> None:
        self.table = reach.table
        self.number = reach.number
        self.clock = reach.clock
        self.depends_on = reach.clock  # grows with every part that its result rests on

    def context(self, seat: int) -> Context:
        """What every proof in a part for this task is bound to."""
        return Context(self.table, self.number, seat)

    @abstractmethod
    def pending(self, seat: int) -> Kind | None:
        """The kind of part that `seat` must still post next, ready or not."""

    def required_clock(self, seat: int) -> Clock | None:
        """The clock that `seat`'s next part must cover; None while others must post first."""
        return self.clock

    @abstractmethod
    def accept(self, seat: int, kind: Kind, payload: Value, clock: Clock) -> None:
        """Check a part and take it. Raises ProofError, DecodeError, CodecError or Refusal."""

    def make(self, seat: int, secrets: SeatSecrets) -> Value:
        """`seat`'s next part, where it takes no decision of a person."""
        raise AssertionError(f"{type(self).__name__} is answered by a person")

    def leave(self, seat: int, clock: Clock) -> None:
        """`seat` leaves the table here: what it alone could decide, it no longer owes.

        `clock`: its concession, on which what others do here after it rests.
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
        super().__init__(Reach(table, 0, (0,) * seats))
        self.card: dict[int, Point] = {}
        self.chance: dict[int, Point] = {}
        self._seats = seats

    def pending(self, seat: int) -> Kind | None:
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

    def accept(self, seat: int, kind: Kind, payload: Value, clock: Clock) -> None:
        card, card_proof, chance, chance_proof = codec.array(payload, 4)
        context = self.context(seat)
        card_key = Point.decode(codec.blob(card, 32))
        chance_key = Point.decode(codec.blob(chance, 32))
        check_key(card_key, "card", codec.blob(card_proof), context)
        check_key(chance_key, "chance", codec.blob(chance_proof), context)
        self.card[seat] = card_key
        self.chance[seat] = chance_key
        self.depends_on = merge(self.depends_on, clock)

    def complete(self) -> bool:
        return len(self.card) == self._seats


class ChanceTask(Task):
    """A fair number: one proven share of every seat on a hashed point."""

    blocking = True

    def __init__(self, reach: Reach, *, keys: dict[int, Point], sides: int, why: str) -> None:
        super().__init__(reach)
        self._keys = keys
        self._sides = sides
        self._why = why
        self._shares: dict[int, Point] = {}

    def pending(self, seat: int) -> Kind | None:
        return Kind.THROW if seat in self._keys and seat not in self._shares else None

    def make(self, seat: int, secrets: SeatSecrets) -> Value:
        share, proof = throw(secrets.secret, secrets.chance, self.context(seat), self._why)
        return (share.encode(), proof)

    def accept(self, seat: int, kind: Kind, payload: Value, clock: Clock) -> None:
        share, proof = codec.array(payload, 2)
        point = Point.decode(codec.blob(share, 32))
        check_throw(self._keys[seat], point, codec.blob(proof), self.context(seat), self._why)
        self._shares[seat] = point
        self.depends_on = merge(self.depends_on, clock)

    def complete(self) -> bool:
        return len(self._shares) == len(self._keys)

    def result(self) -> object:
        shares = [self._shares[seat] for seat in sorted(self._shares)]
        return value(shares, self._sides, self.table, self.number, self._why)
