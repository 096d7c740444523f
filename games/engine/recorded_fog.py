"""The steps under fog, read back from a record (``games.engine.recorded_steps``)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from games.engine.choice import CARDS_LIMIT
from games.engine.errors import RulesError
from games.engine.fog_steps import (
    Account,
    Battle,
    Build,
    Copy,
    Deck,
    NamePositions,
    ShuffleDecks,
    Sight,
)
from games.engine.private import CELLS_LIMIT, FogLimits, LabelLimits, Number, PlanForm
from games.engine.reading import (
    MOST_CARDS,
    MOST_ID,
    exactly,
    read_cards,
    read_list,
    read_number,
    read_seat,
    read_seats,
    read_word,
)
from games.engine.step import Step
from games.engine.values import Primitive

MOST_DETAILS = 1 << 10
"""Bytes that say what stands on one cell."""


def read_form(value: Primitive) -> PlanForm:
    """The form of a plan."""
    name, length, most = exactly(read_list(value), 3)
    return PlanForm(
        read_word(name), read_number(length, CARDS_LIMIT), read_number(most, CELLS_LIMIT)
    )


def _limits(value: Primitive) -> FogLimits:
    cells, labels, openings, blanks = exactly(read_list(value), 4)
    sight, here, target = exactly(read_list(labels), 3)
    return FogLimits(
        read_number(cells, CELLS_LIMIT),
        _label(sight),
        _label(here),
        _label(target),
        tuple([_opening(one) for one in read_list(openings)]),
        read_number(blanks, MOST_CARDS),
    )


def _label(value: Primitive) -> LabelLimits:
    tags, asks, details = exactly(read_list(value), 3)
    return LabelLimits(
        read_number(tags, MOST_CARDS),
        read_number(asks, MOST_CARDS),
        read_number(details, MOST_DETAILS),
    )


def _opening(value: Primitive) -> tuple[int, int]:
    first, count = exactly(read_list(value), 2)
    return read_number(first, MOST_CARDS), read_number(count, MOST_CARDS)


def _deck(value: Primitive) -> Deck:
    cards, fresh, zone = exactly(read_list(value), 3)
    return Deck(read_cards(cards), read_cards(fresh), read_word(zone))


def _shuffle_decks(decks: Primitive) -> Step[Any]:
    return ShuffleDecks(tuple([_deck(deck) for deck in read_list(decks)]))


def _copy(
    owner: Primitive, sources: Primitive, cells: Primitive, fresh: Primitive, zone: Primitive
) -> Step[Any]:
    places = tuple([read_number(cell, CELLS_LIMIT) for cell in read_list(cells)])
    return Copy(read_seat(owner), read_cards(sources), places, read_cards(fresh), read_word(zone))


def _name_positions(pools: Primitive, count: Primitive) -> Step[Any]:
    pairs = [exactly(read_list(pool), 2) for pool in read_list(pools)]
    named = tuple([(read_seat(seat), read_word(zone)) for seat, zone in pairs])
    return NamePositions(named, read_number(count, MOST_CARDS))


def _build(seats: Primitive, form: Primitive) -> Step[Any]:
    return Build(read_seats(seats), read_form(form))


def _sight(seats: Primitive, round_: Primitive, limits: Primitive) -> Step[Any]:
    return Sight(read_seats(seats), read_number(round_, MOST_CARDS), _limits(limits))


def _battle(seats: Primitive, round_: Primitive, form: Primitive, limits: Primitive) -> Step[Any]:
    number = read_number(round_, MOST_CARDS)
    return Battle(read_seats(seats), number, read_form(form), _limits(limits))


def _account(asks: Primitive, last: Primitive) -> Step[Any]:
    if type(last) is not bool:
        raise RulesError("an account is the last or is not")
    pairs = [exactly(read_list(ask), 2) for ask in read_list(asks)]
    read = [(read_seat(seat), read_list(numbers)) for seat, numbers in pairs]
    return Account(tuple([(seat, tuple(map(_number, numbers))) for seat, numbers in read]), last)


def _number(value: Primitive) -> Number:
    name, low, high = exactly(read_list(value), 3)
    return Number(read_word(name), read_number(low, MOST_ID), read_number(high, MOST_ID))


FOG_READERS: Mapping[str, Callable[..., Step[Any]]] = {
    "shuffle_decks": _shuffle_decks,
    "copy": _copy,
    "name_positions": _name_positions,
    "build": _build,
    "sight": _sight,
    "battle": _battle,
    "account": _account,
}
