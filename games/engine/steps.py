"""What rules ask of the world, as data. Awaiting a step gives its result to the rules.

A step is yielded to whoever drives the coroutine, which carries it out among the seats and sends
the result back. A blocking step holds the rules up until everybody knows its result; the others
have no result that is not known at once.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from games.engine.choice import NOTHING, Answer, Choice, check
from games.engine.errors import BadMove, BadResult
from games.engine.ledger import Ledger
from games.engine.step import Given, Step, TrustedDealer, short, words
from games.engine.values import CardId, Face, Primitive, Seat

# Cards


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

    def settle(self, ledger: Ledger, value: None) -> None:
        zone = ledger.zone(self.zone)
        ledger.renumber(self.cards, self.fresh, zone, stale=zone.hand)

    def ideal(self, dealer: TrustedDealer, left: tuple[Seat, ...]) -> None:
        dealer.shuffle(self.cards, self.fresh)


@dataclass(frozen=True, slots=True)
class ShuffleAhead(Shuffle):
    """The same before it is needed: nobody waits for it but what deals from these cards."""

    blocking = False

    def primitives(self) -> Primitive:
        return ("shuffle_ahead", self.cards, self.fresh, self.zone)


@dataclass(frozen=True, slots=True)
class Mix(Step[None]):
    """The owner shuffles a hand of its own; nobody else can follow a card through it."""

    blocking = False
    owner: Seat
    cards: tuple[CardId, ...]
    fresh: tuple[CardId, ...]

    def primitives(self) -> Primitive:
        return ("mix", self.owner, self.cards, self.fresh)

    def settle(self, ledger: Ledger, value: None) -> None:
        ledger.renumber(self.cards, self.fresh, ledger.hand_zone(self.owner), stale=False)
        ledger.set_holder(self.fresh, self.owner)

    def ideal(self, dealer: TrustedDealer, left: tuple[Seat, ...]) -> None:
        dealer.shuffle(self.cards, self.fresh)
        dealer.show(self.fresh, self.owner)


@dataclass(frozen=True, slots=True)
class Deal(Step[None]):
    """These cards go to a seat that alone learns them; to None: nobody learns, nothing is owed."""

    blocking = False
    cards: tuple[CardId, ...]
    to: Seat | None

    def primitives(self) -> Primitive:
        return ("deal", self.cards, self.to)

    def settle(self, ledger: Ledger, value: None) -> None:
        if self.to is not None:
            ledger.set_reader(self.cards, self.to)

    def ideal(self, dealer: TrustedDealer, left: tuple[Seat, ...]) -> None:
        if self.to is not None:
            dealer.show(self.cards, self.to)


@dataclass(frozen=True, slots=True)
class Peek(Step[None]):
    """One seat looks at cards that stay where they are."""

    blocking = False
    cards: tuple[CardId, ...]
    to: Seat

    def primitives(self) -> Primitive:
        return ("peek", self.cards, self.to)

    def ideal(self, dealer: TrustedDealer, left: tuple[Seat, ...]) -> None:
        dealer.show(self.cards, self.to)


@dataclass(frozen=True, slots=True)
class Give(Step[None]):
    """Hidden cards change hands and keep their ids; third parties learn nothing."""

    blocking = False
    cards: tuple[CardId, ...]
    giver: Seat
    to: Seat

    def primitives(self) -> Primitive:
        return ("give", self.cards, self.giver, self.to)

    def settle(self, ledger: Ledger, value: None) -> None:
        ledger.set_holder(self.cards, self.to)

    def ideal(self, dealer: TrustedDealer, left: tuple[Seat, ...]) -> None:
        dealer.show(self.cards, self.to)


@dataclass(frozen=True, slots=True)
class PutBack(Step[None]):
    """Hidden cards of one seat go where nobody may look, and keep their ids."""

    blocking = False
    cards: tuple[CardId, ...]
    giver: Seat

    def primitives(self) -> Primitive:
        return ("put_back", self.cards, self.giver)

    def settle(self, ledger: Ledger, value: None) -> None:
        ledger.set_joint(self.cards)

    def ideal(self, dealer: TrustedDealer, left: tuple[Seat, ...]) -> None:
        """Nothing: a trusted dealer knows the cards wherever they lie."""


@dataclass(frozen=True, slots=True)
class Open(Step[tuple[Face, ...]]):
    """Everybody learns cards that nobody holds, or that their holder has just committed to."""

    cards: tuple[CardId, ...]

    def primitives(self) -> Primitive:
        return ("open", self.cards)

    def judge(self, ledger: Ledger, result: Any, left: tuple[Seat, ...]) -> tuple[Face, ...]:
        _check_faces(ledger, result, len(self.cards), may_miss=False)
        return result  # type: ignore[no-any-return]

    def settle(self, ledger: Ledger, value: tuple[Face, ...]) -> None:
        ledger.set_open(self.faces(value))

    def opens(self) -> tuple[CardId, ...]:
        return self.cards

    def faces(self, value: tuple[Face, ...]) -> Mapping[CardId, Face]:
        return dict(zip(self.cards, value, strict=True))

    def ideal(self, dealer: TrustedDealer, left: tuple[Seat, ...]) -> tuple[Face, ...]:
        return dealer.faces(self.cards)


@dataclass(frozen=True, slots=True)
class Reveal(Step["tuple[Face | None, ...]"]):
    """One seat must show cards it holds; those of a seat that has left give None."""

    cards: tuple[CardId, ...]
    holder: Seat

    def primitives(self) -> Primitive:
        return ("reveal", self.cards, self.holder)

    def judge(self, ledger: Ledger, result: Any, left: tuple[Seat, ...]) -> tuple[Face | None, ...]:
        _check_faces(ledger, result, len(self.cards), may_miss=self.holder in left)
        return result  # type: ignore[no-any-return]

    def settle(self, ledger: Ledger, value: tuple[Face | None, ...]) -> None:
        ledger.set_open(self.faces(value))

    def faces(self, value: tuple[Face | None, ...]) -> Mapping[CardId, Face]:
        shown = zip(self.cards, value, strict=True)
        return {card: face for card, face in shown if face is not None}

    def ideal(self, dealer: TrustedDealer, left: tuple[Seat, ...]) -> tuple[Face | None, ...]:
        return (None,) * len(self.cards) if self.holder in left else dealer.faces(self.cards)


# Fortune


@dataclass(frozen=True, slots=True)
class Chance(Step[int]):
    """A fair number from 0 to ``sides`` - 1 that nobody can bias."""

    sides: int
    why: str

    def primitives(self) -> Primitive:
        return ("chance", self.sides, self.why)

    def judge(self, ledger: Ledger, result: Any, left: tuple[Seat, ...]) -> int:
        if type(result) is not int or not 0 <= result < self.sides:
            raise BadResult(f"a throw gives 0 to {self.sides - 1}")
        return result

    def ideal(self, dealer: TrustedDealer, left: tuple[Seat, ...]) -> int:
        return dealer.throw(self.sides)


# Decisions


@dataclass(frozen=True, slots=True)
class Ask(Step[Answer]):
    """One seat decides, in view of all."""

    seat: Seat
    choice: Choice

    def primitives(self) -> Primitive:
        return ("ask", self.seat, self.choice.form)

    def describe(self) -> str:
        return f"ask {_question(self.seat, self.choice)}"

    def judge(self, ledger: Ledger, result: Any, left: tuple[Seat, ...]) -> Answer:
        if self.seat in left and result is not None and result != self.choice.default:
            raise BadResult(f"seat {self.seat} leaves here, so its default is its answer")
        return _answer(ledger, self.choice, result)

    def answers(self, result: Any, left: tuple[Seat, ...]) -> tuple[Given, ...]:
        if result is None or self.seat in left:
            return ()
        return (Given(self.seat, self.choice, result),)

    def ideal(self, dealer: TrustedDealer, left: tuple[Seat, ...]) -> Answer | None:
        return None if self.seat in left else dealer.decide(self.seat, self.choice)


@dataclass(frozen=True, slots=True)
class AskAll(Step[tuple[Answer, ...]]):
    """Several seats decide, none sees another's answer first; one answer for each of ``asks``."""

    asks: tuple[tuple[Seat, Choice], ...]

    def primitives(self) -> Primitive:
        return ("ask_all", tuple([(seat, choice.form) for seat, choice in self.asks]))

    def describe(self) -> str:
        return f"ask_all {', '.join(_question(seat, choice) for seat, choice in self.asks)}"

    def judge(self, ledger: Ledger, result: Any, left: tuple[Seat, ...]) -> tuple[Answer, ...]:
        _expect(result, len(self.asks))
        asked = zip(self.asks, result, strict=True)
        return tuple([_answer(ledger, choice, given) for (_, choice), given in asked])

    def answers(self, result: Any, left: tuple[Seat, ...]) -> tuple[Given, ...]:
        asked = zip(self.asks, result, strict=True)
        return tuple(
            [Given(seat, choice, given) for (seat, choice), given in asked if given is not None]
        )

    def ideal(self, dealer: TrustedDealer, left: tuple[Seat, ...]) -> tuple[Answer | None, ...]:
        return tuple(
            [None if seat in left else dealer.decide(seat, choice) for seat, choice in self.asks]
        )


@dataclass(frozen=True, slots=True)
class Claims(Step[tuple[bool, ...]]):
    """Every offered seat says at once whether it wants to act. True is a claim.

    The offers are in order of priority; a claimant is then asked its choice, and may decline. With
    ``in_order`` every claimant is asked, else only until the first plays: it is no part of what is
    hashed, for how a claim is made and judged is the same.
    """

    window: str
    offers: tuple[tuple[Seat, Choice], ...]
    in_order: bool = False

    def primitives(self) -> Primitive:
        return ("claims", self.window, tuple([(seat, choice.form) for seat, choice in self.offers]))

    def describe(self) -> str:
        offers = tuple((seat, choice.primitives()) for seat, choice in self.offers)
        return f"claims {short(self.window)} {short(offers)}"

    def judge(self, ledger: Ledger, result: Any, left: tuple[Seat, ...]) -> tuple[bool, ...]:
        _expect(result, len(self.offers))
        for claim in result:
            if claim is not None and type(claim) is not bool:
                raise BadResult("a seat passes (False) or claims (True)")
        offers = zip(self.offers, result, strict=True)
        return tuple([claim is True and seat not in left for (seat, _), claim in offers])

    def ideal(self, dealer: TrustedDealer, left: tuple[Seat, ...]) -> tuple[bool, ...]:
        return tuple(
            [
                seat not in left and dealer.decide(seat, choice) != NOTHING
                for seat, choice in self.offers
            ]
        )


# Helpers


def _answer(ledger: Ledger, choice: Choice, given: Any) -> Answer:
    """An answer as the rules get it, held against its choice and the faces that are open."""
    if given is None:
        return choice.default
    check(choice, given)
    answer: Answer = given
    if choice.predicate is None or (answer.is_empty and choice.may_pass):
        return answer
    if ledger.all_open(answer.cards):
        reason = choice.predicate(ledger.faces(answer.cards), answer)
        if reason is not None:
            raise BadMove(reason)
    return answer


def _check_faces(ledger: Ledger, result: Any, count: int, *, may_miss: bool) -> None:
    _expect(result, count)
    for face in result:
        if not (may_miss and face is None) and not ledger.has_face(face):
            raise BadResult(f"no card of this table has the face {face!r}")


def _expect(result: Any, count: int) -> None:
    if type(result) is not tuple or len(result) != count:
        raise BadResult(f"this step has a tuple of {count} results")


def _question(seat: Seat, choice: Choice) -> str:
    return f"{seat} {' '.join(words(choice.primitives()))}"
