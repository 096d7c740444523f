"""A table in plain lines: areas, hand, seats, story, whom it waits for. Pure.

Every front end that writes lines uses these. Nothing here prints, asks or knows the network; all
that people called themselves has been made safe before it comes here (cli.model.names).
Held by tests/cli/model/test_table_text.py.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from cli.console.text import ago, capital, counted, listed, sentence, wrapped
from cli.model.names import Person, seat_letter
from cli.model.titles import goal_of
from games.engine.map_view import MapView
from games.engine.table import LogLine
from games.engine.view import Area, CardView, View, name_seats
from p2p.client.play.snapshot import Snapshot, Wait
from p2p.client.updates import BadLink

INDENT = "  "
FEW = 6
"""So many cards of an area are listed one by one."""


@dataclass(frozen=True, slots=True)
class Names:
    """How the seats are called, in order, and which of them is ours (None for a spectator).

    `lettered`: texts show the letter of its seat before each name, where no colour tells people
    apart.
    """

    people: tuple[Person, ...]
    own: int | None = None
    lettered: bool = False

    @property
    def short(self) -> tuple[str, ...]:
        """The bare names, for places that show the letter themselves."""
        return tuple(person.name for person in self.people)

    @property
    def told(self) -> tuple[str, ...]:
        """The names as texts have them."""
        return tuple(self[seat] for seat in range(len(self.people)))

    def put_into(self, text: str) -> str:
        """A text of a game with names in place of its seats."""
        return name_seats(text, self.told if self.lettered else self.short)

    def __getitem__(self, seat: int) -> str:
        name = self.people[seat].name
        return f"{seat_letter(seat)}:{name}" if self.lettered else name


# The table


def table_lines(view: View, names: Names) -> list[str]:
    """Everything that lies on the table, and what is in force."""
    return [line for entry in table_entries(view, names) for line in entry]


def table_entries(view: View, names: Names, *, brief: bool = False) -> list[list[str]]:
    """The same, the lines of each thing together: first whose turn it is. `brief`: without notes
    that are the same all game."""
    mine = view.turn_of is not None and view.turn_of == names.own
    turn = f"{sentence(view.title)} {f'Your {view.own_turn}' if mine else view.turn}"
    found = [wrapped(names.put_into(turn)), _aim_lines(view), _standing_lines(view, names)]
    shown = [replace(area, note="") if brief and area.lasting else area for area in view.areas]
    texts = [_area(area, names) for area in shown]
    told = " ".join(one.text for one in view.standing)
    texts += [note.text for note in view.notes if note.text not in told]
    found += [wrapped(names.put_into(text), INDENT, INDENT * 2) for text in texts]
    if view.map is None:
        return found
    landmarks = [wrapped(text, INDENT, INDENT * 2) for text in view.map.landmarks]
    return [*found, *landmarks, _sightings(view.map, names)]


def pile_entries(view: View, names: Names) -> list[list[str]]:
    """Those of them that are of piles, which the story keeps filling."""
    texts = [_area(area, names) for area in view.areas if area.pile]
    return [wrapped(names.put_into(text), INDENT, INDENT * 2) for text in texts]


def emptied_lines(view: View, before: View, names: Names) -> list[str]:
    """What lay on the table before, in places that are no longer shown."""
    keys = {area.key for area in view.areas}
    gone = [area for area in before.areas if area.key not in keys and not area.fleeting]
    texts = [f"{own_words(area, names)}: nothing any more" for area in gone]
    return [line for text in texts for line in wrapped(names.put_into(text), INDENT, INDENT * 2)]


def own_words(area: Area, names: Names, your: str = "Your") -> str:
    """The title of an area, of what is ours as one would say it: "Your Admirer"."""
    is_ours = area.own and area.owner is not None and area.owner == names.own
    return f"{your} {area.own}" if is_ours else area.title


def standing_lines(view: View, names: Names) -> list[str]:
    """What the game is about, and how near everybody is to it."""
    return _aim_lines(view) + _standing_lines(view, names)


def _aim_lines(view: View) -> list[str]:
    """What the game is about."""
    goal = goal_of(view.game)
    return wrapped(f"Aim: {goal}", INDENT, INDENT * 2) if goal else []


def _standing_lines(view: View, names: Names) -> list[str]:
    """How near everybody is to it."""
    said = " ".join(names.put_into(one.text) for one in view.standing)
    return wrapped(f"Standing: {said}", INDENT, INDENT * 2) if said else []


def _sightings(seen: MapView, names: Names) -> list[str]:
    """What rivals have in view now, and what happened last."""
    lines = []
    for text in seen.report:
        lines += wrapped(names.put_into(text), INDENT, INDENT * 2)
    rivals = [place for place in seen.places if place.owner is not None and not place.mine]
    now = [place for place in rivals if place.seen == "now"]
    for place in now:
        lines += wrapped(names.put_into(f"{place.name}: {place.words}"), INDENT, INDENT * 2)
    if len(rivals) > len(now):
        before = [place.name for place in rivals if place.seen != "now"]
        text = f"Tiles of rivals remembered at {listed(before)}; map {before[0]} tells more."
        lines += wrapped(text, INDENT, INDENT * 2)
    return lines


def _area(area: Area, names: Names) -> str:
    head = own_words(area, names)
    if area.pile and area.cards:
        return f"{head}: {counted(len(area.cards), 'card')}, last {area.cards[-1].title}"
    note = "" if area.noted else area.note
    titles = [_placed(card, names, marked=not area.explains_marks) for card in area.cards]
    if area.owner is None:  # nobody has them yet, so what they are is news
        titles = [f"{title}{_gist(card)}" for title, card in zip(titles, area.cards, strict=True)]
    cards = "; ".join(titles if len(titles) <= FEW else _together(titles)) or area.empty
    if cards and note:
        return f"{head}: {cards} ({note})"
    return f"{head}: {cards or note or 'nothing'}"


def _gist(card: CardView) -> str:
    """What a card is and does in few words, as it goes on in a list; of people on a board, who are
    no cards, that would be far too much."""
    told = (card.keywords, card.does) if card.id is not None else ()
    return "".join(f", {words}" for words in told if words)


def area_lines(view: View, names: Names, word: str) -> list[str]:
    """All that lies in the parts of the table whose titles have a word in them, with its texts; of
    a pile how often each card is in it. Empty if there is no such part."""
    wanted = word.casefold()
    lines: list[str] = []
    for area in view.areas:
        title = own_words(area, names)
        if wanted not in title.casefold():
            continue
        listed_below = bool(area.cards) and not area.pile
        head = f"{title}: {area.note}".rstrip(" ") if listed_below else _area(area, names)
        lines += wrapped(names.put_into(head))
        if area.pile:
            texts = ["; ".join(_together([card.title for card in area.cards]))]
        else:
            texts = [f"{card_title(card)}: {card.text}".rstrip(": ") for card in area.cards]
        for text in filter(None, texts):
            lines += wrapped(names.put_into(text), INDENT, INDENT * 2)
    return lines


def _placed(card: CardView, names: Names, *, marked: bool) -> str:
    """A card as it stands among others; who listens is told which of the players they are."""
    title = card_title(card, marked=marked)
    me = f"{{{names.own}}}"
    return title.replace(me, f"{me} (you)", 1) if card.is_player else title


def _together(titles: Sequence[str]) -> list[str]:
    """A long row of cards, those of one title told once."""
    counts = Counter(titles)
    return [title if count == 1 else f"{count} times {title}" for title, count in counts.items()]


def card_title(card: CardView, *, marked: bool = True) -> str:
    """One card in a few words."""
    title = f"{card.title}, for your eyes only: {card.short}" if card.secret else card.title
    place = f"number {card.place}" if card.place.isdigit() else card.place
    title = f"{place}: {title}" if place else title
    return f"{title} [{card.mark}]" if card.mark and marked else title


def hand_lines(view: View, names: Names) -> list[str]:
    """The own hand with what each card does."""
    if not view.hand:
        return ["Your hand is empty."]
    lines = [f"Your hand, {counted(len(view.hand), 'card')}:"]
    for number, card in enumerate(view.hand, 1):
        lines += hand_card_lines(number, card, names)
    return lines


def hand_card_lines(number: int, card: CardView, names: Names) -> list[str]:
    """One card of the hand and its text."""
    lead = f"{INDENT}{number}. "
    lines = wrapped(card_title(card), lead)
    return lines + (wrapped(names.put_into(card.text), " " * len(lead)) if card.text else [])


# People


def seat_lines(
    names: Names,
    snapshot: Snapshot | None = None,
    words: Sequence[str] = (),
    absent: Sequence[str] = (),
    paths: Sequence[str] = (),
) -> list[str]:
    """Who sits where, with how many cards, on line or not, and the words of each key.

    `absent`: for each seat why it is not on line, where more is known than that. `paths`: for each
    seat how it is reached, in words.
    """
    seats = (
        {}
        if snapshot is None or snapshot.view is None
        else {int(seat.seat): seat for seat in snapshot.view.seats}
    )
    lines = []
    for number, person in enumerate(names.people):
        said = []
        seat = seats.get(number)
        gone = snapshot is not None and snapshot.online[number] is None
        if gone:
            said.append("has left the game")
        elif seat is not None:
            if seat.hand is not None:
                said.append(counted(seat.hand, "card"))
            said += [names.put_into(seat.note)] if seat.note else []
        if snapshot is not None and not person.mine and not gone:
            why = absent[number] if number < len(absent) and absent[number] else "off line"
            said.append("on line" if snapshot.online[number] else why)
        if number < len(paths) and paths[number] and not gone:
            said.append(paths[number])
        if number < len(words) and words[number]:
            said.append(words[number])
        lines += wrapped(
            f"{person.title}: {'; '.join(said)}" if said else person.title,
            f"{INDENT}{number + 1}. ",
        )
    return lines


# The story


def log_lines(log: Sequence[LogLine], names: Names, count: int) -> list[str]:
    """The last `count` lines of the story, numbered from its beginning."""
    if not log:
        return ["Nothing has happened yet."]
    lines = []
    for number, line in list(enumerate(log, 1))[-count:]:
        lines += wrapped(names.put_into(line.text), f"{number:4}. ")
    return lines


def waiting_line(
    waiting: Sequence[Wait], names: Names, absent: Sequence[str], seconds: float
) -> str:
    """Whom the table waits for, for what, and since when; empty if for nobody.

    `absent`: for each seat why it is not on line, if that is to be said.
    """
    if not waiting:
        return ""
    others = [seat for seat in range(len(absent)) if seat != names.own]
    chosen = any(wait.seat == names.own and wait.decides for wait in waiting)
    if chosen and others and all(absent[seat] for seat in others):
        return _kept(others, names, absent, seconds)
    away: dict[str, list[str]] = {}
    at_work: dict[str, list[str]] = {}
    for wait in waiting:
        if wait.seat != names.own and absent[wait.seat]:
            away.setdefault(absent[wait.seat], []).append(names[wait.seat])
        else:
            name = "your program" if wait.seat == names.own else names[wait.seat]
            at_work.setdefault(wait.doing, []).append(name)
    parts = [
        f"{listed(who)} {'is' if len(who) == 1 else 'are'} {what}"
        for what, who in (*at_work.items(), *away.items())
    ]
    return capital(f"{'; '.join(parts)} ({ago(seconds)})", names.told)


def _kept(others: Sequence[int], names: Names, absent: Sequence[str], seconds: float) -> str:
    """We have chosen, and nobody is there to be told."""
    away: dict[str, list[str]] = {}
    for seat in others:
        away.setdefault(absent[seat], []).append(names[seat])
    said = [f"{listed(who)} {'is' if len(who) == 1 else 'are'} {why}" for why, who in away.items()]
    return f"Your answer is kept; {'; '.join(said)} ({ago(seconds)})"


def bad_link_line(bad: BadLink, names: Names) -> str:
    """What is known of a link that does not bring what it should, and no more than that."""
    who = next((one.name for one in names.people if one.key == bad.key), "")
    behind = [names[seat] for seat in bad.behind]
    if bad.withholds:
        both = "you" if names.own is not None else "us"
        return (
            f"{who} passes nothing on between {both} and {listed(behind, 'or')}, and says that it"
            " has messages of theirs."
        )
    said = f"The link to {who} carried what makes no sense or what nobody signed, so it was closed."
    if behind:
        verb = "was" if len(behind) == 1 else "were"
        said += f" {listed(behind)} {verb} reached through {who} alone, and did none of it."
    return f"{said} It is tried again, more and more seldom."


def flood_line(key: bytes, names: Names) -> str:
    """Whose link was closed because far too much came over it."""
    who = next((one.name for one in names.people if one.key == key), "")
    who = who or f"somebody without a seat (key {key[:4].hex()})"
    return f"The link to {who} was closed: it went on sending far more than the game calls for."
