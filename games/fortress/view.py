"""How a table looks in words: rounds, Artifacts, who is out. The map is drawn from the half."""

from __future__ import annotations

from games.engine.private import Knowledge
from games.engine.table import Table
from games.engine.values import Seat
from games.engine.view import Note, SeatView, Standing, View, won
from games.engine.words import listed
from games.fortress.course import State, accounts_of
from games.fortress.effects import Account, named
from games.fortress.half import FortressHalf
from games.fortress.kinds import TILES, TileKind, points
from games.fortress.mapping import map_of
from games.fortress.race import WARNED, race
from games.fortress.settings import QUIET_ROUNDS
from games.fortress.tale import tale

TITLE = "Heir Apparent: Fortress"


def view_of(t: Table, seat: Seat | None, knowledge: Knowledge) -> View:
    """The table as a seat, or a spectator, sees it."""
    seats = tuple(_seat(t, Seat(one)) for one in range(t.seats))
    half = knowledge.half
    seen = map_of(half) if isinstance(half, FortressHalf) else None
    notes, standing = _notes(t, knowledge), _standing(t, knowledge)
    told = tale(t)
    return View(
        "fortress", TITLE, _turn(t), (), seats, (), notes, tale=told, map=seen, standing=standing
    )


def _standing(t: Table, knowledge: Knowledge) -> tuple[Standing, ...]:
    if t.outcome is not None:
        return won(t.outcome)
    if not isinstance(t.state, State):
        return ()
    half, told = knowledge.half, accounts_of(t)
    here = [seat for seat in map(Seat, range(t.seats)) if not t.is_gone(seat)]
    return race(
        t.state.public.settings,
        {seat: told.get(seat, Account(0, False)) for seat in here},
        round_=t.state.round,
        quiet=t.state.quiet,
        half=half if isinstance(half, FortressHalf) else None,
    )


def _turn(t: Table) -> str:
    if not isinstance(t.state, State):
        return "The map is being laid"
    if t.state.round == 1:
        return f"Round 1 of {t.state.public.settings.rounds}: everybody builds"
    turn = f"Round {t.state.round} of {t.state.public.settings.rounds}"
    left = QUIET_ROUNDS - t.state.quiet
    return f"{turn}; it ends in {left} without an Artifact" if left <= WARNED else turn


def _seat(t: Table, seat: Seat) -> SeatView:
    account = accounts_of(t).get(seat, Account(0, False))
    goal = state.public.settings.goal if isinstance(state := t.state, State) else 0
    made = f"{account.artifacts} of {goal} {named(goal)}"
    short = f"{account.artifacts}/{goal}"
    out = ", out" if account.is_out else ""
    return SeatView(seat, None, f"{made}{out}", t.is_gone(seat), f"{short}{out}")


def _notes(t: Table, knowledge: Knowledge) -> tuple[Note, ...]:
    half = knowledge.half
    if not isinstance(half, FortressHalf) or half.round == 1:
        return ()  # nobody has anything yet but the Workshop of the start
    settings, force = half.public.settings, half.force
    gold = sum(unit.gold for unit in force.units)
    return (
        Note(f"{force.artifacts} of {settings.goal}", "Artifacts", "artifacts"),
        Note(f"{force.gauge} of {settings.gauge}", "Gauge of the next Artifact", "gauge"),
        Note(f"{len(force.units)} of {settings.cap}, carrying {gold} Gold", "Units", "units"),
        Note(_tiles(half), "Fortress Tiles, with health", "tiles"),
    )


def _tiles(half: FortressHalf) -> str:
    """What still stands of a fortress, and how much health each Tile has."""
    said = []
    for kind in TileKind:
        healths = [points(tile.health) for tile in half.force.tiles if tile.kind is kind]
        if healths:
            said.append(f"{TILES[kind].name}{'s' * (len(healths) > 1)} {listed(healths)}")
    return "; ".join(said) or "none"
