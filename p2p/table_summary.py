"""What is kept beside each table for lists, so that these need not open it: one value, typed.

On disk it is an object of settings under the names of these fields, which no release has changed.
What is missing there, of another kind or damaged has the default of its field; names that this
release does not know stay where they are, and are not read. Held by
tests/p2p/test_table_summary.py.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import TypeAlias

Setting: TypeAlias = str | int | bool
OPEN = "open"
_WORDS, _LINES = ("keys",), ("persons", "winners")
_ALWAYS = ("role", "game", "seats", "options", "practice", "rematch", "state", "people", "keys")
"""What every release has written of every table."""
_OFTEN = (*_ALWAYS, "table", "persons")


@dataclass(frozen=True, slots=True)
class TableSummary:
    """A table in a few values. No secrets here; all text of other people is as they sent it."""

    role: str = ""
    """Ours: host, guest, watch, or bot."""
    game: str = ""
    seats: int = 0
    options: str = ""
    """In a line: "deck=dice turns=30"."""
    practice: bool = False
    """Whether only bots of this machine sit there."""
    rematch: bool = False
    state: str = ""
    """Open, over, broken or left; empty where that is not known."""
    people: str = ""
    """All who sit there, in a line; empty before the charter."""
    keys: tuple[str, ...] = ()
    """In hexadecimal, of those who are no bots."""
    table: str = ""
    """Its id, in hexadecimal; empty before the charter."""
    persons: tuple[str, ...] = ()
    """How those of the keys called themselves."""
    beat: int | None = None
    """Milliseconds, where its host chose them."""
    strength: str = ""
    """How well the bots of a practice table play, where that was chosen."""
    guided: bool = False
    watching: str = ""
    """Who may watch: nothing for everybody at once, "no", or the minutes of delay."""
    result: str = ""
    """How it ended, in words."""
    winners: tuple[str, ...] = ()
    """As `result` names them; empty where it names nobody, and in what earlier releases wrote."""
    breaker: str = ""
    """Who broke the table, in the same way."""
    won: bool | None = None
    """Whether we have won; None where nobody knows."""
    seen: str = ""
    """When the others were last on line, as `LastSeen` writes it."""
    port: int | None = None
    """Where we listened."""
    places: str = ""
    """Where we said that we are: a host and a port a line."""

    @property
    def is_open(self) -> bool:
        """Whether it is known to go on."""
        return self.state == OPEN

    @property
    def is_over(self) -> bool:
        """Whether it is known to be over, broken or left."""
        return self.state not in ("", OPEN)

    def has(self, wanted: Mapping[str, object]) -> bool:
        """Whether each of these fields has this value."""
        return all(getattr(self, name) == value for name, value in wanted.items())

    def encode(self) -> dict[str, Setting]:
        """As it is kept: what lists always look for, and of the rest what is not the default."""
        found: dict[str, Setting] = {}
        for name, default in _DEFAULTS.items():
            value = getattr(self, name)
            if name in _OFTEN or value != default:
                joint = " " if name in _WORDS else "\n"
                found[name] = joint.join(value) if isinstance(value, tuple) else value
        return found

    @classmethod
    def decode(cls, about: Mapping[str, object]) -> TableSummary:
        """What was kept of a table, by this release or an earlier one."""
        port, beat, won = about.get("port"), about.get("beat"), about.get("won")

        def text(name: str) -> str:
            return str(about.get(name, ""))

        def number(value: object) -> int | None:
            return value if isinstance(value, int) else None

        return cls(
            role=text("role"),
            game=text("game"),
            seats=number(about.get("seats")) or 0,
            options=text("options"),
            practice=bool(about.get("practice")),
            rematch=bool(about.get("rematch")),
            state=text("state"),
            people=text("people"),
            keys=tuple(text("keys").split()),
            table=text("table"),
            persons=tuple(name for name in text("persons").split("\n") if name),
            beat=number(beat),
            strength=text("strength"),
            guided=bool(about.get("guided")),
            watching=text("watching"),
            result=text("result"),
            winners=tuple(name for name in text("winners").split("\n") if name),
            breaker=text("breaker"),
            won=won if isinstance(won, bool) else None,
            seen=text("seen"),
            port=number(port),
            places=text("places"),
        )

    @staticmethod
    def is_whole(about: Mapping[str, object]) -> bool:
        """Whether all is there, each of its kind, that every release has written."""
        return all(type(about.get(name)) is _KINDS[name] for name in _ALWAYS)


_DEFAULTS = {field.name: field.default for field in fields(TableSummary)}
_KINDS = {
    name: str if isinstance(value, tuple) else type(value) for name, value in _DEFAULTS.items()
}
"""Of the settings on disk."""
