"""How near everybody is to winning, as far as one seat may know it: the aim, always in view.

Artifacts and who is out are public (FTD-8). Of itself a seat knows all; of rivals' Workshops and
Lodgings only those that it has seen and not yet seen gone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from games.engine.values import Seat
from games.engine.view import Standing, who
from games.fortress.effects import Account
from games.fortress.half import FortressHalf
from games.fortress.kinds import TILES, TileKind
from games.fortress.settings import QUIET_ROUNDS, Settings

WARNED: Final = 10
"""So many rounds ahead it is told that the game ends by rounds."""


def race(
    settings: Settings,
    accounts: Mapping[Seat, Account],
    *,
    round_: int,
    quiet: int,
    half: FortressHalf | None,
) -> tuple[Standing, ...]:
    """All of it, the most important first.

    `accounts`: of the seats that are still at the table; `quiet`: for how many rounds nobody has
    made an Artifact or gone out (FTB-11); `half`: what the reader knows, None for a spectator.
    """
    own = () if half is None else (*_own(half), *_found(half, accounts))
    return (*_needed(settings, accounts), *_rounds_left(settings, round_, quiet), *own)


def _needed(settings: Settings, accounts: Mapping[Seat, Account]) -> Iterator[Standing]:
    """Who needs how many Artifacts more, the nearest first; who is out last."""
    need = {seat: settings.goal - account.artifacts for seat, account in accounts.items()}
    racing = sorted((seat for seat in accounts if not accounts[seat].is_out), key=need.__getitem__)
    out = [who(seat) for seat in accounts if accounts[seat].is_out]
    if not racing:
        return
    first, *others = racing
    if not others:
        yield Standing(f"{who(first)} is the only one left.", urgent=True)
        return
    if len(set(need.values())) == 1 and not out:
        yield Standing(f"Everybody needs {_count(need[first], 'more Artifact')}.")
        return
    said = [f"{who(first)} needs {_count(need[first], 'more Artifact')}"]
    said += [f"{who(seat)} {need[seat]}" for seat in others]
    fallen = f"; out: {', '.join(out)}" if out else ""
    yield Standing(f"{', '.join(said)}{fallen}.", f"{', '.join(said)}.", urgent=need[first] <= 1)


def _rounds_left(settings: Settings, round_: int, quiet: int) -> Iterator[Standing]:
    """How soon the game ends by its rounds, if that is soon (FTG-47, FTB-11)."""
    left, unless = settings.rounds - round_ + 1, QUIET_ROUNDS - quiet
    if left <= min(WARNED, unless):
        short = f"{_count(left, 'round')} left."
        yield Standing(f"{short} Then the most Artifacts win.", short, urgent=left == 1)
    elif unless <= WARNED:
        text = f"Without an Artifact the game ends in {_count(unless, 'round')}"
        yield Standing(f"{text}, and the most Artifacts win.", f"{text}.", urgent=unless == 1)


def _own(half: FortressHalf) -> Iterator[Standing]:
    """What its own next Artifacts take."""
    settings, force = half.public.settings, half.force
    if force.is_out and half.accounts:
        yield Standing("You are out: you have no Unit and no Lodging.", "You are out.")
        return
    if half.round == 1:
        return
    workshops = sum(tile.kind is TileKind.WORKSHOP for tile in force.tiles)
    if not workshops:
        yield Standing(
            "You have no Workshop left: outlast the others, or stay ahead of them in Artifacts.",
            "You have no Workshop left.",
        )
        return
    steps = max(0, (settings.goal - force.artifacts) * settings.gauge - force.gauge)
    carried = sum(unit.gold for unit in force.units)
    many = f"Your {workshops} Workshops still need"
    need = many if workshops > 1 else "Your Workshop still needs"
    yield Standing(
        f"{need} {steps} Gold for you to win; your Units carry {carried}.",
        f"{steps} Gold to go; you carry {carried}.",
    )


def _found(half: FortressHalf, accounts: Mapping[Seat, Account]) -> Iterator[Standing]:
    """Which Workshops and Lodgings of rivals it knows of: without them nobody wins or lasts."""
    said = []
    for seat, account in accounts.items():
        if seat == half.seat or account.is_out:
            continue
        seen = [one.tile.kind for one in half.memory.values() if one.seat == seat]
        kinds = (TileKind.WORKSHOP, TileKind.LODGING)
        counts = [_count(seen.count(kind), TILES[kind].name) for kind in kinds if kind in seen]
        if counts:
            said.append(f"{' and '.join(counts)} of {who(seat)}")
    if said:
        yield Standing(f"You know of {_listed(said)}.")


def _count(count: int, name: str) -> str:
    return f"{count} {name}{'' if count == 1 else 's'}"


def _listed(parts: Sequence[str]) -> str:
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"
