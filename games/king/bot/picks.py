"""Which cards of a hand this game's players use for what they have decided to do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.engine.choice import NOTHING, Answer, Choice
from games.engine.values import CardId
from games.king import cards as kinds
from games.king import plays
from games.king.bot.evaluation import Outlook, worth
from games.king.cards import Card, Kind
from games.king.loyalty import helpers_of
from games.king.state import Play


def throw_away(outlook: Outlook, choice: Choice, wanted: Mapping[Kind, int]) -> Answer:
    """All but so many of each kind: only fresh cards bring Assassins."""
    kept: list[Kind] = []
    thrown = []
    for card in reversed(by_worth(outlook, choice)):
        row = outlook.card(card)
        if row is None or card not in outlook.table.hand_zone(outlook.seat).cards:
            continue
        if kept.count(row.kind) < wanted.get(row.kind, 0):
            kept.append(row.kind)
        else:
            thrown.append(card)
    return Answer(tuple(thrown), plays.DISCARD.key) if thrown else NOTHING


def find_card(outlook: Outlook, choice: Choice, kind: Kind) -> CardId | None:
    """One card of this kind; None without one."""
    cards = (card for card in choice.cards if (row := outlook.card(card)) and row.kind is kind)
    return next(cards, None)


def with_card(
    outlook: Outlook, choice: Choice, keys: Sequence[str], play: Play, kind: Kind
) -> Answer:
    """This play paid for with a card of this kind; nothing where that cannot be."""
    card = find_card(outlook, choice, kind)
    return Answer((card,), play.key) if card is not None and play.key in keys else NOTHING


def attackers(outlook: Outlook, choice: Choice, *, knights: bool) -> tuple[CardId, ...]:
    """The cards to attack with: Assassins, and Knights if the General turns them."""
    value = helpers_of(outlook.state, outlook.seat).attack
    wanted = (kinds.ASSASSIN, kinds.KNIGHT) if knights else (kinds.ASSASSIN,)
    rows = ((card, outlook.card(card)) for card in choice.cards)
    return tuple(card for card, row in rows if row and row.kind in wanted and value(row, False))


def by_worth(outlook: Outlook, choice: Choice) -> list[CardId]:
    """The cards of a choice, the least wanted ones first."""

    def value(card: CardId) -> int:
        row: Card | None = outlook.card(card)
        return 0 if row is None else worth(row)

    return sorted(choice.cards, key=value)


def kind_of(outlook: Outlook, card: CardId) -> Kind | None:
    """The kind of a card."""
    row = outlook.card(card)
    return None if row is None else row.kind
