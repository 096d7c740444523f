"""The rulebook of Soon I Will Be King! as code: the set-up (SK-1, SK-2), the rounds, the game.

Each part is a coroutine or a function over the table as it stands, so it can be run from any table
set by hand. Numbers name rules of docs/rules/king.md. In the order of the rulebook:

    turn.py             a turn and a Coronation (SK-3 to SK-11)
    attack.py           an assassination, with answers.py (SK-12 to SK-16)
    board.py            Succession and all other moves on the board (SK-17)
    ranks.py            the Ranks (SK-18 to SK-24)
    cards.py            what is printed on the cards (SK-25 to SK-35)
    plays.py            what a player may do, with conditions.py, payments.py, offers.py, effects.py
    course.py           windows, announcements, settling; what a play does is in resolution.py
    heirs.py            the Heirs (SK-36 to SK-55), with loyalty.py, helpers.py and hands.py
    tale.py             where a game turned, for people
    death.py            deaths and Ships (SK-27, SK-56), with execution.py (SK-19, SK-32, SK-55)
"""

from __future__ import annotations

from math import factorial
from typing import Final

from games.engine.game import GameInfo, GameOption, StandingOffer
from games.engine.private import Knowledge
from games.engine.table import Table
from games.engine.values import Outcome, Primitive, Seat
from games.engine.view import View
from games.king import dice
from games.king.board import demote_librarian, enter, king_of, people, rank_of, succeed
from games.king.cards import copies
from games.king.course import settle_ranks
from games.king.death import depart
from games.king.dice import DECK
from games.king.endings import HIGHEST_RANK, NOBODY_CAN_WIN, Ended, ended
from games.king.events import CORONATION, JOINT_ATTACK, KINGS_TURN, LAST_ROUND, NAMED_HIGH
from games.king.golden import GOLDEN, HASHES
from games.king.hands import DISCARDS, HAND_SIZE, draw, hand_of, tokens_of
from games.king.heirs import HANGED_MAN, HEIRS, HERMIT, TRUE_HEIR, Person, player, seat_of
from games.king.loyalty import holds
from games.king.plays import CATALOGUE
from games.king.ranks import Rank
from games.king.state import Catalogue, Corner, State, catalogue_of, state_of
from games.king.turn import take_turn
from games.king.view import view_of

ROUNDS: Final = (60, 30, 6)
"""How many turns each player has at most (SKG-80): by the ruling, and in two shorter games."""
HEIR_CARDS: Final = "heirs"
NEVER_FIRST: Final = (TRUE_HEIR, HERMIT, HANGED_MAN)
CAREFUL: Final = (
    "turn {me}",
    "named {me}",
    KINGS_TURN,
    NAMED_HIGH,
    CORONATION,
    JOINT_ATTACK,
    LAST_ROUND,
)
"""SKD-31: no single event that ends the game passes unseen by a pass until the first of these."""
CREDITS: Final = "Soon I Will Be King!, a game whose rulebook names no author."


# Set-up (SK-1, SK-2)


def make_places(t: Table, catalogue: Catalogue = CATALOGUE) -> None:
    """The places of the table, all empty."""
    t.state = Corner(catalogue, State(order=tuple(Seat(seat) for seat in range(t.seats))))
    for name in (DECK, DISCARDS, *([dice.FRESH] if dice.is_played(t) else [])):
        t.add_zone(name)
    for index in range(t.seats):
        seat = Seat(index)
        t.add_zone(hand_of(seat), owner=seat, hand=True)
        t.add_zone(tokens_of(seat), owner=seat)


async def place_heirs(t: Table) -> None:
    """SK-1, SKG-4: in random order from the King down; again if the King is one who may not begin
    as King (SKD-13)."""
    state = state_of(t)
    t.add_zone(HEIR_CARDS)
    t.create([heir.key for heir in HEIRS], HEIR_CARDS)
    while king_of(state) in (None, *NEVER_FIRST):
        for rank in Rank:
            state.ranks[rank].clear()
        cards = await t.shuffle(HEIR_CARDS)
        for face in await t.open(cards):
            enter(state, Person(str(face)))
        succeed(state)
        demote_librarian(state)
    t.remove(tuple(t.zone(HEIR_CARDS).cards))


async def seat_players(t: Table) -> None:
    """SK-2, SKG-4, SKG-6: Seniority by chance; turns in the opposite order."""
    state = state_of(t)
    number = await t.chance(factorial(t.seats), "seniority")
    waiting = [Seat(seat) for seat in range(t.seats)]
    senior: list[Seat] = []
    while waiting:
        number, place = divmod(number, len(waiting))
        senior.append(waiting.pop(place))
    state.order = tuple(reversed(senior))
    for seat in senior:
        if not t.is_gone(seat):
            enter(state, player(seat))
    succeed(state)


async def deal_hands(t: Table) -> None:
    """SKG-2, SKG-5: the deck, and five cards each; in a dice game by throws (SKD-33)."""
    if dice.is_played(t):
        await dice.roll_ahead(t, HAND_SIZE * t.seats)
    else:
        t.create(catalogue_of(t).deck(t.seats), DECK)
        await t.shuffle(DECK)
    for seat in t.active:
        await draw(t, seat, HAND_SIZE)


# The game


async def play_rounds(t: Table) -> Outcome:
    """Turn after turn until the game ends, or the cap is reached (SKG-80)."""
    state, last = state_of(t), rounds_of(t)
    while state.round < last:
        state.round += 1
        if state.round == last:
            t.event(LAST_ROUND)
        for seat in state.order:
            if not t.is_gone(seat):
                await take_turn(t, seat)
    return outcome_at_cap(t)


def rounds_of(t: Table) -> int:
    """The cap of this table."""
    return int(t.options["turns"])


def outcome_at_cap(t: Table) -> Outcome:
    """SKG-80: the highest on the board among those who can win; of one Rank the most senior."""
    state = state_of(t)
    seats = [seat for seat in map(seat_of, people(state)) if seat is not None]
    able = [seat for seat in seats if not holds(state, seat, TRUE_HEIR)]
    if not able:
        t.say("The last round is over.")
        return ended(NOBODY_CAN_WIN, rounds=rounds_of(t))
    rank = rank_of(state, player(able[0]))
    shared = any(player(seat) in state.ranks[rank] for seat in able[1:]) if rank else False
    t.say(f"{{{able[0]}}} has the highest Rank when the last round is over.")
    return ended(HIGHEST_RANK, able[0], rounds=rounds_of(t), shared=shared)


class King:
    """The game as registry and engine know it; it keeps no state of a table."""

    def __init__(self, catalogue: Catalogue = CATALOGUE) -> None:
        self._catalogue = catalogue

    info: Final = GameInfo(
        id="king",
        title="Soon I Will Be King!",
        version=4,
        min_seats=2,
        max_seats=6,
        options=(GameOption("turns", "Turns for each player, at most", ROUNDS), dice.OPTION),
        credits=CREDITS,
        golden=GOLDEN,
        hashes=HASHES,
        # D-48: the careful one first. A pass until a Coronation alone would sleep through
        # everything else.
        passes=(
            StandingOffer(CAREFUL, "until your turn, or something touches you or the crown"),
            StandingOffer(
                ("named {me}", CORONATION, JOINT_ATTACK),
                "until something is aimed at you or a friend of yours",
            ),
            StandingOffer(("play", CORONATION, JOINT_ATTACK), "until somebody announces something"),
            StandingOffer(("turn {me}",), "until your own turn"),
        ),
    )

    async def play(self, table: Table) -> Outcome:
        """One whole game."""
        make_places(table, self._catalogue)
        await place_heirs(table)
        await seat_players(table)
        await deal_hands(table)
        try:
            return await play_rounds(table)
        except Ended as end:
            return end.outcome

    def departed(self, table: Table, seat: Seat) -> None:
        """SKD-11."""
        depart(table, seat)
        settle_ranks(table)

    def half(self, table: Table, seat: Seat) -> None:
        """Nothing: all that a seat alone knows are faces."""

    def view(self, table: Table, seat: Seat | None, knowledge: Knowledge) -> View:
        """The table as `seat`, or a spectator, sees it."""
        return view_of(table, seat, knowledge)

    def tables(self) -> Primitive:
        """The sizes, the cards and the Heirs."""
        cards = tuple((card.face, card.kind.when.name) for card in self._catalogue.cards)
        heirs = tuple((heir.number, heir.key) for heir in HEIRS)
        counts = tuple(copies(seats) for seats in range(2, 7))
        return (HAND_SIZE, ROUNDS, counts, cards, heirs)
