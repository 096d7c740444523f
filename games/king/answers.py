"""Answers: cards that somebody may play once, in order, when something happens (SKD-8, SKD-15).

Every answer may be passed, by a standing pass too. Cards are opened as they are played. Conversions
may be part of an answer: a hand card as a Knight (Draft), three as a Poison or Antidote (the Sage),
any as an Assassin (the Old Man). A seat without any card is not asked, nor one whose cards all lie
open and do not fit.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from games.engine.choice import NOTHING, Answer, Choice, legal
from games.engine.table import Table
from games.engine.values import Face, Seat
from games.king import cards as kinds
from games.king.board import is_present
from games.king.cards import Card, Kind, card_of
from games.king.hands import hand, size, spend, tokens
from games.king.heirs import SAGE
from games.king.loyalty import helpers_of, holds, sources_of
from games.king.ranks import Rank
from games.king.state import state_of
from games.king.words import said

JOIN: Final = "join"
KNIGHTS: Final = "knights"
POISON: Final = "poison"
ANTIDOTE: Final = "antidote"
BATCH: Final = 3
"""How many hand cards the Sage turns into one (SK-37)."""

Count = Callable[[list[tuple[Card, bool]]], "int | str"]
"""What the chosen cards are worth (each with whether it is a hand card), or why they do not fit."""


async def answer(
    t: Table,
    seat: Seat,
    kind: str,
    prompt: str,
    count: Count,
    *,
    told: str = "",
    max_cards: int | None = None,
) -> int:
    """Ask one seat for cards, open and spend them; what they are worth, 0 for none.

    `told` is what the story says, before the cards; without it whoever asks tells it.
    """
    if not is_present(t, seat) or size(t, seat) + len(tokens(t, seat)) == 0:
        return 0
    cards = (*await hand(t, seat), *tokens(t, seat))
    made = tokens(t, seat)

    def pairs(faces: tuple[Face, ...], given: Answer) -> list[tuple[Card, bool]]:
        own = [card not in made for card in given.cards]
        return [(card_of(face), mine) for face, mine in zip(faces, own, strict=True)]

    def predicate(faces: tuple[Face, ...], given: Answer) -> str | None:
        worth = count(pairs(faces, given))
        return worth if isinstance(worth, str) else None

    choice = Choice(
        kind,
        prompt,
        cards,
        max_cards=len(cards) if max_cards is None else min(max_cards, len(cards)),
        predicate=predicate,
        pass_label="none",  # noqa: S106 - what a button says
        standing=True,
    )
    if t.all_open(cards) and is_hopeless(t, choice):
        return 0
    (given,) = await t.ask_in_order((seat,), lambda _: choice)
    if not given.cards or not is_present(t, seat):
        return 0
    faces = t.faces(given.cards)
    worth = count(pairs(faces, given))
    spend(t, seat, given.cards)
    if told:
        t.say(f"{{{seat}}} {told} {said([card_of(face) for face in faces])}.")
    return worth if isinstance(worth, int) else 0


def is_hopeless(t: Table, choice: Choice) -> bool:
    """Whether everybody can see that nothing fits: then the seat is not asked (SKD-2)."""
    return all(given == NOTHING for given in legal(choice, t.sees({})))


async def play_one(t: Table, seat: Seat, kind: str, prompt: str, wanted: Kind) -> bool:
    """Whether a seat plays one card of this kind."""

    def count(cards: list[tuple[Card, bool]]) -> int | str:
        return 1 if cards[0][0].kind is wanted else f"it takes {wanted.named}"

    return await answer(t, seat, kind, prompt, count, max_cards=1) == 1


async def join(t: Table, seat: Seat, prompt: str) -> int:
    """Assassins for a joint attempt; their sum (SKG-47)."""
    worth = helpers_of(state_of(t), seat).attack

    def count(cards: list[tuple[Card, bool]]) -> int | str:
        for card, own in cards:
            if worth(card, own) == 0:
                return f"{card.name} cannot attack"
        return sum(worth(card, own) for card, own in cards)

    return await answer(t, seat, JOIN, prompt, count, told="joins in with")


async def knights(t: Table, seat: Seat, prompt: str) -> int:
    """Knights in defence; their sum. With Draft any hand card counts 1 (SK-23, SKD-15)."""
    draft = bool(sources_of(state_of(t), seat, Rank.BARON))

    def count(cards: list[tuple[Card, bool]]) -> int | str:
        total = 0
        for card, own in cards:
            if card.kind is not kinds.KNIGHT and not (draft and own):
                return f"{card.name} cannot defend"
            total += card.value if card.kind is kinds.KNIGHT else 1
        return total

    return await answer(t, seat, KNIGHTS, prompt, count, told="defends with")


async def poison(t: Table, seat: Seat, prompt: str) -> int:
    """Poison; how many. With the Sage any three other hand cards are one more (SK-37)."""
    sage = holds(state_of(t), seat, SAGE)

    def count(cards: list[tuple[Card, bool]]) -> int | str:
        rest = [own for card, own in cards if card.kind is not kinds.POISON]
        if rest and not (sage and all(rest) and len(rest) % BATCH == 0):
            return "only Poison counts now" if not sage else "only Poison, or hand cards by threes"
        return len(cards) - len(rest) + len(rest) // BATCH

    return await answer(t, seat, POISON, prompt, count, told="adds")


async def antidote(t: Table, seat: Seat, prompt: str) -> bool:
    """Whether a seat plays an Antidote, or three hand cards as one with the Sage (SK-37)."""
    sage = holds(state_of(t), seat, SAGE)

    def count(cards: list[tuple[Card, bool]]) -> int | str:
        if len(cards) == 1 and cards[0][0].kind is kinds.ANTIDOTE:
            return 1
        if sage and len(cards) == BATCH and all(own for _, own in cards):
            return 1
        return "only an Antidote helps" if not sage else "only an Antidote, or three hand cards"

    max_cards = BATCH if sage else 1
    return (
        await answer(t, seat, ANTIDOTE, prompt, count, told="answers with", max_cards=max_cards)
        == 1
    )
