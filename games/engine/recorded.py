"""The steps of a record in the place of rules: for whoever lacks the rules that led to them.

A record holds the transcript of its table (``games.engine.engine``). A ``RecordedGame`` plays it:
it makes the moves that the notes tell and asks for the steps, so whoever carries steps out follows
the cards and checks every proof. It knows no predicate of a choice and tells nobody why a step
came. The transcript is foreign: whatever does not fit the table raises ``RulesError``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games.engine.choice import Answer, Choice, Option
from games.engine.errors import BadMove, RulesError
from games.engine.game import GameInfo, GameOption
from games.engine.private import Knowledge
from games.engine.step import Step, short
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
from games.engine.table import SIDES_LIMIT, Table
from games.engine.values import CardId, Outcome, Primitive, Seat, decode, encode, is_face
from games.engine.view import Area, CardView, SeatView, View, unread

MOST_CARDS = 1 << 13
"""Cards, and places for them, that one table may have in a record."""
_COMPLETE = (4, 5)
_WAITING = 2
_END = 3


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of a transcript, read: what was noted, and then a step or the end."""

    notes: tuple[Primitive, ...]
    step: Step[Any] | None = None
    complete: bool = True
    """Whether it has a result; only the last step of a table may wait for its own."""
    outcome: Outcome | None = None


def read_transcript(entries: Sequence[bytes]) -> tuple[Entry, ...]:
    """All entries of a transcript. Raises ``RulesError`` where one has not the form of any."""
    read = tuple(_entry(number, entry) for number, entry in enumerate(entries, 1))
    for number, entry in enumerate(read, 1):
        if entry.complete and entry.outcome is None:
            continue
        if number < len(read):
            raise RulesError(f"entry {number} of the steps is a last one")
    if read and read[-1].complete and read[-1].outcome is None:
        raise RulesError("the steps neither end nor wait")
    return read


class RecordedGame:
    """A game that plays the transcript of one table."""

    def __init__(
        self,
        game: str,
        number: int,
        seats: int,
        options: Mapping[str, str | int],
        entries: Sequence[bytes],
        title: str = "",
    ) -> None:
        """``number`` is that of the rules. Raises ``RulesError`` for entries of wrong form."""
        self.entries = read_transcript(entries)
        self.info = GameInfo(
            id=game,
            title=title or shown(game),
            version=number,
            min_seats=seats,
            max_seats=seats,
            options=tuple(GameOption(key, key, (value,)) for key, value in options.items()),
        )

    @property
    def last_step(self) -> int | None:
        """The number of the step that waits at the end of the record, if one does."""
        waits = self.entries and not self.entries[-1].complete
        return len(self.entries) if waits else None

    async def play(self, table: Table) -> Outcome:
        """See ``Game``."""
        for entry in self.entries:
            _apply(table, entry.notes)
            if entry.outcome is not None:
                return entry.outcome
            assert entry.step is not None
            _check(table, entry.step)
            table.say(shown(entry.step.describe()))
            await entry.step
        raise RulesError("the rules go on where the steps of the record end")

    def departed(self, table: Table, seat: Seat) -> None:
        """See ``Game``. What becomes of its cards is noted before the step that follows."""
        last = len(self.entries) - 1
        ends = len(table.active) < 2 and table.number == last
        if ends and not table.has_notes:  # no step follows: the engine ends the game here
            _apply(table, self.entries[last].notes)

    def half(self, table: Table, seat: Seat) -> None:
        """Nothing: what seats know, the rules would know."""

    def view(self, table: Table, seat: Seat | None, knowledge: Knowledge) -> View:
        """The zones as they are: what they mean, the rules would know."""
        areas = tuple(
            Area(shown(zone.name), shown(zone.name), tuple(_card(table, c) for c in zone.cards))
            for zone in table.zones.values()
        )
        hands = {zone.owner: len(zone.cards) for zone in table.zones.values() if zone.hand}
        seats = tuple(
            SeatView(Seat(one), hands.get(Seat(one), 0), "", table.is_gone(Seat(one)))
            for one in range(table.seats)
        )
        return View("", self.info.title, "", areas, seats, (), ())

    def tables(self) -> Primitive:
        """Nothing: the data of the rules are not here."""
        return ()


def shown(text: str) -> str:
    """A word of a record, for people: it names no seat, and nothing in it moves the cursor."""
    plain = text if text.isprintable() else repr(text)
    return plain.replace("{", "(").replace("}", ")")


def _card(table: Table, card: CardId) -> CardView:
    if not table.is_open(card):
        return unread(card, f"card {card}")
    face = shown(short(table.face(card)))
    return CardView(card, face, face, "", open=True, mine=False)


# Reading


def _entry(number: int, data: bytes) -> Entry:
    try:
        value = decode(data)
        if type(value) is not tuple or type(value[0]) is not tuple:
            raise RulesError("it has no notes")
        notes = value[0]
        if len(value) == _END:
            winners, reason = value[1:]
            if not isinstance(reason, str):
                raise RulesError("its reason is no text")
            return Entry(notes, outcome=Outcome(_seats(winners), reason, shown(reason)))
        if len(value) != _WAITING and len(value) not in _COMPLETE:
            raise RulesError("it has another length than any")
        step = read_step(value[1])
        if encode(step.primitives()) != encode(value[1]):
            raise RulesError("its step is not in its one form")
        return Entry(notes, step, complete=len(value) != _WAITING)
    except (RulesError, BadMove, ValueError, IndexError) as error:
        raise RulesError(f"entry {number} of the steps cannot be read: {error}") from error


def read_step(value: Primitive) -> Step[Any]:
    """A step from its form. Raises ``RulesError``, ``BadMove`` or ``ValueError``."""
    if type(value) is not tuple or not value or not isinstance(value[0], str):
        raise RulesError("a step has a name")
    reader = _READERS.get(value[0])
    if reader is None:
        raise RulesError("no step has this name")
    return reader(*_exactly(value[1:], reader.__code__.co_argcount))


def _exactly(parts: tuple[Primitive, ...], count: int) -> tuple[Primitive, ...]:
    if len(parts) != count:
        raise RulesError(f"it has {len(parts)} parts and not {count}")
    return parts


def _shuffle(cards: Primitive, fresh: Primitive, zone: Primitive) -> Step[Any]:
    return Shuffle(_cards(cards), _cards(fresh), _word(zone))


def _shuffle_ahead(cards: Primitive, fresh: Primitive, zone: Primitive) -> Step[Any]:
    return ShuffleAhead(_cards(cards), _cards(fresh), _word(zone))


def _mix(owner: Primitive, cards: Primitive, fresh: Primitive) -> Step[Any]:
    return Mix(_seat(owner), _cards(cards), _cards(fresh))


def _deal(cards: Primitive, to: Primitive) -> Step[Any]:
    return Deal(_cards(cards), None if to is None else _seat(to))


def _peek(cards: Primitive, to: Primitive) -> Step[Any]:
    return Peek(_cards(cards), _seat(to))


def _give(cards: Primitive, giver: Primitive, to: Primitive) -> Step[Any]:
    return Give(_cards(cards), _seat(giver), _seat(to))


def _put_back(cards: Primitive, giver: Primitive) -> Step[Any]:
    return PutBack(_cards(cards), _seat(giver))


def _open(cards: Primitive) -> Step[Any]:
    return Open(_cards(cards))


def _reveal(cards: Primitive, holder: Primitive) -> Step[Any]:
    return Reveal(_cards(cards), _seat(holder))


def _chance(sides: Primitive, why: Primitive) -> Step[Any]:
    return Chance(_number(sides, SIDES_LIMIT), _word(why))


def _ask(seat: Primitive, choice: Primitive) -> Step[Any]:
    return Ask(_seat(seat), read_choice(choice))


def _ask_all(asks: Primitive) -> Step[Any]:
    return AskAll(_asks(asks))


def _claims(window: Primitive, offers: Primitive) -> Step[Any]:
    return Claims(_word(window), _asks(offers))


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
}


def read_choice(value: Primitive) -> Choice:
    """A choice from its form, without texts and predicate. Raises as ``read_step`` does."""
    parts = _exactly(_list(value), 11)
    kind, cards, least, most, keys, low, high, items, default, may_pass, standing = parts
    if type(low) is not int or type(high) is not int:
        raise RulesError("a range is of numbers")
    return Choice(
        _word(kind),
        "",
        _cards(cards),
        min_cards=_number(least, MOST_CARDS),
        max_cards=_number(most, MOST_CARDS),
        options=tuple(Option(_word(key), _word(key)) for key in _list(keys)),
        low=low,
        high=high,
        items=("",) * _number(items, MOST_CARDS),
        default=Answer.from_primitives(default),
        pass_label="pass" if may_pass else "",
        standing=standing is True,
    )


def _asks(value: Primitive) -> tuple[tuple[Seat, Choice], ...]:
    pairs = tuple(_exactly(_list(item), 2) for item in _list(value))
    return tuple((_seat(seat), read_choice(choice)) for seat, choice in pairs)


def _list(value: Primitive) -> tuple[Primitive, ...]:
    if type(value) is not tuple or len(value) > MOST_CARDS:
        raise RulesError("a list, and not too long a one, is needed")
    return value


def _number(value: Primitive, most: int) -> int:
    if type(value) is not int or not 0 <= value <= most:
        raise RulesError(f"a number from 0 to {most} is needed")
    return value


def _word(value: Primitive) -> str:
    if not isinstance(value, str):
        raise RulesError("a word is needed")
    return value


def _seat(value: Primitive) -> Seat:
    return Seat(_number(value, 15))


def _seats(value: Primitive) -> tuple[Seat, ...]:
    return tuple(_seat(item) for item in _list(value))


def _cards(value: Primitive) -> tuple[CardId, ...]:
    return tuple(CardId(_number(item, 1 << 32)) for item in _list(value))


# Playing


def _apply(table: Table, notes: Iterable[Primitive]) -> None:
    """Make the moves that were noted. Raises ``RulesError``."""
    for note in notes:
        match note:
            case ("zone", str(name), None | int() as owner, bool(hand)):
                if len(table.zones) >= MOST_CARDS or not (owner is None or owner < table.seats):
                    raise RulesError("a zone that no table has")
                table.add_zone(name, owner=None if owner is None else _seat(owner), hand=hand)
            case ("create", tuple(faces), str(zone)):
                made = tuple(face for face in faces if is_face(face))
                if len(made) < len(faces) or len(table.created) + len(made) > MOST_CARDS:
                    raise RulesError("cards that no table has")
                table.create(made, zone)  # type: ignore[arg-type]
            case ("place", tuple(cards), str(zone), int(index)):
                table.lay(_cards(cards), zone, index)
            case ("hide", tuple(cards)):
                table.turn_down(_cards(cards))
            case ("remove", tuple(cards)):
                table.remove(_cards(cards))
            case ("event", str(name)):
                table.event(name)
            case _:
                raise RulesError("a note that is none")


def _check(table: Table, step: Step[Any]) -> None:
    """What the table would have refused to its rules. Raises ``RulesError``."""
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
