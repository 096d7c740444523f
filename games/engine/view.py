"""What a front end shows: plain data, made by each game from a table and one seat's own faces.

Texts of games never hold the names of people: they write seats as ``{0}``, ``{1}``, and whoever
knows the names puts them in (``name_seats``).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from games.engine.map_view import MapView
from games.engine.values import CardId, Outcome, Seat

_SEAT = re.compile(r"\{(\d{1,3})\}")


@dataclass(frozen=True, slots=True)
class CardView:
    """One card as it looks. A card that the viewer cannot read has no texts of its face."""

    id: CardId | None
    short: str
    """What it is, for narrow places."""
    title: str
    text: str
    open: bool
    mine: bool
    mark: str = ""
    """What lies on it, in words."""
    holder: Seat | None = None
    """The seat that the mark names first, if it names one."""
    then: tuple[Seat | None, ...] = ()
    """To whom it goes back from that seat, one after the other; None is nobody."""
    name: str = ""
    """The title without the suit, for two lines; empty if it has no suit."""
    suit: str = ""
    secret: bool = False
    """Known to its viewer alone by `short`, while `title` says what everybody sees."""
    known: bool = True
    """Whether the viewer can read it."""
    place: str = ""
    """What its place is called, in an area that has several of them."""
    brief: str = ""
    """What it is called where there is least room; empty if `short` is short enough."""
    keywords: str = ""
    """What kind of thing it is, in few words, where that matters."""
    does: str = ""
    """What it does, in few words; empty if `text` says it in as few."""
    turned: bool = False
    """Whether it is used up for now."""
    under: tuple[str, ...] = ()
    """The shortest names of what lies under it."""
    topic: str = ""
    """The key of its entry in the guide of the game, if it has one."""
    tells_topic: bool = True
    """Whether `text` says what that entry says."""
    brings: str = ""
    """What it does for the seat on whose side it is."""
    is_player: bool = False
    """Whether it stands for its holder, and not for somebody or something that the holder has."""
    at_stake: bool = False
    """Whether it is at stake in what is being decided: aimed at, or in a fight."""
    count: int | None = None
    """How many tokens it is, where it is no card."""

    @property
    def gist(self) -> str:
        """What it is and does, in few words; empty if `text` says it in as few."""
        return "; ".join(filter(None, (self.keywords, self.does)))


def won(outcome: Outcome) -> tuple[Standing, ...]:
    """What stands where somebody's standing was, once the game is over."""
    names = [who(seat) for seat in outcome.winners]
    if not names:
        return (Standing("Everyone has lost." if outcome.all_lost else "Nobody has won."),)
    if len(names) == 1:
        return (Standing(f"{names[0]} has won."),)
    return (Standing(f"{', '.join(names[:-1])} and {names[-1]} have won."),)


def unread(card: CardId | None, title: str, *, mine: bool = False) -> CardView:
    """A card that the viewer cannot read, under a title that tells nothing of its face."""
    return CardView(card, "?", title, "", open=False, mine=mine, known=False)


@dataclass(frozen=True, slots=True)
class Area:
    """One part of the table."""

    key: str
    title: str
    cards: tuple[CardView, ...]
    note: str = ""
    owner: Seat | None = None
    short: str = ""
    """The title for narrow places, if it is another one."""
    brief: str = ""
    """The title where there is least room; empty if `short` is short enough."""
    gist: str = ""
    """The note in few words; empty if it has no more."""
    part: str = ""
    """Which part of the board it is, of those that boards tell apart: "rung", "pile", "retinue"."""
    count: int | None = None
    """How many cards lie in a pile that shows none."""
    noted: bool = False
    """Whether a note of the view says what the note of this area says."""
    explains_marks: bool = False
    """Whether the note says what the mark on its cards means."""
    fleeting: bool = False
    """Whether it lies there only while something is decided: nobody is told that it is gone."""
    pile: bool = False
    """Whether nobody has to read it in full: how many there are and the last one do."""
    empty: str = ""
    """What a text says where no card lies; empty where the note says it."""
    own: str = ""
    """What it is called behind its owner's name, where that is how `title` begins."""
    note_on_cards: bool = False
    """Whether the text of its cards says what the note says."""
    lasting: bool = False
    """Whether the note is the same all game, so that it need not be told again and again."""

    @property
    def top(self) -> str:
        """Of a pile, in one row: how many cards, and the last of them."""
        return f"{len(self.cards)}, last {self.cards[-1].title}" if self.cards else "0"


@dataclass(frozen=True, slots=True)
class SeatView:
    """What everybody sees of one seat: the size of its hand and a few words.

    ``hand``: None in a game without hands. ``short``: the note for narrow places.
    """

    seat: Seat
    hand: int | None
    note: str
    gone: bool
    short: str = ""


@dataclass(frozen=True, slots=True)
class Note:
    """What is in force: a whole sentence, or a label and its value, which make one."""

    value: str
    label: str = ""
    key: str = ""
    """By which a board finds it; empty if no board needs it alone."""
    brief: str = ""
    """The value in fewer words; empty if it has no more."""
    verdict: tuple[str, ...] = ()
    """How what is being decided would end as things stand: who wins, then whom else it concerns."""

    @property
    def text(self) -> str:
        """The sentence."""
        return f"{self.label}: {self.value}." if self.label else self.value


@dataclass(frozen=True, slots=True)
class Standing:
    """How near somebody is to winning, or the game to its end, as the rules compute it."""

    text: str
    """A whole sentence, with its full stop."""
    short: str = ""
    """The same for narrow places, if the sentence is a long one."""
    urgent: bool = False
    """Whether the game may end by it before its reader has another turn."""

    @property
    def brief(self) -> str:
        """The shorter of the two."""
        return self.short or self.text


@dataclass(frozen=True, slots=True)
class View:
    """The whole table for one pair of eyes."""

    game: str
    title: str
    turn: str
    areas: tuple[Area, ...]
    seats: tuple[SeatView, ...]
    hand: tuple[CardView, ...]
    notes: tuple[Note, ...]
    seen: tuple[CardView, ...] = ()
    """Cards that the viewer has looked at where they lie in no area: a deck that is searched."""
    tale: tuple[str, ...] = ()
    """Of a game that is over its turning points, a sentence each; empty before."""
    map: MapView | None = None
    """The map as the viewer knows it, in a game that is played on one."""
    standing: tuple[Standing, ...] = ()
    """How near everybody is to winning, the most important first. Every table shows it, always."""
    turn_of: Seat | None = None
    """Whose turn it is, where `turn` begins with that."""
    own_turn: str = ""
    """What `turn` says behind that name."""
    same_turn: str = ""
    """What stays the same while a turn lasts, where `turn` also says how far it has come."""

    def card(self, card: CardId) -> tuple[Area | None, CardView | None]:
        """A card wherever it is shown, after the area that it lies in, if in one."""
        for shown in (*self.hand, *self.seen):
            if shown.id == card:
                return None, shown
        for area in self.areas:
            for shown in area.cards:
                if shown.id == card:
                    return area, shown
        return None, None


def who(seat: Seat) -> str:
    """How a text of a game writes a seat."""
    return f"{{{seat}}}"


def spans(text: str) -> Iterator[str | Seat]:
    """A text of a game in order: what it says, and the seats that it writes."""
    end = 0
    for match in _SEAT.finditer(text):
        if match.start() > end:
            yield text[end : match.start()]
        yield Seat(int(match[1]))
        end = match.end()
    if end < len(text):
        yield text[end:]


def name_seats(text: str, names: Sequence[str]) -> str:
    """Put the names of people into a text; a seat without a name stays as it is."""

    def name(match: re.Match[str]) -> str:
        seat = int(match[1])
        return names[seat] if seat < len(names) else match[0]

    return _SEAT.sub(name, text)
