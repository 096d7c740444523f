"""One request of the rules to the world: what every kind of step can say about itself.

A kind of step is one class (``games.engine.steps``). It says everything that follows without
cryptography: what the digest takes of it, which results it can have, what a result changes on the
public table, and what a dealer whom all trust would do in the place of the seats. How seats
without such a dealer carry a step out is not known here: ``p2p.replica`` has a task for each kind.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from games.engine.choice import Answer, Choice
from games.engine.errors import BadResult
from games.engine.ledger import Ledger
from games.engine.private import Exchange, Number, PlanForm
from games.engine.values import CardId, Face, Primitive, Seat

R = TypeVar("R")


class TrustedDealer(Protocol):
    """Somebody who knows every face and asks every seat: what the seats together stand for."""

    def shuffle(self, cards: tuple[CardId, ...], fresh: tuple[CardId, ...]) -> None:
        """Give ``cards`` the ids ``fresh`` in an order that nobody else knows."""

    def show(self, cards: Iterable[CardId], to: Seat) -> None:
        """Let one seat see cards."""

    def faces(self, cards: tuple[CardId, ...]) -> tuple[Face, ...]:
        """The faces of cards, hidden or not."""

    def throw(self, sides: int) -> int:
        """A fair number from 0 to ``sides`` - 1."""

    def decide(self, seat: Seat, choice: Choice) -> Answer:
        """What a seat answers."""

    # Under fog (`games.engine.fog_steps`): the dealer has every seat's half, asks and teaches it.

    def copy(
        self,
        owner: Seat,
        sources: tuple[CardId, ...],
        cells: tuple[int, ...],
        fresh: tuple[CardId, ...],
    ) -> None:
        """Make copies of ``sources``, which lie on ``cells``, in an order only ``owner`` knows."""

    def positions(self, seat: Seat, zone: str, count: int) -> tuple[CardId, ...]:
        """The positions that a seat wants opened, and fillers, ascending."""

    def build(self, seats: tuple[Seat, ...], form: PlanForm) -> tuple[Seat, ...]:
        """Have seats decide on plans; gives those that did in time."""

    def sight(self, seats: tuple[Seat, ...], exchange: Exchange) -> None:
        """Tell each of these seats what it sees of the others."""

    def battle(
        self, seats: tuple[Seat, ...], exchange: Exchange, form: PlanForm
    ) -> tuple[Seat, ...]:
        """Have seats decide on plans and tell each what it meets; gives those in time."""

    def account(self, seat: Seat, numbers: tuple[Number, ...]) -> tuple[int, ...]:
        """What a seat announces of itself."""

    def announce(self, accounts: Mapping[Seat, tuple[int, ...]], last: bool) -> None:
        """Tell all seats what all have announced."""


@dataclass(frozen=True, slots=True)
class Given:
    """An answer that a seat really gave: it is no default."""

    seat: Seat
    choice: Choice
    answer: Answer

    @property
    def claims(self) -> bool:
        """Whether the faces of the chosen cards have to satisfy the choice."""
        passes = self.answer.is_empty and self.choice.may_pass
        return self.choice.predicate is not None and not passes


class Step(Generic[R]):
    """One request of the rules; ``R`` is what comes back."""

    __slots__ = ()
    blocking: ClassVar[bool] = True
    asks_halves: ClassVar[bool] = False
    """Whether seats answer it from what they alone know beside faces (``games.engine.private``)."""

    def __await__(self) -> Generator[Step[R], R, R]:
        return (yield self)

    def primitives(self) -> Primitive:
        """What the digest takes of the step."""
        raise NotImplementedError

    def describe(self) -> str:
        """The step in one line, for people who compare playthroughs."""
        return " ".join(words(self.primitives()))

    def judge(self, ledger: Ledger, result: Any, left: tuple[Seat, ...]) -> R:
        """The result as the rules get it, where ``left`` leave with it. Changes nothing.

        Raises ``BadResult`` for what is no result of this step, and ``BadMove`` for an answer that
        its choice does not allow.
        """
        if result is not None:
            raise BadResult("this step has no result")
        return None  # type: ignore[return-value]

    def settle(self, ledger: Ledger, value: R) -> None:
        """Write down what everybody knows by the judged result, before the rules go on."""

    def answers(self, result: Any, left: tuple[Seat, ...]) -> tuple[Given, ...]:
        """The answers that a result holds, without the defaults of seats that gave none."""
        return ()

    def opens(self) -> tuple[CardId, ...]:
        """Cards that it shows to everybody without fail: claims on them are checked then."""
        return ()

    def faces(self, value: R) -> Mapping[CardId, Face]:
        """The faces that everybody learns by the result."""
        return {}

    def ideal(self, dealer: TrustedDealer, left: tuple[Seat, ...]) -> Any:
        """What a trusted dealer does for this step (D-32); gives the result, not judged yet."""
        raise NotImplementedError


def words(value: Primitive) -> list[str]:
    """A name and what belongs to it."""
    assert isinstance(value, tuple)
    name, *parts = value
    return [str(name), *(short(part) for part in parts)]


def short(value: Primitive) -> str:
    """A value without the blanks that nobody needs."""
    return repr(value).replace(", ", ",")
