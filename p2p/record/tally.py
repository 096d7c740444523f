"""What one examination of a record has found good so far, told as it grows.

Held by tests/p2p/record/test_progress.py.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from games.engine.recorded import RecordedGame
from p2p.record.checks import NEEDS_RULES, ONLY_REPLAYED
from p2p.record.progress import Checked, Phase, SeatReport, held_in, sizes_of
from p2p.record.record import Record
from p2p.session.validator import Validator

Watch = Callable[[Checked], None]
"""Told what was found good so far, after every signature and every message."""
FEW = 1 << 14
"""Of so many messages the parts are counted before the signatures are checked; a file with more may
be junk."""


class Tally:
    """The counts of one examination, beside how much the file holds."""

    def __init__(
        self,
        record: Record,
        seats: Sequence[SeatReport],
        sealed: Mapping[str, int],
        watch: Watch | None,
    ) -> None:
        """`sealed`: what the charter itself, read by now, has shown to be good."""
        self._seats = tuple(seats)
        self._watch = watch
        self.phase = Phase.SIGNATURES
        held = held_in if len(record.messages) <= FEW else sizes_of
        self._held = {**sealed, **held(record)}
        nothing = dict.fromkeys((*self._held, *ONLY_REPLAYED), 0)
        self._counts = {**nothing, **sealed}

    def checked(self) -> Checked:
        """What was found good so far."""
        return Checked(self.phase, self._seats, dict(self._counts), self._held)

    def tell(self) -> None:
        """Say it to whoever watches."""
        if self._watch is not None:
            self._watch(self.checked())

    def holds(self, found: Mapping[str, int]) -> None:
        """The file is known to hold so much as well."""
        self._held = {**self._held, **found}
        self._counts = {**dict.fromkeys(self._held, 0), **self._counts}

    def one_more(self, key: str) -> None:
        """One more of these was found good."""
        self._counts[key] += 1
        self.tell()

    def count(self, found: Mapping[str, int]) -> None:
        """So many were found good. Counts only ever grow, also where all is judged once more."""
        for key, number in found.items():
            self._counts[key] = max(number, self._counts.get(key, 0))

    def count_judged(self, validator: Validator) -> None:
        """Count what came of the messages. The step that the table stands at is not replayed."""
        replica = validator.replica
        steps = max(0, replica.step - 1)
        found = {
            "messages": len(validator.log.order),
            "recorded": steps,
            "steps": steps,
            "results": int(replica.over),
            **replica.counters.numbers(),
        }
        if isinstance(replica.engine.game, RecordedGame):
            found.update(dict.fromkeys(NEEDS_RULES, 0))
        self.count(found)
