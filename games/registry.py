"""The games there are, and who can play them.

A game is one entry here: a function that imports the game, and its line in `GAMES`. Modules load
when a game is first made.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from types import MappingProxyType

from games.engine.bots import Bot, RandomBot
from games.engine.errors import BadTable
from games.engine.game import Game
from games.engine.guide import Guide
from games.engine.plan_draft import Planner
from games.engine.tutorial import Tutorial

GENTLE = "gentle"


@dataclass(frozen=True, slots=True)
class Entry:
    """How to make a game, what it says of itself, and its own bots by kind, the best first."""

    make: Callable[[], Game]
    guide: Guide
    bots: Mapping[str, Callable[[], Bot]] = field(default_factory=dict)
    planner: Planner | None = None
    """How people make plans, in a game that asks for any."""
    tutorial: Tutorial | None = None
    """Its guided first game."""
    board: str = ""
    """The kind of board that draws it, such as "ladder"; empty where the plain one does."""


def _inheritance() -> Entry:
    from games.inheritance.bot.strengths import BOTS
    from games.inheritance.guide import GUIDE
    from games.inheritance.lessons import TUTORIAL
    from games.inheritance.rules import Inheritance

    return Entry(Inheritance, GUIDE, BOTS, tutorial=TUTORIAL, board="family")


def _king() -> Entry:
    from games.king.bot.strengths import BOTS
    from games.king.guide import GUIDE
    from games.king.lessons import TUTORIAL
    from games.king.rules import King

    return Entry(King, GUIDE, BOTS, tutorial=TUTORIAL, board="ladder")


def _court() -> Entry:
    from games.court.bot.strengths import BOTS
    from games.court.guide import GUIDE
    from games.court.lessons import TUTORIAL
    from games.court.rules import Court

    return Entry(Court, GUIDE, BOTS, tutorial=TUTORIAL, board="retinues")


def _fortress() -> Entry:
    from games.fortress.bot.player import BOTS
    from games.fortress.guide import GUIDE
    from games.fortress.lessons import TUTORIAL
    from games.fortress.planner import begin_draft
    from games.fortress.rules import Fortress

    return Entry(Fortress, GUIDE, BOTS, begin_draft, tutorial=TUTORIAL, board="hexes")


# D-37: functions, so that help and completion load no game; one that is made loads with its bots.
GAMES: Mapping[str, Callable[[], Entry]] = MappingProxyType(
    {"inheritance": _inheritance, "king": _king, "court": _court, "fortress": _fortress}
)
"""The entry of each game, by id."""


def make(game: str) -> Game:
    """The game of this id. Raises ``BadTable`` if there is none."""
    if game not in GAMES:
        raise BadTable(_no_game(game))
    return GAMES[game]().make()


def guide(game: str) -> Guide:
    """How a game is played. Raises ``BadTable`` if there is no such game."""
    if game not in GAMES:
        raise BadTable(_no_game(game))
    return GAMES[game]().guide


def planner(game: str) -> Planner | None:
    """What begins the draft of a plan in a game; None where no plans are made."""
    return GAMES[game]().planner if game in GAMES else None


def tutorial(game: str) -> Tutorial | None:
    """The guided first game of a title; None where there is none."""
    return GAMES[game]().tutorial if game in GAMES else None


def board(game: str) -> str:
    """The kind of board that draws a game; empty where the plain one does."""
    return GAMES[game]().board if game in GAMES else ""


def gentlest(game: str) -> str:
    """The kind of bot for a first game: a gentle one where there is one, else the best."""
    return GENTLE if GENTLE in bot_kinds(game) else ""


def bot_kinds(game: str) -> tuple[str, ...]:
    """The kinds of bot that can play a game, the best first."""
    return (*_bots(game), "random")


def bot(game: str, kind: str = "") -> Bot:
    """A bot for a game; without a kind, its best. Raises ``BadTable`` for an unknown kind."""
    kinds = bot_kinds(game)
    chosen = kind or kinds[0]
    if chosen not in kinds:
        raise BadTable(f"there is no bot '{chosen}' for {game}; there are: {', '.join(kinds)}")
    return RandomBot() if chosen == "random" else _bots(game)[chosen]()


def _no_game(name: str) -> str:
    close = get_close_matches(name.lower(), GAMES, n=1)
    meant = f" did you mean {close[0]}?" if close else f" there are: {', '.join(GAMES)}"
    return f"there is no game '{name}';{meant}"


def _bots(game: str) -> Mapping[str, Callable[[], Bot]]:
    return GAMES[game]().bots if game in GAMES else {}
