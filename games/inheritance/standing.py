"""How near everybody is to winning, in words (IN-20 to IN-23, IN-28, IN-43).

It reads a position and whose turn it is, nothing that one seat alone knows.
Held by tests/games/inheritance/test_standing.py.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.engine.values import Seat
from games.engine.view import Standing, who
from games.inheritance.position import Position

SET_UP = Standing("Whoever has the favoured Admirer gets the Ring of Favour first.")


def standing(position: Position | None, turn: Seat | None, pile: int) -> tuple[Standing, ...]:
    """The most important first. `position`: None before the first cards lie open; `turn`: whose
    turn it is, None before the first; `pile`: the cards that can still be drawn."""
    if position is None or turn is None:
        return (SET_UP,)
    found = [_ring(position, turn), *_favour(position)]
    left = sum(position.hands)
    if not pile:
        cards = f"{left} card{'' if left == 1 else 's'}"
        found.append(
            Standing(
                f"The Draw Pile is empty: {cards} left to play, then the game is a draw.",
                f"A draw after {cards} more.",
            )
        )
    return tuple(found)


def _ring(position: Position, turn: Seat) -> Standing:
    """Who wins next, and who can still prevent it (IN-23)."""
    holder = position.ring
    if holder is None:
        return Standing("Nobody has the Ring of Favour.", "Nobody has the Ring.")
    if holder in position.gone:
        return Standing(f"The Ring lies with {who(holder)}, who has left and cannot win.")
    between = _until(position, turn, holder)
    if not between:  # everybody else has left
        return Standing(f"{who(holder)} wins next turn.", urgent=True)
    return Standing(
        f"{who(holder)} wins next turn unless {_listed(between)} can move the Ring.",
        f"{who(holder)} wins next turn unless the Ring moves.",
        urgent=True,
    )


def _until(position: Position, turn: Seat, holder: Seat) -> list[Seat]:
    """Whoever plays before the holder of the Ring does again, the seat in turn first."""
    count = len(position.seats)
    first = 1 if turn == holder else 0
    round_ = [Seat((turn + step) % count) for step in range(first, count)]
    if turn != holder:
        round_ = round_[: round_.index(holder)]
    return [seat for seat in round_ if seat not in position.gone]


def _favour(position: Position) -> list[Standing]:
    """Where the Ring would go now, unless it lies there already (IN-28)."""
    ahead = position.favoured
    if ahead is None:
        stays = "it stays there" if position.ring is not None else "it stays in the centre"
        return [Standing(f"As the cards lie nobody is favoured: {stays}.", "Nobody is favoured.")]
    if ahead == position.ring:
        return []
    return [
        Standing(
            f"As the cards lie it goes to {who(ahead)} when this turn ends.",
            f"It goes to {who(ahead)} next.",
        )
    ]


def _listed(seats: Sequence[Seat]) -> str:
    names = [who(seat) for seat in seats]
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} or {names[-1]}"
