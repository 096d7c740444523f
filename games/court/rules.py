"""The rulebook of Heir Apparent: Court as code: set-up, turns, victory (HA-33 to HA-44, HA-75).

Each part is a coroutine over the table as it stands, so it can be run from any table set by hand.
Numbers name the rules of docs/rules/court.md. In the order of the rulebook:

    auction.py          the five auction rounds (HA-37 to HA-41)
    turn.py             a turn, its Actions Phase and its closing phases
    drawing.py          the Draw Phase (HA-45 to HA-52)
    melee.py            a Melee (HA-56 to HA-61)
    affair.py           the Event Phase, with tokens.py (HA-62 to HA-72)
    course.py           a card from the hand to its end, Spellcasting (HA-82), powers
    plays.py            what may be done, with moments.py: which cards; aims.py: at whom
    reactions.py        answers (HA-29), and deaths in resolution.py (HA-78)
    doing.py            what cards do (deeds.py), with people.py and hands.py
    cards.py            the types of the cards, whose rows deck.py gathers
"""

from __future__ import annotations

from typing import Final

from games.court.auction import hold_auction
from games.court.deck import CATALOGUE, Catalogue, without_texts
from games.court.endings import outcome
from games.court.golden import GOLDEN, HASHES
from games.court.hands import draw
from games.court.leaving import depart
from games.court.state import (
    ACTIONS,
    ATTACHED,
    AUCTION,
    CHARACTER_LIMIT,
    CHARACTERS,
    DISCARDS,
    EVENTS,
    FORMER,
    HAND_LIMIT,
    LASTING,
    PLAYED,
    PRINCES,
    REVEALED,
    Person,
    State,
    around,
    court_of,
    hand_of,
    ranking,
    state_of,
)
from games.court.turn import take_turn
from games.court.view import view_of
from games.court.words import counted
from games.engine.game import GameInfo, GameOption, StandingOffer
from games.engine.private import Knowledge
from games.engine.table import Table
from games.engine.values import Outcome, Primitive, Seat
from games.engine.view import View

EVENTS_A_PLAYER: Final = (4, 2, 1)
"""As the rulebook has it, and in two shorter games (CTB-12)."""
FIRST_HAND: Final = 3
CREDITS: Final = (
    "Heir Apparent, playtest rules 2.0: design by E. Halsey Miles. The texts of the cards are"
    " original to Crownless."
)
"""HAG-8."""


# Set-up (HA-33 to HA-43)


def make_places(t: Table, catalogue: Catalogue = CATALOGUE) -> None:
    """The places of the table, all empty."""
    t.state = State(catalogue, order=tuple(Seat(seat) for seat in range(t.seats)))
    for name in (PRINCES, CHARACTERS, FORMER, EVENTS, ACTIONS, DISCARDS):
        t.add_zone(name)
    for name in (AUCTION, PLAYED, ATTACHED, REVEALED, LASTING):
        t.add_zone(name)
    for index in range(t.seats):
        seat = Seat(index)
        t.add_zone(hand_of(seat), owner=seat, hand=True)
        t.add_zone(court_of(seat), owner=seat)


async def lay_out(t: Table) -> None:
    """HA-33: the four decks; so many Events a player are kept, the others leave the game unseen."""
    catalogue = state_of(t).catalogue
    t.create([row.key for row in catalogue.princes], PRINCES)
    t.create([row.key for row in catalogue.characters], CHARACTERS)
    t.create([row.key for row in catalogue.events], EVENTS)
    t.create([row.key for row in catalogue.actions], ACTIONS)
    await t.shuffle(PRINCES)
    await t.shuffle(CHARACTERS)
    await t.shuffle(EVENTS)
    await t.shuffle(ACTIONS)
    t.remove(t.zone(EVENTS).cards[int(t.options["events"]) * t.seats :])


async def deal_princes(t: Table) -> None:
    """HA-34 to HA-36, HAG-10: a Prince each by chance, seats clockwise by falling popularity."""
    state = state_of(t)
    cards = t.zone(PRINCES).cards[: t.seats]
    await t.open(cards)
    for index, card in enumerate(cards):
        seat = Seat(index)
        row = state.catalogue.prince(t.face(card))
        state.princes[seat], state.favor[seat] = row, row.favor
        state.people[row.key] = Person(row, card, seat)
        t.move([card], court_of(seat))
        t.say(f"{{{seat}}} is {row.title}: popularity {row.popularity}, {row.favor} favor.")
    t.remove(t.zone(PRINCES).cards[:])
    by_popularity = sorted(state.princes, key=lambda seat: -state.princes[seat].popularity)
    state.order = tuple(by_popularity)


async def deal_hands(t: Table) -> None:
    """HA-42."""
    t.say(f"The auction is over. Everybody draws {counted(FIRST_HAND, 'Action card')}.")
    for seat in around(t, state_of(t).order[0]):
        await draw(t, seat, FIRST_HAND)


# Turns and victory


async def take_turns(t: Table) -> Outcome:
    """HA-43, HA-44, HA-75: turns from the Prince with the most favor on, until the last Event."""
    seat = ranking(t)[0]
    while t.zone(EVENTS).cards:
        seat = around(t, seat)[0]
        await take_turn(t, seat)
        order = state_of(t).order
        seat = order[(order.index(seat) + 1) % len(order)]
    return outcome(t)


class Court:
    """The game as registry and engine know it; it keeps no state of a table."""

    def __init__(self, catalogue: Catalogue = CATALOGUE) -> None:
        self._catalogue = catalogue

    info: Final = GameInfo(
        id="court",
        title="Heir Apparent: Court",
        version=2,
        min_seats=3,
        max_seats=5,
        options=(GameOption("events", "Events for each player", EVENTS_A_PLAYER),),
        credits=CREDITS,
        golden=GOLDEN,
        hashes=HASHES,
        passes=(
            StandingOffer(("acted", "event", "turn {me}"), "until somebody does something"),
            StandingOffer(
                ("named {me}", "event", "turn {me}"),
                "for the rest of this Event, unless it touches you",
                needs_verb=True,
            ),
            StandingOffer(("named {me}", "turn {me}"), "until something touches you"),
            StandingOffer(("turn {me}",), "until your own turn"),
        ),
    )

    async def play(self, table: Table) -> Outcome:
        """One whole game."""
        make_places(table, self._catalogue)
        await lay_out(table)
        await deal_princes(table)
        await hold_auction(table)
        await deal_hands(table)
        return await take_turns(table)

    def departed(self, table: Table, seat: Seat) -> None:
        """CTD-8."""
        depart(table, seat)

    def half(self, table: Table, seat: Seat) -> None:
        """Nothing: all that a seat alone knows are faces."""

    def view(self, table: Table, seat: Seat | None, knowledge: Knowledge) -> View:
        """The table as `seat`, or a spectator, sees it."""
        return view_of(table, seat, knowledge)

    def tables(self) -> Primitive:
        """The sizes and the rows of the cards, without their texts."""
        sizes = (EVENTS_A_PLAYER, FIRST_HAND, CHARACTER_LIMIT, HAND_LIMIT)
        return (sizes, tuple(without_texts(row) for row in self._catalogue.cards))
