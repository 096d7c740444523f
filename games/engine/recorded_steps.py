"""Steps and choices read back from the canonical values of a record, without the rules.

The values are foreign: whatever is no step in its one form raises ``RulesError``, ``BadMove`` or
``ValueError``. Whether a step fits its table is another question (``games.engine.recorded``).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from games.engine.choice import Answer, Choice, Option
from games.engine.errors import RulesError
from games.engine.reading import (
    MOST_CARDS,
    exactly,
    read_cards,
    read_list,
    read_number,
    read_seat,
    read_word,
)
from games.engine.recorded_fog import FOG_READERS, read_form
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
    ShuffleAhead,
)
from games.engine.table import SIDES_LIMIT
from games.engine.values import Primitive, Seat


def read_step(value: Primitive) -> Step[Any]:
    """A step from its form. Raises ``RulesError``, ``BadMove`` or ``ValueError``."""
    if type(value) is not tuple or not value or not isinstance(value[0], str):
        raise RulesError("a step has a name")
    reader = _READERS.get(value[0])
    if reader is None:
        raise RulesError("no step has this name")
    return reader(*exactly(value[1:], reader.__code__.co_argcount))


def _shuffle(cards: Primitive, fresh: Primitive, zone: Primitive) -> Step[Any]:
    return Shuffle(read_cards(cards), read_cards(fresh), read_word(zone))


def _shuffle_ahead(cards: Primitive, fresh: Primitive, zone: Primitive) -> Step[Any]:
    return ShuffleAhead(read_cards(cards), read_cards(fresh), read_word(zone))


def _mix(owner: Primitive, cards: Primitive, fresh: Primitive) -> Step[Any]:
    return Mix(read_seat(owner), read_cards(cards), read_cards(fresh))


def _deal(cards: Primitive, to: Primitive) -> Step[Any]:
    return Deal(read_cards(cards), None if to is None else read_seat(to))


def _peek(cards: Primitive, to: Primitive) -> Step[Any]:
    return Peek(read_cards(cards), read_seat(to))


def _give(cards: Primitive, giver: Primitive, to: Primitive) -> Step[Any]:
    return Give(read_cards(cards), read_seat(giver), read_seat(to))


def _put_back(cards: Primitive, giver: Primitive) -> Step[Any]:
    return PutBack(read_cards(cards), read_seat(giver))


def _open(cards: Primitive) -> Step[Any]:
    return Open(read_cards(cards))


def _reveal(cards: Primitive, holder: Primitive) -> Step[Any]:
    return Reveal(read_cards(cards), read_seat(holder))


def _chance(sides: Primitive, why: Primitive) -> Step[Any]:
    return Chance(read_number(sides, SIDES_LIMIT), read_word(why))


def _ask(seat: Primitive, choice: Primitive) -> Step[Any]:
    return Ask(read_seat(seat), read_choice(choice))


def _ask_all(asks: Primitive) -> Step[Any]:
    return AskAll(_asks(asks))


def _claims(window: Primitive, offers: Primitive) -> Step[Any]:
    return Claims(read_word(window), _asks(offers))


_READERS: Mapping[str, Callable[..., Step[Any]]] = {
    "shuffle": _shuffle,
    "shuffle_ahead": _shuffle_ahead,
    "mix": _mix,
    "deal": _deal,
    "peek": _peek,
    "give": _give,
    "put_back": _put_back,
    "open": _open,
    "reveal": _reveal,
    "chance": _chance,
    "ask": _ask,
    "ask_all": _ask_all,
    "claims": _claims,
    **FOG_READERS,
}


def read_choice(value: Primitive) -> Choice:
    """A choice from its form, without texts and predicate. Raises as ``read_step`` does."""
    parts = read_list(value)
    plan = read_form(parts[11]) if len(parts) == 12 else None
    parts = exactly(parts[:11] if plan else parts, 11)
    kind, cards, least, most, keys, low, high, items, default, may_pass, standing = parts
    if type(low) is not int or type(high) is not int:
        raise RulesError("a range is of numbers")
    return Choice(
        read_word(kind),
        "",
        read_cards(cards),
        min_cards=read_number(least, MOST_CARDS),
        max_cards=read_number(most, MOST_CARDS),
        options=tuple(Option(read_word(key), read_word(key)) for key in read_list(keys)),
        low=low,
        high=high,
        items=("",) * read_number(items, MOST_CARDS),
        default=Answer.from_primitives(default),
        pass_label="pass" if may_pass else "",
        standing=standing is True,
        plan=plan,
    )


def _asks(value: Primitive) -> tuple[tuple[Seat, Choice], ...]:
    pairs = tuple(exactly(read_list(item), 2) for item in read_list(value))
    return tuple((read_seat(seat), read_choice(choice)) for seat, choice in pairs)
