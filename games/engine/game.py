"""What a game is: its card of data, its rules, and how it looks.

A ``Game`` object holds no state of a table: the state is in the coroutine and in the ``Table``
(``table.state`` is the game's own corner of it), so one object may drive any number of tables.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from games.engine.errors import BadTable
from games.engine.private import Half, Knowledge
from games.engine.table import Table
from games.engine.values import Outcome, Primitive, Seat, encode
from games.engine.view import View


@dataclass(frozen=True, slots=True)
class GameOption:
    """One setting of a table, agreed before the start; ``values[0]`` is the default."""

    key: str
    label: str
    values: tuple[str | int, ...]
    unlisted: tuple[str | int, ...] = ()
    """Further values that no form offers: for tests, and for whoever types them."""

    @property
    def default(self) -> str | int:
        """The value that counts when nobody has chosen one."""
        return self.values[0]


@dataclass(frozen=True, slots=True)
class StandingOffer:
    """A standing pass that makes sense in a game: until the first of these events; how that reads.

    ``{me}`` in an event stands for the number of the seat that posts it. ``needs_verb``: whether
    nobody would understand the label alone, as one does "until your own turn".
    """

    events: tuple[str, ...]
    label: str
    needs_verb: bool = False

    def events_for(self, seat: Seat) -> tuple[str, ...]:
        """The events as this seat names them: ascending, as they are signed."""
        return tuple(sorted(event.replace("{me}", str(int(seat))) for event in self.events))


@dataclass(frozen=True, slots=True)
class GameInfo:
    """The card of a game.

    ``version`` is raised by hand with every change of behaviour. ``golden`` is the digest of what
    decides in the game's golden playthroughs, made by the command that writes them; a test holds
    the two together. ``hashes``: for every number ever released its ``rules_version``, in
    hexadecimal; more than one where a release came to it otherwise and the rules are the same.
    ``passes``: the standing passes that players are offered. ``audited``: what seats hide for good
    decides the game, so they show their seeds once it is closed, and all of it is derived again.
    ``presets``: by name, options that make sense together.
    """

    id: str
    title: str
    version: int
    min_seats: int
    max_seats: int
    options: tuple[GameOption, ...] = ()
    credits: str = ""
    golden: str = ""
    hashes: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    passes: tuple[StandingOffer, ...] = ()
    audited: bool = False
    presets: Mapping[str, Mapping[str, str | int]] = field(default_factory=dict)


class Game(Protocol):
    """A rulebook as code."""

    @property
    def info(self) -> GameInfo:
        """The card of the game."""
        ...

    async def play(self, table: Table) -> Outcome:
        """One whole game, in the order of the rulebook."""
        ...

    def departed(self, table: Table, seat: Seat) -> None:
        """A seat has just left: plain calls that say what becomes of its cards and claims."""
        ...

    def half(self, table: Table, seat: Seat) -> Half | None:
        """What a seat alone knows before the first step that concerns halves, or None.

        Those steps are in ``games.engine.fog_steps``, a ``Deal`` of positions among them. Called
        when such a step has been reached, or at any time later: it follows from what cannot change
        any more. Games whose secrets are faces alone have no halves.
        """
        ...

    def view(self, table: Table, seat: Seat | None, knowledge: Knowledge) -> View:
        """The table as a seat (None: a spectator) sees it, with what it alone knows."""
        ...

    def tables(self) -> Primitive:
        """The data that the rules run on (cards, counts), without texts, for the version."""
        ...


def rules_version(game: Game) -> bytes:
    """The 32 bytes that seats compare before they play.

    SHA-256 over the id, the hand-raised number, the data tables and the digest of the golden
    playthroughs: two programs with the same value play the same game as far as tests can tell. It
    covers what decides a game; no line of the story, no prompt and no printed text is in it.
    """
    return version_hash(game, game.info.golden)


def version_hash(game: Game, golden: str) -> bytes:
    """The rules version of a game whose goldens have this digest."""
    info = game.info
    return hashlib.sha256(
        encode(("crownless rules", info.id, info.version, game.tables(), golden))
    ).digest()


def plays(game: Game, rules: bytes) -> bool:
    """Whether this is the hash of the rules of a game, however an earlier release made it."""
    info = game.info
    return rules == rules_version(game) or rules.hex() in info.hashes.get(info.version, ())


def number_of(game: Game, rules: bytes) -> int:
    """The number of these rules of a game, by their hash; 0 if it is not listed."""
    numbers = (n for n, hashes in game.info.hashes.items() if rules.hex() in hashes)
    return next(numbers, 0)


def settled_options(
    info: GameInfo, seats: int, options: Mapping[str, str | int]
) -> dict[str, str | int]:
    """All options of a table with defaults filled in, in the game's order.

    Raises ``BadTable`` for a number of seats, an option or a value that the game does not have.
    """
    if not info.min_seats <= seats <= info.max_seats:
        raise BadTable(
            f"{info.title} takes {info.min_seats} to {info.max_seats} seats, not {seats}"
        )
    settled: dict[str, str | int] = {}
    for option in info.options:
        value = options.get(option.key, option.default)
        if not any(
            type(value) is type(one) and value == one for one in (*option.values, *option.unlisted)
        ):
            values = ", ".join(str(one) for one in option.values)
            raise BadTable(f"'{option.key}' of {info.title} is one of: {values}")
        settled[option.key] = value
    unknown = [key for key in options if key not in settled]
    if unknown:
        raise BadTable(f"{info.title} has no option '{unknown[0]}'")
    return settled
