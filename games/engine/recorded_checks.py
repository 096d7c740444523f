"""Whether a step of a record fits its table: what the table's verbs would have refused to rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.engine.errors import RulesError
from games.engine.fog_steps import (
    Account,
    Battle,
    Build,
    Copy,
    NamePositions,
    ShuffleDecks,
    Sight,
    unopened,
)
from games.engine.step import Step
from games.engine.steps import (
    Ask,
    AskAll,
    Chance,
    Claims,
    Deal,
    Give,
    Mix,
    Open,
    Peek,
    PutBack,
    Reveal,
    Shuffle,
)
from games.engine.table import Table
from games.engine.values import CardId, Seat


def check_recorded(table: Table, step: Step[Any]) -> None:
    """What a table would have refused to its rules. Raises ``RulesError``."""
    match step:
        case Shuffle(cards, fresh, zone):
            table.zone(zone)
            _hold(all(table.holder(card) is None for card in cards), "a held card is shuffled")
            _renumbered(table, cards, fresh)
        case Mix(owner, cards, fresh):
            _hold(cards == tuple(table.hand_zone(owner).cards), "a mix is of a whole hand")
            _hold(all(_reads(table, card, owner) for card in cards), "it cannot read its hand")
            _renumbered(table, cards, fresh)
            _present(table, owner)
        case Deal(cards, to) | Peek(cards, to):
            _hidden(table, cards, None)
            if to is not None:
                _present(table, to)
        case Give(cards, giver, to):
            _hidden(table, cards, giver)
            _present(table, giver, to)
        case PutBack(cards, giver):
            _hidden(table, cards, giver)
            _present(table, giver)
        case Open(cards):
            _distinct(table, cards)
            _hold(not table.any_open(cards), "an open card is opened")
        case Reveal(cards, holder):
            _hidden(table, cards, holder)
            _present(table, holder)
        case Chance(sides, _):
            _hold(sides > 1, "a throw of one side")
        case Ask(seat, choice):
            _present(table, seat)
            _distinct(table, choice.cards)
        case AskAll(asks) | Claims(_, asks):
            _present(table, *(seat for seat, _ in asks))
            for _, choice in asks:
                _distinct(table, choice.cards)
        case _:
            _check_under_fog(table, step)


def _check_under_fog(table: Table, step: Step[Any]) -> None:
    match step:
        case ShuffleDecks(decks):
            _distinct(table, [card for deck in decks for card in deck.cards])
            for deck in decks:
                table.zone(deck.zone)
                _hold(all(table.reader(c) is None for c in deck.cards), "a kept card is shuffled")
                _renumbered(table, deck.cards, deck.fresh)
        case Copy(owner, sources, cells, fresh, zone):
            table.zone(zone)
            _hold(len(set(cells)) == len(cells) <= len(sources), "cells that do not fit the cards")
            _hold(all(table.reader(card) is None for card in sources), "a kept card is copied")
            _renumbered(table, sources, fresh)
            _present(table, owner)
        case NamePositions(pools, count):
            _present(table, *step.seats)
            enough = all(len(unopened(table, zone)) >= count for _, zone in pools)
            _hold(count > 0 and enough, "more positions than there are")
        case Build() | Sight() | Battle() | Account():
            _present(table, *step.seats)
        case _:
            raise RulesError("a step that nobody checks")


def _hold(fits: bool, why: str) -> None:
    if not fits:
        raise RulesError(why)


def _present(table: Table, *seats: Seat) -> None:
    known = all(seat < table.seats and not table.is_gone(seat) for seat in seats)
    _hold(known and len(set(seats)) == len(seats), "a seat that is not at the table, or twice")


def _distinct(table: Table, cards: Sequence[CardId]) -> None:
    table.check_cards(cards)
    _hold(len(set(cards)) == len(cards), "a card stands twice")


def _hidden(table: Table, cards: Sequence[CardId], reader: Seat | None) -> None:
    _distinct(table, cards)
    kept = all(table.reader(card) == reader for card in cards)
    _hold(kept and not table.any_open(cards), "a card that is open, or kept by another seat")


def _reads(table: Table, card: CardId, owner: Seat) -> bool:
    return table.is_open(card) or table.reader(card) == owner


def _renumbered(table: Table, cards: Sequence[CardId], fresh: Sequence[CardId]) -> None:
    _distinct(table, cards)
    _hold(bool(cards) and table.fresh_ids(len(cards)) == tuple(fresh), "ids are not the next")
