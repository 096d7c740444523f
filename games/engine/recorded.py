"""The steps of a record in the place of rules: for whoever lacks the rules that led to them.

A record holds the transcript of its table (``games.engine.engine``). A ``RecordedGame`` plays it:
it makes the moves that the notes tell and asks for the steps, so whoever carries steps out follows
the cards and checks every proof. It knows no predicate of a choice and tells nobody why a step
came. The transcript is foreign: whatever does not fit the table raises ``RulesError``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games.engine.errors import BadMove, RulesError
from games.engine.game import GameInfo, GameOption
from games.engine.private import Knowledge
from games.engine.reading import (
    MOST_CARDS,
    exactly,
    read_cards,
    read_list,
    read_seat,
    read_seats,
    read_word,
)
from games.engine.recorded_checks import check_recorded
from games.engine.recorded_steps import read_step
from games.engine.step import Step, short
from games.engine.table import Table
from games.engine.values import CardId, Outcome, Primitive, Seat, decode, encode, is_face
from games.engine.view import Area, CardView, SeatView, View, unread

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
            check_recorded(table, entry.step)
            table.say(shown(entry.step.describe()))
            await entry.step
        raise RulesError("the rules go on where the steps of the record end")

    def departed(self, table: Table, seat: Seat) -> None:
        """See ``Game``. What becomes of its cards is noted before the step that follows."""
        last = len(self.entries) - 1
        ends = len(table.active) < 2 and table.number == last
        if ends and not table.notes:  # no step follows: the engine ends the game here
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
            return Entry(notes, outcome=_outcome(*value[1:]))
        if len(value) != _WAITING and len(value) not in _COMPLETE:
            raise RulesError("it has another length than any")
        step = read_step(value[1])
        if encode(step.primitives()) != encode(value[1]):
            raise RulesError("its step is not in its one form")
        return Entry(notes, step, complete=len(value) != _WAITING)
    except (RulesError, BadMove, ValueError, IndexError) as error:
        raise RulesError(f"entry {number} of the steps cannot be read: {error}") from error


def _outcome(winners: Primitive, reason: Primitive) -> Outcome:
    """The end of a table. Its reason comes with the ranking, where there is one."""
    ranking: tuple[tuple[Seat, ...], ...] = ()
    if isinstance(reason, tuple):
        reason, ranks = exactly(reason, 2)
        ranking = tuple([read_seats(rank) for rank in read_list(ranks)])
        if not ranking:
            raise RulesError("a ranking of nobody")
    word = read_word(reason)
    return Outcome(read_seats(winners), word, shown(word), ranking=ranking)


# Playing


def _apply(table: Table, notes: Iterable[Primitive]) -> None:
    """Make the moves that were noted. Raises ``RulesError``."""
    for note in notes:
        match note:
            case ("zone", str(name), None | int() as owner, bool(hand)):
                if len(table.zones) >= MOST_CARDS or not (owner is None or owner < table.seats):
                    raise RulesError("a zone that no table has")
                table.add_zone(name, owner=None if owner is None else read_seat(owner), hand=hand)
            case ("create", tuple(faces), str(zone)):
                made = tuple(face for face in faces if is_face(face))
                if len(made) < len(faces) or len(table.created) + len(made) > MOST_CARDS:
                    raise RulesError("cards that no table has")
                table.create(made, zone)  # type: ignore[arg-type]
            case ("place", tuple(cards), str(zone), int(index)):
                table.lay(read_cards(cards), zone, index)
            case ("hide", tuple(cards)):
                table.turn_down(read_cards(cards))
            case ("remove", tuple(cards)):
                table.remove(read_cards(cards))
            case ("event", str(name)):
                table.event(name)
            case _:
                raise RulesError("a note that is none")
