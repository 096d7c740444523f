"""The table of Court as one seat, or a spectator, sees it (HAG-51, CTD-4, CTD-7).

Open are bids, favor, everybody in play with what lies under them, pools and piles token by token,
and the discards. Hidden are hands, the order of the decks and the Events to come.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from games.court.cards import Action, Character, Event
from games.court.deck import card_of, character_of, event_of
from games.court.state import (
    ACTIONS,
    ATTACK,
    AUCTION,
    CHARACTERS,
    DEFENCE,
    DISCARDS,
    EVENTS,
    FORMER,
    PLAYED,
    Person,
    State,
    court,
    court_of,
    keywords,
    ranking,
    state_of,
)
from games.court.tokens import attack, defence, pools, total
from games.court.words import (
    begun,
    fight_stands,
    kind_of,
    pool_name,
    printed,
    rated,
    spelled,
    stands,
    when,
)
from games.engine.private import Knowledge
from games.engine.table import Table
from games.engine.values import CardId, Face, Seat
from games.engine.view import Area, CardView, Note, SeatView, View, unread, who

TITLE = "Heir Apparent: Court"


def view_of(table: Table, seat: Seat | None, knowledge: Knowledge) -> View:
    """What `seat` sees, None being a spectator."""
    state = state_of(table)
    return View(
        game="court",
        title=TITLE,
        turn=_turn(table, state),
        areas=(
            *_scene(table, state),
            *(_court(table, state, one, seat) for one in state.order),
            *_middle(table, state),
            *_piles(table),
        ),
        seats=tuple(_seat(table, state, Seat(index)) for index in range(table.seats)),
        hand=() if seat is None else _hand(table, seat, knowledge),
        notes=notes(table, state),
        seen=_seen(table, knowledge.faces),
    )


def _turn(table: Table, state: State) -> str:
    if table.turn is None:
        number = "" if state.sale is None else f", round {state.sale.number} of 5"
        return f"The auction{number}."
    return f"{who(table.turn)}'s turn: {state.stage}."


def notes(table: Table, state: State) -> tuple[Note, ...]:
    """The standing, and what is going on."""
    if not state.princes:
        return ()
    found = [Note(", ".join(_standing(state, s) for s in ranking(table)), "Favor", "favor")]
    left = len(table.zone(EVENTS).cards)
    if table.turn is not None:
        found.append(Note(f"{left} to come after this" if state.affair else f"{left}", "Events"))
    if state.sale is not None:
        bids = [f"{who(s)} {n}" for s, n in state.sale.bids.items() if not table.is_gone(s)]
        found.append(Note(", ".join(bids) or "none yet", "Bids", "bids"))
        if state.right is not None:
            found.append(Note(who(state.right), "Right of First Bid", "right"))
    if state.affair is not None:
        found.append(Note(stands(table, state, state.affair), state.affair.event.title, "event"))
    if state.bout is not None:
        found.append(Note(fight_stands(state.bout), "Melee", "melee"))
    return tuple(found)


def _standing(state: State, seat: Seat) -> str:
    return f"{who(seat)} {state.favor[seat]}"


# What is being decided


def _scene(table: Table, state: State) -> tuple[Area, ...]:
    found = []
    sale = tuple(_open(table, card) for card in table.zone(AUCTION).cards)
    if sale:
        found.append(Area("auction", "Up for choice", sale))
    if state.affair is not None:
        event = state.affair.event
        shown = (_event(state.affair.card, event),)
        found.append(Area("event", "Event", shown, f"{begun(kind_of(event))}. {event.text}"))
        for pool in pools(table, state, state.affair):
            number = total(state.affair.stakes, pool)
            title = f"{begun(pool_name(pool))}: {number}"
            note = spelled(state.affair.stakes, pool)
            owner = Seat(int(pool)) if event.is_contest else None
            found.append(Area(f"pool {pool}", title, (), note, owner))
    if state.bout is not None:
        bout = state.bout
        for side, number in ((ATTACK, attack(bout)), (DEFENCE, defence(bout))):
            key = bout.attacker if side == ATTACK else bout.defender
            name = card_of(key).title
            note = spelled(bout.stakes, side)
            found.append(Area(f"side {side}", f"{begun(side)} of {name}: {number}", (), note))
    return tuple(found)


# Courts


def _court(table: Table, state: State, seat: Seat, viewer: Seat | None) -> Area:
    cards = table.zone(court_of(seat)).cards
    mine = seat == viewer
    people = {one.card: one for one in state.people.values()}
    shown = tuple(_person(state, people[card], mine) for card in cards if card in people)
    note = "" if not state.princes else f"{state.favor[seat]} favor, {len(court(state, seat))} of 5"
    return Area(court_of(seat), f"{who(seat)}'s court", shown, note, seat)


def _person(state: State, person: Person, mine: bool) -> CardView:
    rates, words = rated(state, person), ", ".join(keywords(person))
    under = tuple([one.row for one in person.attached])
    shown = _shown(person.row, rates, words, under, person.turned)
    return CardView(person.card, *shown[:3], open=True, mine=mine, mark=shown[3])


@lru_cache(maxsize=512)
def _shown(
    row: Character, rates: str, words: str, under: tuple[Action | Event, ...], turned: bool
) -> tuple[str, str, str, str]:
    """Short name, title, text and mark: a view is made after every step, and little changes."""
    politics, combat = rates.split("/")
    text = f"Politics {politics}, combat {combat}; {words}. {row.text}"
    carried = " ".join(f"{one.title}: {one.text}" for one in under)
    titles = ", ".join(one.title for one in under)
    marks = [*(["turned"] if turned else []), *([f"with {titles}"] if under else [])]
    return (
        f"{begun(row.short)} {rates}",
        f"{row.title} ({rates})",
        f"{text} {carried}".strip(),
        ", ".join(marks),
    )


# Piles


def _middle(table: Table, state: State) -> tuple[Area, ...]:
    if not state.lasting:
        return ()
    shown = tuple(_event(None, event) for event in state.lasting)
    return (Area("lasting", "In force", shown, "lasting Events"),)


def _piles(table: Table) -> tuple[Area, ...]:
    found = []
    played = _all(table, PLAYED)
    if played:
        found.append(Area("played", "Just played", played))
    for key, title in ((EVENTS, "Events"), (ACTIONS, "Actions"), (CHARACTERS, "Characters")):
        found.append(_pile(table, key, title))
    found.append(Area(DISCARDS, "Action discards", _all(table, DISCARDS)))
    found.append(Area(FORMER, "Discarded Characters", _all(table, FORMER)))
    return tuple(found)


def _pile(table: Table, zone: str, title: str) -> Area:
    left = len(table.zone(zone).cards)
    return Area(zone, title, (), f"{left} card{'' if left == 1 else 's'}", count=left)


def _all(table: Table, zone: str) -> tuple[CardView, ...]:
    return tuple(_open(table, card) for card in table.zone(zone).cards)


def _open(table: Table, card: CardId) -> CardView:
    return _readable(card, table.face(card)) if table.is_open(card) else unread(card, "a card")


@lru_cache(maxsize=512)
def _readable(card: CardId, face: Face, *, is_open: bool = True, mine: bool = False) -> CardView:
    row = card_of(face)
    if isinstance(row, Event):
        return _event(card, event_of(face), is_open=is_open)
    if isinstance(row, Character):
        text = f"{begun(printed(character_of(face)))}. {row.text}"
        rates = f"{row.politics}/{row.combat}"
        return CardView(
            card, f"{begun(row.short)} {rates}", f"{row.title} ({rates})", text, is_open, mine
        )
    return CardView(card, row.title, row.title, f"{when(row)}. {row.text}", is_open, mine)


def _event(card: CardId | None, event: Event, *, is_open: bool = True) -> CardView:
    text = f"{begun(kind_of(event))}. {event.text}"
    return CardView(card, event.title, event.title, text, is_open, mine=False)


# Hands and seats


def _hand(table: Table, seat: Seat, knowledge: Knowledge) -> tuple[CardView, ...]:
    faces = table.sees(knowledge).faces
    return tuple(
        _readable(card, faces[card], is_open=table.is_open(card), mine=True)
        if card in faces
        else unread(card, "card not read yet", mine=True)
        for card in table.hand_zone(seat).cards
    )


def _seen(table: Table, known: Mapping[CardId, Face]) -> tuple[CardView, ...]:
    """The next Event, to who has looked at it."""
    cards: Sequence[CardId] = table.zone(EVENTS).cards
    return tuple(_readable(card, known[card], is_open=False) for card in cards if card in known)


def _seat(table: Table, state: State, seat: Seat) -> SeatView:
    hand = len(table.hand_zone(seat).cards)
    if seat not in state.princes:
        return SeatView(seat, hand, "", table.is_gone(seat))
    row = state.princes[seat]
    note = f"{row.short}, popularity {row.popularity}, {state.favor[seat]} favor"
    return SeatView(seat, hand, note, table.is_gone(seat))
