"""The table of Court as one seat, or a spectator, sees it (HAG-51, CTD-4, CTD-7).

Open are bids, favor, everybody in play with what lies under them, pools and piles token by token,
and the discards. Hidden are hands, the order of the decks and the Events to come.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from games.court.card_views import card_view, event_view, person_view, tokens_view
from games.court.standing import standing
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
    Affair,
    Bout,
    Person,
    Sale,
    Stake,
    State,
    court_of,
    keywords,
    popularity,
    ranking,
    state_of,
)
from games.court.terms import Ability
from games.court.tokens import attack, defence, pools, total
from games.court.words import (
    counted,
    fight_stands,
    kind_of,
    pool_name,
    ratings,
    spelled,
    stands,
    summed,
    verdict,
    who_kills,
)
from games.engine.private import Knowledge
from games.engine.table import Table
from games.engine.values import CardId, Face, Seat
from games.engine.view import Area, CardView, Note, SeatView, View, unread, who, won
from games.engine.words import begun, listed

TITLE = "Heir Apparent: Court"
RATINGS = "the numbers are politics and combat"


def view_of(table: Table, seat: Seat | None, knowledge: Knowledge) -> View:
    """What `seat` sees, None being a spectator."""
    state = state_of(table)
    return View(
        game="court",
        title=TITLE,
        turn=_turn(table, state),
        turn_of=table.turn,
        own_turn=_own_turn(state),
        same_turn="" if table.turn is None else f"{who(table.turn)}'s turn.",
        areas=(
            *_scene(table, state),
            *(_court(table, state, one, seat) for one in state.order),
            *_middle(table, state),
            *_foreseen(table, knowledge.faces),
            *_piles(table, state),
        ),
        seats=tuple(_seat(table, state, Seat(index)) for index in range(table.seats)),
        hand=() if seat is None else _hand(table, seat, knowledge),
        notes=notes(table, state),
        tale=state.tale,
        standing=standing(table, state) if table.outcome is None else won(table.outcome),
    )


def _turn(table: Table, state: State) -> str:
    if table.turn is None:
        number = "" if state.sale is None else f", round {state.sale.number} of 5"
        return f"The auction{number}."
    return f"{who(table.turn)}'s {_own_turn(state)}"


def _own_turn(state: State) -> str:
    return f"turn: {state.stage}."


def notes(table: Table, state: State) -> tuple[Note, ...]:
    """The standing, and what is going on."""
    if not state.princes:
        return ()
    found = [Note(", ".join(_standing(state, s) for s in ranking(table)), "Favor", "favor")]
    if state.sale is not None:
        found.append(Note(_bids(table, state.sale), "Bids", "bids"))
        if state.right is not None:
            found.append(Note(who(state.right), "Right of First Bid", "right"))
    if state.affair is not None:
        ends = verdict(table, state, state.affair)
        stand = "; ".join((stands(table, state, state.affair), *ends))
        found.append(Note(stand, state.affair.event.title, "event", verdict=ends))
    if state.bout is not None:
        killing = who_kills(state, state.bout, attack(state.bout), defence(state.bout))
        stand = f"{fight_stands(state.bout)}; {killing}"
        found.append(Note(stand, "Melee", "melee", verdict=(killing,)))
    return tuple(found)


def _bids(table: Table, sale: Sale) -> str:
    """The bids that stand, and who is out of the round."""
    bids = [f"{who(s)} {n}" for s, n in sale.bids.items() if not table.is_gone(s)]
    passed = [who(s) for s in sale.passed if not table.is_gone(s)]
    courts = [seat for seat in state_of(table).order if not table.is_gone(seat)]
    out = f"; {listed(passed)} passed" if passed else ""
    nobody = "none" if len(passed) == len(courts) else "none yet"
    return (", ".join(bids) or nobody) + out


def _standing(state: State, seat: Seat) -> str:
    return f"{who(seat)} {state.favor[seat]}"


# What is being decided


def _scene(table: Table, state: State) -> tuple[Area, ...]:
    found = []
    sale = tuple(_open(table, card) for card in table.zone(AUCTION).cards)
    if sale:
        found.append(Area("auction", "Up for choice", sale, RATINGS, fleeting=True))
    if state.affair is not None:
        event = state.affair.event
        shown = (event_view(state.affair.card, event),)
        named = state.people.get(state.affair.subject)
        whom = "" if named is None else f" Named: {begun(named.name)} of {who(named.seat)}."
        note = f"{begun(kind_of(event))}. {event.text}{whom}"
        told = not whom
        found.append(Area("event", "Event", shown, note, fleeting=True, note_on_cards=told))
        found += [_pool(state, state.affair, one) for one in pools(table, state, state.affair)]
    if state.bout is not None:
        found += [_side(state, state.bout, side) for side in (ATTACK, DEFENCE)]
    return tuple(found)


def _pool(state: State, affair: Affair, pool: str) -> Area:
    """A pool: how many tokens, and token by token whose."""
    owner = Seat(int(pool)) if affair.event.is_contest else None
    title = begun(pool_name(pool))
    note = _told(affair.stakes, pool, owner)
    shown = tokens_view(total(affair.stakes, pool), note, summed(affair.stakes, pool))
    return Area(
        f"pool {pool}",
        title,
        (shown,),
        note,
        owner,
        part="pool",
        fleeting=True,
        own="" if owner is None else "pool",
        note_on_cards=True,
    )


def _told(stakes: Sequence[Stake], pool: str, owner: Seat | None) -> str:
    """What came to a pool, token by token; empty if nothing did."""
    return spelled(stakes, pool, owner) if any(one.pool == pool for one in stakes) else ""


def _side(state: State, bout: Bout, side: str) -> Area:
    """A side of a Melee, in the same way."""
    key = bout.attacker if side == ATTACK else bout.defender
    number = attack(bout) if side == ATTACK else defence(bout)
    person = state.people.get(key)  # who was killed has just left
    name = begun(state.catalogue.character(key).short)
    whose = "" if person is None else f" of {who(person.seat)}"
    owner = None if person is None else person.seat
    note = _told(bout.stakes, side, owner)
    shown = tokens_view(number, note, summed(bout.stakes, side))
    title = f"{begun(side)}: {name}{whose}"
    return Area(
        f"side {side}",
        title,
        (shown,),
        note,
        owner,
        part="side",
        fleeting=True,
        note_on_cards=True,
    )


# Courts


def _court(table: Table, state: State, seat: Seat, viewer: Seat | None) -> Area:
    cards = table.zone(court_of(seat)).cards
    mine = seat == viewer
    people = {one.card: one for one in state.people.values()}
    shown = tuple(_person(state, people[card], mine) for card in cards if card in people)
    title = "Your court" if mine else f"{who(seat)}'s court"
    note, short = "", ""
    if state.princes:
        note = f"{state.favor[seat]} favor, popularity {popularity(state, seat)}"
        short = str(state.favor[seat])
    return Area(court_of(seat), title, shown, note, seat, short, part="retinue")


def _person(state: State, person: Person, mine: bool) -> CardView:
    bout = state.bout
    fights = ""
    if bout is not None:
        fights = {bout.attacker: "attacks", bout.defender: "is attacked"}.get(person.key, "")
    counts = None if state.affair is None else state.affair.event.ability
    counts = counts if bout is None else Ability.COMBAT
    under = tuple([one.row for one in person.attached])
    words = ", ".join(keywords(person))
    rates = ratings(state, person)
    turned = person.turned
    return person_view(person.card, person.row, rates, counts, words, under, turned, mine, fights)


# Piles


def _middle(table: Table, state: State) -> tuple[Area, ...]:
    if not state.lasting:
        return ()
    shown = tuple(event_view(None, event) for event in state.lasting)
    return (Area("lasting", "In force", shown, "lasting Events"),)


def _foreseen(table: Table, known: Mapping[CardId, Face]) -> tuple[Area, ...]:
    """Events to come, for the eyes of who has looked at them alone, and where each of them lies."""
    # D-151: an area, as front ends show what is `seen` only where it can be picked.
    cards, event = table.zone(EVENTS).cards, state_of(table).catalogue.event
    shown = tuple(
        replace(event_view(card, event(known[card]), is_open=False), mark=_when(place, len(cards)))
        for place, card in enumerate(cards, 1)
        if card in known
    )
    if not shown:
        return ()
    note = f"{shown[0].text} You alone have seen {'it' if len(shown) == 1 else 'them'}."
    return (Area("foreseen", "Events to come", shown, note),)


def _when(place: int, number: int) -> str:
    """When an Event comes, by its place in the deck."""
    if place == 1:
        return "comes next"
    return "comes last" if place == number else f"comes as number {place}"


def _piles(table: Table, state: State) -> tuple[Area, ...]:
    found = []
    played = _all(table, PLAYED)
    if played:
        found.append(Area("played", "Just played", played, _playing(state), fleeting=True))
    for key, title in ((EVENTS, "Events"), (ACTIONS, "Actions"), (CHARACTERS, "Characters")):
        found.append(_pile(table, key, title))
    found.append(Area(DISCARDS, "Action discards", _all(table, DISCARDS), pile=True))
    found.append(Area(FORMER, "Discarded Characters", _all(table, FORMER), pile=True))
    return tuple(found)


def _playing(state: State) -> str:
    """Who plays a card, at whom, and whether it is countered."""
    card = state.playing
    if card is None:
        return ""
    said = f"by {who(card.by)}{card.at}"
    if not card.counters:
        return said
    often = "" if card.counters == 1 else f" {counted(card.counters, 'time')}"
    end = "comes to nothing" if card.counters % 2 else "takes place"
    return f"{said}; countered{often}, so that it {end}"


def _pile(table: Table, zone: str, title: str) -> Area:
    left = len(table.zone(zone).cards)
    return Area(zone, title, (), f"{left} card{'' if left == 1 else 's'}", count=left)


def _all(table: Table, zone: str) -> tuple[CardView, ...]:
    return tuple(_open(table, card) for card in table.zone(zone).cards)


def _open(table: Table, card: CardId) -> CardView:
    if not table.is_open(card):
        return unread(card, "a card")
    return card_view(card, state_of(table).catalogue.card(table.face(card)))


# Hands and seats


def _hand(table: Table, seat: Seat, knowledge: Knowledge) -> tuple[CardView, ...]:
    """Sorted as the cards are listed, by kind, so that a hand keeps its order."""
    faces, cards = table.sees(knowledge).faces, table.hand_zone(seat).cards
    catalogue = state_of(table).catalogue
    rows = {card: catalogue.card(faces[card]) for card in cards if card in faces}
    order = sorted(rows, key=lambda card: catalogue.place[rows[card].key])
    return (
        *(card_view(one, rows[one], is_open=table.is_open(one), mine=True) for one in order),
        *(unread(card, "card not read yet", mine=True) for card in cards if card not in faces),
    )


def _seat(table: Table, state: State, seat: Seat) -> SeatView:
    hand = len(table.hand_zone(seat).cards)
    if seat not in state.princes:
        return SeatView(seat, hand, "", table.is_gone(seat))
    row = state.princes[seat]
    favor = f"{state.favor[seat]} favor"
    note = f"{row.short}, popularity {row.popularity}, {favor}"
    return SeatView(seat, hand, note, table.is_gone(seat), favor)
