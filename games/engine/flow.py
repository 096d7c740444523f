"""Ways to go round a table that several rulebooks share."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

from games.engine.table import Table
from games.engine.values import Seat


async def passing_round(
    t: Table,
    order: Sequence[Seat],
    act: Callable[[Seat, bool], Awaitable[bool]],
    is_over: Callable[[], bool] = lambda: False,
) -> None:
    """One thing or a pass each, again and again in this order, until all have passed in a row.

    ``act`` lets one seat do its one thing, knowing whether a pass would now be the last one, and
    gives whether it did something. Whatever somebody does takes back the passes before it, so
    everybody comes to act again, last of all the seat that did it; who passes and is followed by
    passes alone does not come again. Seats that have left are skipped, their passes are not missed.
    ``is_over``, asked after each seat, ends the round at once.
    """
    passed: list[Seat] = []
    while True:
        for seat in order:
            if t.is_gone(seat):
                continue
            last = all(one == seat or one in passed for one in order if not t.is_gone(one))
            if await act(seat, last):
                passed.clear()
            elif seat not in passed:
                passed.append(seat)
            still_in = [one for one in order if not t.is_gone(one)]
            if is_over() or all(one in passed for one in still_in):
                return
        if all(t.is_gone(seat) for seat in order):
            return
