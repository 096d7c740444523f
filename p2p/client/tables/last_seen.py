"""When the others at a table were last on line, for the list of tables to go on with.

Kept as lines of seconds since 1970 and a name, in the order of the seats; 0 for somebody not seen
yet. Held by tests/p2p/client/tables/test_last_seen.py.
"""

from __future__ import annotations

from collections.abc import Sequence

from p2p.display import safe_name
from p2p.wire.charter import Charter


class LastSeen:
    """Who of the others was last seen when. `own`: our key; bots of ours do not count."""

    def __init__(self, charter: Charter, own: bytes, kept: str = "") -> None:
        """`kept`: the lines of the last time."""
        members = enumerate(charter.draft.members)
        others = [(n, one) for n, one in members if own not in (one.key, one.operator)]
        self._names = {seat: safe_name(one.name) for seat, one in others}
        before = [seconds for seconds, _ in read(kept)]
        self._at = dict(zip(self._names, before or [0] * len(self._names), strict=False))
        self._here: frozenset[int] = frozenset()
        self.somebody_left = False
        """Whether somebody who was on line is no longer, as of the last note."""

    def note(self, online: Sequence[bool | None], now: int) -> None:
        """Who is on line at `now`."""
        before, self._here = self._here, frozenset(s for s in self._names if online[s])
        for seat in before | self._here:
            self._at[seat] = now
        self.somebody_left = bool(before - self._here)

    def lines(self) -> str:
        """To be kept."""
        return "\n".join(f"{self._at.get(seat, 0)} {name}" for seat, name in self._names.items())


def read(kept: str) -> list[tuple[int, str]]:
    """Seconds since 1970 and the name of each; nothing where that cannot be read."""
    found = []
    for line in kept.splitlines():
        seconds, _, name = line.partition(" ")
        if seconds.isascii() and seconds.isdecimal() and len(seconds) < 12:
            found.append((int(seconds), name))
    return found
