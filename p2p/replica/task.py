"""What a reached step calls for from each seat, until it is paid; and the first: the keys.

Every step that the rules reach becomes a task. A task says which part a seat owes it next, what
that part must rest on, checks a part and takes it, and, for steps that the rules wait for, gives
the result. Here is what all tasks have; what one kind alone has (the cards that a shuffle has in
the making, the proof of a mix) is asked of that kind. Tasks that move cards are in `card_tasks`,
those that people answer in `choice_tasks`; `registry` says which one carries out which step.

The invariant: what a task says of a part follows from the step, from what the parts before it were
and from the clock at which the step was reached, so every copy of the table says the same; nothing
that it has given out (a slot, a clock) changes its meaning afterwards.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field
from typing import ClassVar, Protocol

from crypto.context import Context
from crypto.derive import Secret
from crypto.errors import ProofError
from crypto.fog import Asked, Label, ask
from crypto.group import Point
from crypto.keys import KeyPair, check_key, join_keys, make_key, prove_key
from crypto.slots import Slot
from games.engine.choice import Answer, Choice
from games.engine.private import Half, Lesson
from games.engine.values import Face
from p2p.replica.part_checks import Check, DeferredCheck, Owed, PartKind, ProofName, Proofs
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
    _asked: dict[tuple[Label, tuple[int, ...]], Asked] = field(
        default_factory=dict, repr=False, compare=False
    )

    @classmethod
    def derive(cls, seed: bytes, table: bytes) -> SeatSecrets:
        """All secrets of a seat from its 32 fresh random bytes for this table."""
        secret = Secret(seed)
        return cls(secret, make_key(secret, "card", table), make_key(secret, "chance", table))

    def asked(
        self,
        seat: int,
        label: Label,
        cells: tuple[int, ...],
        count: int,
        pool: Executor | None = None,
    ) -> Asked:
        """What the seat asks under a label, made once while its step lasts."""
        key = (label, cells)
        if key not in self._asked:
            for old in [old for old in self._asked if old[0].step != label.step]:
                del self._asked[old]
            self._asked[key] = ask(self.secret, cells, label, seat, count=count, pool=pool)
        return self._asked[key]

    def __repr__(self) -> str:
        return "SeatSecrets(...)"


@dataclass(frozen=True, slots=True)
class Reach:
    """That a table reached the step `number`. `clock` is the clock at which it did.

    `proofs`: what becomes of the proofs in parts for it.
    """

    table: bytes
    number: int
    clock: Clock
    proofs: Proofs = field(default_factory=Proofs, compare=False)


@dataclass(frozen=True, slots=True)
class Question:
    """What a task asks of the person at a seat.

    With `claiming` only whether to act: True or False, not yet what; with `in_order`, whether to
    be asked when the turn comes. A `secret` answer is bound now and shown when all have answered.
    """

    choice: Choice
    claiming: bool = False
    secret: bool = False
    in_order: bool = False


class Cards(Protocol):
    """The cards of a table, as far as a finished task concerns them."""

    def face(self, point: Point) -> Face:
        """The face whose point this is."""

    def put(self, cards: Sequence[int], slots: Sequence[Slot]) -> None:
        """The current slots of cards."""

    def forget(self, cards: Sequence[int]) -> None:
        """These ids were given up."""


class Task(ABC):
    """One reached step."""

    blocking: ClassVar[bool] = False
    needs_mixes: ClassVar[bool] = False
    """Whether its parts wait for the proof of every mix at an earlier step: where a seat decides
    or a number is thrown, else the owner of a hand could choose its order afterwards."""
    may_follow: ClassVar[bool] = False
    """Whether a seat may decide later steps before it has done its part of this one."""
    holds: ClassVar[Kind | None] = None
    """A kind of part that no person decides and that is made of what only its seat knows: how long
    that takes could tell of it, so the part leaves no sooner than the response delay."""

    def __init__(self, reach: Reach) -> None:
        self.table = reach.table
        self.number = reach.number
        self.clock = reach.clock
        self._proofs = reach.proofs
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

    def deferred(self) -> tuple[DeferredCheck, ...]:
        """What is left to check of the parts that were taken since the last call."""
        return ()

    def check(self, proof: Callable[[], None]) -> None:
        """Check a proof in the part that is being taken, unless this disk has marked it as good.

        `proof` changes nothing. Raises ProofError, DecodeError or CodecError.
        """
        if not self._proofs.checked:
            proof()

    def make(self, seat: int, secrets: SeatSecrets, half: Half | None = None) -> Value:
        """`seat`'s next part, where it takes no decision of a person.

        `half`: what the seat alone knows, in a game with halves.
        """
        raise AssertionError(f"{type(self).__name__} is answered by a person")

    def lessons(self, seat: int, secrets: SeatSecrets, half: Half) -> tuple[Lesson, ...]:
        """What this step teaches the half of `seat`, in that order. Once it is complete, and of a
        step that does not block once `seat` can read what it tells."""
        return ()

    @property
    def teaches(self) -> bool:
        """Whether halves learn from tasks of its kind: then it is kept for them when it is done."""
        return type(self).lessons is not Task.lessons

    def audit(
        self, seat: int, kind: Kind, payload: Value, secrets: SeatSecrets, half: Half | None
    ) -> str | None:
        """Why a part is not what `seat` must have sent, now that its secrets are known.

        None if it is. Called just before the part is taken, of parts that were found good. `half`:
        what the seat alone knew then. What a person decided in view of all is always right here.
        """
        if self.question(seat) is not None:
            return None
        return differs(self.make(seat, secrets, half), payload)

    def question(self, seat: int) -> Question | None:
        """What the person at `seat` is asked; None where its part takes no decision."""
        return None

    def decided(self, seat: int, decision: Answer | bool, secrets: SeatSecrets) -> Value:
        """`seat`'s next part, where a person has decided so."""
        raise AssertionError(f"nobody decides in a {type(self).__name__}")

    def leave(self, seat: int, clock: Clock) -> None:
        """`seat` leaves the table here: what it alone could decide, it no longer owes.

        `clock`: its concession, on which what others do here after it rests.
        """
        raise AssertionError(f"nobody leaves in a {type(self).__name__}")

    def takes_standing_pass(self, seat: int) -> bool:
        """Whether a standing pass of `seat` would answer this."""
        return False

    def pass_ahead(self, seat: int, clock: Clock) -> None:
        """A standing pass of `seat` answers, as of `clock`."""
        raise AssertionError(f"a {type(self).__name__} takes no standing passes")

    def unread_by(self) -> Collection[int]:
        """The seats that cannot read yet all that this step tells them."""
        return ()

    def complete(self) -> bool:
        """Whether the result is known."""
        return True

    def result(self) -> object:
        """What the seats came to. Only of a complete blocking task."""
        return None

    def finish(self, cards: Cards) -> object:
        """Write down what becomes of the cards; gives the result as the rules get it.

        Called once, of a complete blocking task.
        """
        return self.result()


def differs(made: Value, payload: Value) -> str | None:
    """What an audit says of a part beside what its seat must have sent."""
    same = codec.encode(made) == codec.encode(payload)
    return None if same else "it is not what the seed of its seat gives"


class KeysTask(Task):
    """Step 0: every seat posts its two public keys with proofs that it knows the secrets."""

    blocking = True

    def __init__(self, table: bytes, seats: int, proofs: Proofs | None = None) -> None:
        super().__init__(Reach(table, 0, (0,) * seats, proofs or Proofs()))
        self.card: dict[int, Point] = {}
        self.chance: dict[int, Point] = {}
        self._seats = seats

    def pending(self, seat: int) -> Kind | None:
        return None if seat in self.card else Kind.KEYS

    def make(self, seat: int, secrets: SeatSecrets, half: Half | None = None) -> Value:
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
        first, second = codec.blob(card_proof), codec.blob(chance_proof)
        self.check(lambda: check_key(card_key, "card", first, context))
        self.check(lambda: check_key(chance_key, "chance", second, context))
        self.card[seat] = card_key
        self.chance[seat] = chance_key
        self.depends_on = merge(self.depends_on, clock)

    def complete(self) -> bool:
        return len(self.card) == self._seats

    def unjoinable(self) -> tuple[int, str] | None:
        """The seat whose card key spoils the joint key of all, and why. Only when complete.

        It depends on the keys alone and not on the order in which they came. Each seat has proven
        that it knows its secret, so two seats with one key, or all whose keys cancel out, are in
        league: of those the last in seat order is named.
        """
        seats = sorted(self.card)
        try:
            join_keys([self.card[seat] for seat in seats])
        except ProofError as error:
            keys = [self.card[seat] for seat in seats]
            copies = [seat for seat in seats if self.card[seat] in keys[:seat]]
            return (copies or seats)[-1], str(error)
        return None


PARTS = (
    PartKind(
        Kind.KEYS,
        Check(
            50, "keys", "proof of a key", "proofs of keys",
            "no seat chose its key to cancel another's",
            "that a seat kept its key to itself",
        ),
        {"keys": lambda payload: 2},
        owed=Owed("keys", "getting ready", lacking="the keys"),
        mark=ProofName("key", "proof of a key", "proofs of keys", proofs=2),
    ),
)  # fmt: skip
