"""The tale of a game that is over: the race for Artifacts, who led when, and who went out.

It reads what all have announced and nothing that is under fog: what nobody has shown is not told.
Nothing of it is hashed. Held by tests/games/fortress/test_tale.py.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.engine.table import Table
from games.engine.values import Seat
from games.engine.view import who
from games.engine.words import listed
from games.fortress.course import Past, State
from games.fortress.effects import Account, named


def tale(t: Table) -> tuple[str, ...]:
    """The accounts at the end, the first Artifact, the lead, who went out; empty before."""
    if t.outcome is None or not isinstance(t.state, State) or not t.state.accounts:
        return ()
    state = t.state
    made = [one for one in state.past if one.artifacts and not _repeats(state.past, one)]
    return (
        _end(t, state),
        *_even(t, state),
        *_first(made),
        *_lead(made, t.outcome.winners),
        *_out(state.past),
    )


def _end(t: Table, state: State) -> str:
    assert t.outcome is not None
    order = [seat for rank in t.outcome.ranking for seat in rank] or list(state.accounts)
    had = [f"{who(seat)} {_had(state.accounts[seat])}" for seat in order if seat in state.accounts]
    return f"Artifacts at the end, in round {state.round}: {', '.join(had)}."


def _had(account: Account) -> str:
    return f"{account.artifacts} (out)" if account.is_out else str(account.artifacts)


def _even(t: Table, state: State) -> Iterator[str]:
    """What decided between the first two where they had made as many (FTG-47)."""
    assert t.outcome is not None
    ranked = [seat for rank in t.outcome.ranking[:2] for seat in rank[:1]]
    if len(ranked) < 2 or any(state.accounts[seat].is_out for seat in ranked):
        return
    first, second = (state.accounts[seat] for seat in ranked)
    if first.artifacts != second.artifacts or set(ranked) <= set(t.outcome.winners):
        return  # those who share the throne are not told apart
    for name, one, two in zip(
        ("the gauge of the next Artifact", "the number of Units"),
        (first.gauge, first.units),
        (second.gauge, second.units),
        strict=True,
    ):
        if one != two:
            yield f"{who(ranked[0])} is ahead by {name}, {one} to {two}."
            return


def _repeats(past: Sequence[Past], one: Past) -> bool:
    """Whether this says of its seat's Artifacts what was known before."""
    return any(
        other.seat == one.seat and other.artifacts == one.artifacts and other.round < one.round
        for other in past
    )


def _first(made: Sequence[Past]) -> Iterator[str]:
    if not made:
        yield "Nobody made an Artifact."
        return
    seats = listed([who(one.seat) for one in made if one.round == made[0].round])
    yield f"{seats} made the first Artifact, in round {made[0].round}."


def _lead(made: Sequence[Past], winners: Sequence[Seat]) -> Iterator[str]:
    """When the winner came to have more Artifacts than anybody else, for good."""
    if len(winners) != 1 or not made:
        return
    (winner,) = winners
    had: dict[Seat, int] = {}
    ahead: Past | None = None
    shared = False
    for one in made:
        had[one.seat] = one.artifacts
        best = max((count for seat, count in had.items() if seat != winner), default=0)
        if had.get(winner, 0) <= best:
            ahead, shared = None, True
        else:
            ahead = ahead or one
    if ahead is not None and shared:
        count = f"{ahead.artifacts} {named(ahead.artifacts)}"
        yield f"{who(winner)} took the lead for good in round {ahead.round}, with {count}."
    elif ahead is not None:
        yield f"{who(winner)} led from then on and never shared the lead."


def _out(past: Sequence[Past]) -> Iterator[str]:
    went = {one.seat: one for one in reversed(past) if one.is_out}
    for one in sorted(went.values(), key=lambda one: one.round):
        count = f"{one.artifacts} {named(one.artifacts)}" if one.artifacts else "no Artifact"
        yield f"{who(one.seat)} went out in round {one.round}, with {count}."
