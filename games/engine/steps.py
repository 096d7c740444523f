"""What rules ask of the world, as data. Awaiting a step gives its result to the rules.

A step is yielded to whoever drives the coroutine, which carries it out among the seats and sends
the result back. A blocking step holds the rules up until everybody knows its result; the others
have no result that is not known at once. This module does not know how a step is carried out.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from typing import ClassVar, Generic, TypeVar

from games.engine.choice import Answer, Choice
from games.engine.values import CardId, Face, Primitive, Seat

R = TypeVar("R")


class Step(Generic[R]):
    """One request of the rules; ``R`` is what comes back."""

    __slots__ = ()
    blocking: ClassVar[bool] = True

    def __await__(self) -> Generator[Step[R], R, R]:
        return (yield self)

    def primitives(self) -> Primitive:
        """What the digest takes of the step."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Shuffle(Step[None]):
    """Nobody knows the order of these cards now.

    ``cards`` in the order in which they were gathered become the ids ``fresh``, in their new
    order, all in ``zone``.
    """

    cards: tuple[CardId, ...]
    fresh: tuple[CardId, ...]
    zone: str

    def primitives(self) -> Primitive:
        return ("shuffle", self.cards, self.fresh, self.zone)


@dataclass(frozen=True, slots=True)
class Mix(Step[None]):
    """The owner shuffles a hand of its own; nobody else can follow a card through it."""

    blocking = False
    owner: Seat
    cards: tuple[CardId, ...]
    fresh: tuple[CardId, ...]

    def primitives(self) -> Primitive:
        return ("mix", self.owner, self.cards, self.fresh)


@dataclass(frozen=True, slots=True)
class Deal(Step[None]):
    """These cards go to a seat that alone learns them; to None: nobody learns, nothing is owed."""

    blocking = False
    cards: tuple[CardId, ...]
    to: Seat | None

    def primitives(self) -> Primitive:
        return ("deal", self.cards, self.to)


@dataclass(frozen=True, slots=True)
class Peek(Step[None]):
    """One seat looks at cards that stay where they are."""

    blocking = False
    cards: tuple[CardId, ...]
    to: Seat

    def primitives(self) -> Primitive:
        return ("peek", self.cards, self.to)


@dataclass(frozen=True, slots=True)
class Give(Step[None]):
    """Hidden cards change hands and keep their ids; third parties learn nothing."""

    blocking = False
    cards: tuple[CardId, ...]
    giver: Seat
    to: Seat

    def primitives(self) -> Primitive:
        return ("give", self.cards, self.giver, self.to)


@dataclass(frozen=True, slots=True)
class PutBack(Step[None]):
    """Hidden cards of one seat go where nobody may look, and keep their ids."""

    blocking = False
    cards: tuple[CardId, ...]
    giver: Seat

    def primitives(self) -> Primitive:
        return ("put_back", self.cards, self.giver)


@dataclass(frozen=True, slots=True)
class Open(Step[tuple[Face, ...]]):
    """Everybody learns cards that nobody holds, or that their holder has just committed to."""

    cards: tuple[CardId, ...]

    def primitives(self) -> Primitive:
        return ("open", self.cards)


@dataclass(frozen=True, slots=True)
class Reveal(Step["tuple[Face | None, ...]"]):
    """One seat must show cards it holds; those of a seat that has left give None."""

    cards: tuple[CardId, ...]
    holder: Seat

    def primitives(self) -> Primitive:
        return ("reveal", self.cards, self.holder)


@dataclass(frozen=True, slots=True)
class Chance(Step[int]):
    """A fair number from 0 to ``sides`` - 1 that nobody can bias."""

    sides: int
    why: str

    def primitives(self) -> Primitive:
        return ("chance", self.sides, self.why)


@dataclass(frozen=True, slots=True)
class Ask(Step[Answer]):
    """One seat decides, in view of all."""

    seat: Seat
    choice: Choice

    def primitives(self) -> Primitive:
        return ("ask", self.seat, self.choice.form)


@dataclass(frozen=True, slots=True)
class AskAll(Step[tuple[Answer, ...]]):
    """Several seats decide, none sees another's answer first; one answer for each of ``asks``."""

    asks: tuple[tuple[Seat, Choice], ...]

    def primitives(self) -> Primitive:
        return ("ask_all", tuple([(seat, choice.form) for seat, choice in self.asks]))


@dataclass(frozen=True, slots=True)
class Claims(Step[tuple[bool, ...]]):
    """A window: every offered seat says at once whether it wants to act. True is a claim.

    The offers are in order of priority; a claimant is then asked its choice, and may decline.
    """

    window: str
    offers: tuple[tuple[Seat, Choice], ...]

    def primitives(self) -> Primitive:
        return ("claims", self.window, tuple([(seat, choice.form) for seat, choice in self.offers]))
