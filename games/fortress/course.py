"""The course of a game at the table: what is drawn, laid out, asked and announced, round by round.

The coroutine knows public things only: the map without its terrain, the pieces on offer, which
seats are in, and what they announce. All else is in the halves (`games.fortress.half`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import factorial
from typing import Final

from games.engine.errors import RulesError
from games.engine.fog_table import (
    account,
    battle,
    build,
    copy_map,
    open_positions,
    shuffle_decks,
    sight,
)
from games.engine.table import Table
from games.engine.values import Outcome, Seat
from games.engine.view import who
from games.fortress.bounds import numbers_of
from games.fortress.building import offer_of
from games.fortress.chart import Chart, chart_of, ring_length, starts_of
from games.fortress.effects import Account, crowned, in_play, is_over, named
from games.fortress.endings import outcome_of
from games.fortress.pieces import PIECE_SIDES, RANDOM_PIECES, Lots, Piece, piece_from
from games.fortress.public import Public
from games.fortress.settings import FIRST_SIGHT, QUIET_ROUNDS, Settings, settings_of

ROUND: Final = "round"
"""What a line is about that begins a round, before its number."""
MAP: Final = "map"
BLANK: Final = "blank"
BLANKS: Final = "blanks"


@dataclass(frozen=True, slots=True)
class Past:
    """What a seat announced after a round, where it had changed."""

    round: int
    seat: Seat
    artifacts: int
    is_out: bool


@dataclass(slots=True)
class State:
    """What everybody knows."""

    public: Public
    round: int = 1
    accounts: dict[Seat, Account] = field(default_factory=dict)
    """What each seat last announced."""
    eventful: int = 1
    """The last round in which somebody made an Artifact or went out (FTB-11)."""
    past: list[Past] = field(default_factory=list)
    """What changed in the accounts, for the tale of the game."""
    blanks: dict[Seat, int] = field(default_factory=dict)
    """Blanks left in each seat's copy of the map, every opening reckoned as one (FTD-23)."""

    @property
    def quiet(self) -> int:
        """For how many rounds nobody has made an Artifact, and nobody has gone out."""
        return self.round - self.eventful


def state_of(t: Table) -> State:
    """The game's own corner of the table, once the map is drawn."""
    assert isinstance(t.state, State)
    return t.state


def copy_of(seat: Seat) -> str:
    """The zone of a seat's own permuted copy of the map."""
    return f"copy {seat}"


# Set-up


async def set_up(t: Table) -> None:
    """Starts, pieces, terrain, and a copy of it for each seat."""
    settings = settings_of(t.seats, t.options)
    chart = await draw_starts(t, settings)
    offer = offer_of(await draw_pieces(t, settings.lots))
    t.state = State(Public(settings, chart, offer))
    await lay_terrain(t)
    for seat in t.active:
        t.add_zone(copy_of(seat), owner=seat)
        await renew_copy(t, seat)


async def draw_starts(t: Table, settings: Settings) -> Chart:
    """FTD-2: which seat starts where, and how the ring of starts is turned, by one throw."""
    turns = ring_length(settings.size)
    # One throw for both, since each throw is a message of every seat.
    throw, turn = divmod(await t.chance(factorial(t.seats) * turns, "starts"), turns)
    left = [Seat(seat) for seat in range(t.seats)]
    order = []
    while left:
        throw, place = divmod(throw, len(left))
        order.append(left.pop(place))
    return chart_of(settings.size, starts_of(settings.size, order, turn))


async def draw_pieces(t: Table, lots: Lots) -> Sequence[Piece]:
    """FTF-5, FTG-10: two pieces, the same for all."""
    throws = [await t.chance(PIECE_SIDES, f"piece {k}") for k in range(RANDOM_PIECES)]
    return [piece_from(throw, lots) for throw in throws]


async def lay_terrain(t: Table) -> None:
    """FTD-3: the decks are shuffled and laid out over the hidden cells, in ascending cells."""
    public = state_of(t).public
    decks = public.chart.decks
    for deck in decks:
        t.add_zone(deck.name)
        t.create([face.value for face in deck.faces], deck.name)
    await shuffle_decks(t, [deck.name for deck in decks])
    under = {
        cell: card
        for deck in decks
        for cell, card in zip(deck.cells, t.zone(deck.name).cards, strict=True)
    }
    t.add_zone(MAP)
    t.move([under[cell] for cell in public.chart.hidden], MAP)
    t.add_zone(BLANKS)
    t.create([BLANK] * public.settings.limits.blanks, BLANKS)


# A seat's own copy of the map (FTD-23)


async def renew_copy(t: Table, seat: Seat) -> None:
    """A new copy in the place of what is left of the old one."""
    state = state_of(t)
    await copy_map(t, seat, MAP, state.public.chart.hidden, BLANKS, copy_of(seat))
    state.blanks[seat] = state.public.settings.limits.blanks


def is_due(state: State, seat: Seat, seats: int) -> bool:
    """Whether a seat's copy is renewed in this round, after its sight.

    By public numbers alone, so that renewal tells nothing: when the blanks that are left would not
    do until the seat's next turn. Seats take turns, so that not all renew in one round.
    """
    limits, blanks, lasts = state.public.settings.limits, state.blanks[seat], 0
    while lasts < seats and blanks >= limits.openings_in(state.round + lasts + 1):
        lasts += 1
        blanks -= limits.openings_in(state.round + lasts)
    # A seat waits for its own round if its blanks last until then, so that renewals spread out.
    return lasts == 0 or (lasts < seats and state.round % seats == seat)


# Rounds


async def play_rounds(t: Table) -> Outcome:
    """FT-5, FTD-6: the building round, and then round after round until the game ends."""
    state = state_of(t)
    t.say("Round 1: everybody builds a fortress.")
    await build(t, state.public.build_form, state.round)
    while (end := await announce(t)) is None:
        state.round += 1
        t.say(f"Round {state.round}.", state.round, about=f"{ROUND} {state.round}")
        await look(t)
        await fight(t)
    return end


async def look(t: Table) -> None:
    """Terrain is opened, and then all see who is in sight (FTD-4, FTD-28)."""
    state = state_of(t)
    limits = state.public.settings.limits
    count = limits.openings_in(state.round)
    if state.round < FIRST_SIGHT:
        raise RulesError("nobody looks in the building round")
    pools = {seat: copy_of(seat) for seat in t.active}
    await open_positions(t, pools, count, state.round)
    for seat in t.active:
        state.blanks[seat] -= count
    await sight(t, state.round, limits)
    for seat in t.active:
        if is_due(state, seat, t.seats):
            await renew_copy(t, seat)


async def fight(t: Table) -> None:
    """Orders are sealed, and everybody learns what it meets."""
    state = state_of(t)
    public = state.public
    sealed = await battle(t, state.round, public.orders_form, public.settings.limits)
    for seat, in_time in sealed.items():
        if not in_time and not t.is_gone(seat):
            t.say(f"{who(seat)} was late: its Units stay.", seat)


# The end of a round (FTD-27)


async def announce(t: Table) -> Outcome | None:
    """All seats announce; gives how the game ends, if it does (FT-4, FTG-47)."""
    state = state_of(t)
    goal, rounds = state.public.settings.goal, state.public.settings.rounds
    were_in = [seat for seat in t.active if not _was_out(state, seat)]
    at_cap = state.round >= rounds
    await take_accounts(t, last=at_cap)
    # D-72: both facts are public, so no seat has to claim anything for it.
    quiet = not at_cap and state.quiet >= QUIET_ROUNDS
    over = is_over(state.accounts, goal) or quiet
    claimed = crowned(state.accounts, goal)
    ahead = claimed or in_play(state.accounts)
    if over and not at_cap:
        await take_accounts(t, last=True, again=True)
    if not over and not at_cap:
        return None
    # By the last accounts: that it is over is settled, but who won may have left with the second.
    deserted = bool(ahead) and not any(seat in state.accounts for seat in ahead)
    return outcome_of(
        state.accounts, were_in, goal, rounds, quiet=quiet, deserted=deserted, claimed=claimed
    )


async def take_accounts(t: Table, *, last: bool, again: bool = False) -> None:
    """Artifacts and who is out; at the end gauge and Units as well, by then `again`."""
    state = state_of(t)
    before = {seat: state.accounts.get(seat, Account(0, False)) for seat in t.active}
    asks = {
        seat: numbers_of(state.public, seat, state.round, said, last=last, again=again)
        for seat, said in before.items()
    }
    said = await account(t, asks, last=last)
    accounts = {seat: Account(one[0], bool(one[1]), *one[2:]) for seat, one in said.items()}
    for seat, one in accounts.items():
        was = before[seat]
        if one.artifacts > was.artifacts:
            count = f"{one.artifacts} {named(one.artifacts)}"
            t.say(f"{who(seat)} has {count}.", seat, one.artifacts)
        if one.is_out and not was.is_out:
            t.say(f"{who(seat)} has no Unit and no Lodging left, and is out.", seat)
        # Gauge and Units are announced at the end alone; they are no events.
        if one != replace(was, gauge=one.gauge, units=one.units):
            state.eventful = state.round
            state.past.append(Past(state.round, seat, one.artifacts, one.is_out))
    state.accounts = accounts


def _was_out(state: State, seat: Seat) -> bool:
    return seat in state.accounts and state.accounts[seat].is_out


def depart(t: Table, seat: Seat) -> None:
    """FTD-13: what it had vanishes; what is left of its copy of the map leaves the game."""
    t.say(f"{who(seat)} has left: its Units and Tiles vanish.", seat)
    if copy_of(seat) in t.zones:
        t.remove(tuple(t.zone(copy_of(seat)).cards))


def accounts_of(t: Table) -> Mapping[Seat, Account]:
    """What the seats last announced; nothing before the map is drawn."""
    return t.state.accounts if isinstance(t.state, State) else {}
