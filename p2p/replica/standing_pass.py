"""Standing passes: a seat's word, posted ahead, that it passes until a public event.

A pass names a set of events. It counts from the step at which its author stood when it signed, and
ends with the first of them that happens then. It cannot be taken back. Everything here follows from
messages alone, so every copy of the table finds the same answer however late a pass arrives there.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise

from p2p.errors import CodecError
from p2p.wire import codec
from p2p.wire.codec import Value

MAX_EVENTS = 16
"""Events that one pass may name."""
MAX_EVENT_BYTES = 64
MAX_STANDING = 4
"""Passes of one seat that may stand at a time, so that nobody fills the log with them."""


@dataclass(frozen=True, slots=True)
class StandingPass:
    """`seat` passes everything from `step` on until the first of the events `until`.

    `clock` is the clock of the message that said so.
    """

    seat: int
    step: int
    until: tuple[str, ...]
    clock: tuple[int, ...]


def read_events(payload: Value) -> tuple[str, ...]:
    """The events that a pass names: 1 to 16, ascending, none twice. Raises CodecError."""
    events = tuple([codec.text(event, MAX_EVENT_BYTES) for event in codec.array(payload)])
    if not 1 <= len(events) <= MAX_EVENTS:
        raise CodecError(f"a standing pass names 1 to {MAX_EVENTS} events, not {len(events)}")
    if any(one >= other for one, other in pairwise(events)):
        raise CodecError("the events of a standing pass are in ascending order, none twice")
    return events


class StandingPasses:
    """All standing passes of a table, and when each named event happened."""

    def __init__(self) -> None:
        self._passes: dict[int, list[StandingPass]] = {}
        self._counts: dict[str, int] = {}
        self._happened: dict[str, list[int]] = {}

    def follow(self, events: Mapping[str, int], step: int) -> None:
        """The rules now stand at `step`; `events` counts what has happened so far."""
        for name, count in events.items():
            if count != self._counts.get(name, 0):
                self._counts[name] = count
                self._happened.setdefault(name, []).append(step)

    def allows(self, seat: int, step: int, until: tuple[str, ...]) -> bool:
        """Whether `seat` may post this at `step`: nothing twice, and not too many at a time.

        Nor from a step before that of its last one: there, fewer might stand.
        """
        before = self._passes.get(seat, ())
        live = self._live(seat, step)
        ahead = not before or before[-1].step <= step
        return ahead and len(live) < MAX_STANDING and all(other.until != until for other in live)

    def post(self, standing: StandingPass) -> None:
        """Take a standing pass that is allowed."""
        self._passes.setdefault(standing.seat, []).append(standing)

    def find(self, seat: int, step: int) -> StandingPass | None:
        """The pass of `seat` that answers `step`, if one still stands there."""
        live = self._live(seat, step)
        return live[0] if live else None

    def until(self, seat: int, step: int) -> tuple[tuple[str, ...], ...]:
        """Until the first of which events `seat` passes, for each pass that stands at `step`."""
        return tuple(standing.until for standing in self._live(seat, step))

    def _live(self, seat: int, step: int) -> list[StandingPass]:
        """The passes of `seat` that stand at `step`."""
        return [
            standing
            for standing in self._passes.get(seat, ())
            if standing.step <= step
            and not any(
                standing.step < at <= step
                for event in standing.until
                for at in self._happened.get(event, ())
            )
        ]
