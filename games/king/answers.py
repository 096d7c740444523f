"""Answers: cards that somebody may play once, in order, when something happens (SKD-8, SKD-15).

All who may answer say at once whether they want to be asked, then those who do are asked in the
order of the rule (SKD-32). Every answer may be passed, by a standing pass too. Cards are opened as
they are played. Conversions may be part of an answer: a hand card as a Knight (Draft), three as a
Poison or Antidote (the Sage), any as an Assassin (the Old Man). A seat without any card is not
asked, nor one whose cards all lie open and do not fit.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from games.engine.choice import NOTHING, Answer, Choice, Weight
from games.engine.legal_answers import legal
from games.engine.private import NOTHING_KNOWN
from games.engine.table import Table
from games.engine.values import CardId, Face, Seat
from games.king import cards as kinds
from games.king import fights
from games.king.board import around, is_present
from games.king.cards import Card, Kind
from games.king.concerns import weight_for, weight_of_antidote, weight_of_poison, weight_of_rescue
from games.king.hands import hand, size, spend, tokens
from games.king.heirs import SAGE, Person
from games.king.loyalty import helpers_of, holds, sources_of
from games.king.ranks import Rank
from games.king.state import Catalogue, Effect, catalogue_of, state_of
from games.king.words import said

JOIN: Final = "join"
KNIGHTS: Final = "knights"
POISON: Final = "poison"
ANTIDOTE: Final = "antidote"
BATCH: Final = 3
"""How many hand cards the Sage turns into one (SK-37)."""

Count = Callable[[list[tuple[Card, bool]]], "int | str"]
"""What the chosen cards are worth (each with whether it is a hand card), or why they do not fit."""


Counted = Callable[[Seat], "Count | None"]
"""How the cards of a seat count as things stand; None if it may not answer."""

Took = Callable[[Seat, int], bool]
"""Told who has answered and what that is worth; gives whether nobody is asked any more."""


async def ask_around(
    t: Table,
    seats: Sequence[Seat],
    kind: str,
    prompt: Callable[[Seat], str],
    counted: Counted,
    took: Took,
    *,
    told: str = "",
    max_cards: Callable[[Seat], int] | None = None,
    weight: Callable[[Seat], Weight | None] = lambda seat: None,
) -> None:
    """Ask these seats for cards in this order; open, spend and count what they play (SKD-32).

    `told` is what the story says, before the cards; without it whoever asks tells it. `prompt` and
    `weight` say how it stands when a seat is asked; a weight of None is that of what is announced.
    """
    asked: dict[Seat, Count] = {}
    catalogue = catalogue_of(t)
    for seat in seats:
        if is_present(t, seat) and size(t, seat):
            await hand(t, seat)

    def make_choice(seat: Seat) -> Choice | None:
        count = counted(seat) if is_present(t, seat) else None
        made = tokens(t, seat)
        cards = (*t.hand_zone(seat).cards, *made)
        if count is None or not cards:
            return None
        asked[seat] = count
        choice = Choice(
            kind,
            prompt(seat),
            cards,
            max_cards=len(cards) if max_cards is None else min(max_cards(seat), len(cards)),
            predicate=CardsCount(catalogue, count, made),
            pass_label="none",  # noqa: S106 - what a button says
            standing=True,
            weight=weight(seat) or weight_for(t, seat),
        )
        return None if t.all_open(cards) and is_hopeless(t, choice) else choice

    def take(seat: Seat, given: Answer) -> bool:
        if not is_present(t, seat):
            return False
        faces = t.faces(given.cards)
        cards = CardsCount(catalogue, asked[seat], tokens(t, seat)).pairs(faces, given)
        worth = asked[seat](cards)
        spend(t, seat, given.cards)
        if told:
            t.say(f"{{{seat}}} {told} {said([card for card, _ in cards])}.")
        return isinstance(worth, int) and took(seat, worth)

    await t.ask_in_order(seats, make_choice, take)


@dataclass(frozen=True, slots=True)
class CardsCount:
    """The predicate of such a question."""

    catalogue: Catalogue
    count: Count
    made: tuple[CardId, ...]
    """The tokens among the cards that can be chosen."""

    def __call__(self, faces: tuple[Face, ...], given: Answer) -> str | None:
        """Why these cards do not fit."""
        worth = self.count(self.pairs(faces, given))
        return worth if isinstance(worth, str) else None

    def pairs(self, faces: tuple[Face, ...], given: Answer) -> list[tuple[Card, bool]]:
        """The chosen cards, each with whether it is a hand card."""
        own = [card not in self.made for card in given.cards]
        return list(zip(map(self.catalogue.card, faces), own, strict=True))


def is_hopeless(t: Table, choice: Choice) -> bool:
    """Whether everybody can see that nothing fits: then the seat is not asked (SKD-2)."""
    return all(given == NOTHING for given in legal(choice, t.sees(NOTHING_KNOWN)))


async def ask_for_one(
    t: Table,
    kind: str,
    prompt: Callable[[Seat], str],
    wanted: Kind,
    person: Person,
    applies: Callable[[], bool],
    took: Took,
) -> None:
    """Everybody from the active player on, until somebody saves `person` by a card of this kind.

    Nobody is asked once it no longer `applies`.
    """

    def count(cards: list[tuple[Card, bool]]) -> int | str:
        return 1 if cards[0][0].kind is wanted else f"it takes {wanted.named}"

    await ask_around(
        t,
        around(t, t.turn),
        kind,
        prompt,
        lambda seat: count if applies() else None,
        took,
        max_cards=lambda seat: 1,
        weight=lambda seat: weight_of_rescue(t, seat, person),
    )


async def join(t: Table, seats: Sequence[Seat], prompt: Callable[[Seat], str], took: Took) -> None:
    """Assassins for a joint attempt; their sums (SKG-47)."""

    def counted(seat: Seat) -> Count:
        worth = helpers_of(state_of(t), seat).attack

        def count(cards: list[tuple[Card, bool]]) -> int | str:
            for card, own in cards:
                if worth(card, own) == 0:
                    return f"{card.name} cannot attack"
            return sum(worth(card, own) for card, own in cards)

        return count

    await ask_around(t, seats, JOIN, prompt, counted, took, told="joins in with")


async def knights(t: Table, seats: Sequence[Seat], effect: Effect, took: Took) -> None:
    """Knights in defence; their sums. With Draft any hand card counts 1 (SK-23, SKD-15)."""

    def counted(seat: Seat) -> Count:
        draft = bool(sources_of(state_of(t), seat, Rank.BARON))

        def count(cards: list[tuple[Card, bool]]) -> int | str:
            total = 0
            for card, own in cards:
                if card.kind is not kinds.KNIGHT and not (draft and own):
                    return f"{card.name} cannot defend"
                total += card.value if card.kind is kinds.KNIGHT else 1
            return total

        return count

    await ask_around(
        t,
        seats,
        KNIGHTS,
        lambda seat: fights.about_knights(t, effect, seat),
        counted,
        took,
        told="defends with",
    )


async def poison(t: Table, seats: Sequence[Seat], effect: Effect, took: Took) -> None:
    """Poison; how many. With the Sage any three other hand cards are one more (SK-37)."""

    def counted(seat: Seat) -> Count:
        sage = holds(state_of(t), seat, SAGE)

        def count(cards: list[tuple[Card, bool]]) -> int | str:
            rest = [own for card, own in cards if card.kind is not kinds.POISON]
            if rest and not (sage and all(rest) and len(rest) % BATCH == 0):
                return (
                    "only Poison counts now" if not sage else "only Poison, or hand cards by threes"
                )
            return len(cards) - len(rest) + len(rest) // BATCH

        return count

    await ask_around(
        t,
        seats,
        POISON,
        lambda seat: fights.about_poison(t, effect, seat),
        counted,
        took,
        told="adds",
        weight=lambda seat: weight_of_poison(t, effect, seat),
    )


async def antidote(t: Table, seats: Sequence[Seat], effect: Effect, took: Took) -> None:
    """An Antidote, or three hand cards as one with the Sage (SK-37)."""

    def is_sage(seat: Seat) -> bool:
        return holds(state_of(t), seat, SAGE)

    def counted(seat: Seat) -> Count:
        sage = is_sage(seat)

        def count(cards: list[tuple[Card, bool]]) -> int | str:
            if len(cards) == 1 and cards[0][0].kind is kinds.ANTIDOTE:
                return 1
            if sage and len(cards) == BATCH and all(own for _, own in cards):
                return 1
            return "only an Antidote helps" if not sage else "only an Antidote, or three hand cards"

        return count

    await ask_around(
        t,
        seats,
        ANTIDOTE,
        lambda seat: fights.about_antidote(t, effect, seat),
        counted,
        took,
        told="answers with",
        max_cards=lambda seat: BATCH if is_sage(seat) else 1,
        weight=lambda seat: weight_of_antidote(t, effect),
    )
