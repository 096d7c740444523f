"""The games of a profile that are over, and how often they were won. Pure.

Held by tests/p2p/client/tables/test_history.py.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from p2p.display import safe, without_seat
from p2p.storage.profile import TableInfo

UNKNOWN = "result not kept"
_WON, _BROKEN = " won", "broken by "

_Kind: TypeAlias = tuple[str, tuple[str, ...] | None]
"""The game and the company of a score."""


@dataclass(frozen=True, slots=True)
class PastGame:
    """A game that is over. `persons`: the keys of all that were no bots, and how they were called.

    `ended` in nanoseconds; `won`: whether we did, None where nobody knows or we only watched.
    """

    id: str
    ended: int
    game: str
    people: str
    result: str
    won: bool | None
    persons: tuple[tuple[str, str], ...]
    table: str = ""
    """The name of its folder in the profile."""
    winners: tuple[str, ...] = ()
    """As the result names them; empty where it names nobody, or an earlier release wrote it."""
    breaker: str = ""


@dataclass(frozen=True, slots=True)
class Score:
    """How many games were played and won: of one kind, in one company, or of one kind in one.

    `game`: empty for all of them. `company`: the names of the other people, nobody where only bots
    sat there; None for any company.
    """

    game: str
    company: tuple[str, ...] | None
    played: int
    won: int


def past_games(tables: Iterable[TableInfo]) -> list[PastGame]:
    """Those of these tables that are over, in their order; those of our bots are left out."""
    return [
        _past(info)
        for info in tables
        if info.summary.state in ("over", "broken", "left") and info.summary.role != "bot"
    ]


def scores(games: Sequence[PastGame], own: str, contacts: Mapping[bytes, str]) -> list[Score]:
    """Counts for each game, then for each company, the largest first; of results that are known.

    Below each game stands what of it was played in which company, if that was in several.
    `own` is our key, in hexadecimal. People are told apart by their keys, and called by our name
    for them, else by the one that they used last.
    """
    names = {key: without_seat(name) for game in reversed(games) for key, name in game.persons}
    names |= {key.hex(): name for key, name in contacts.items()}
    company = [
        tuple(names[key] for key in sorted(dict(game.persons)) if key != own) for game in games
    ]
    found: list[Score] = []
    both = _counted(games, [(game.game, who) for game, who in zip(games, company, strict=True)])
    for score in _counted(games, [(game.game, None) for game in games]):
        parts = [one for one in both if one.game == score.game]
        found += [score, *(parts if len(parts) > 1 else [])]
    return [*found, *_counted(games, [("", who) for who in company])]


def won_by(names: Sequence[str]) -> str:
    """How a result says who has won."""
    return " and ".join(names) + _WON


def broken_by(name: str) -> str:
    """How it says who broke the table."""
    return _BROKEN + name


def called(game: PastGame, contacts: Mapping[bytes, str]) -> PastGame:
    """The same game with our own names for the keys that have one."""
    ours = {key.hex(): name for key, name in contacts.items()}
    names = {name: ours[key] for key, name in game.persons if key in ours}

    def put(said: str, joint: str) -> str:
        return joint.join(names.get(name, name) for name in said.split(joint))

    result = game.result
    if game.winners and names:
        result = won_by([names.get(name, name) for name in game.winners])
    elif game.breaker in names:
        result = broken_by(names[game.breaker])
    # Earlier releases have kept the words alone; names with these in them are not found there.
    elif not game.winners and result.endswith(_WON):
        result = put(result.removesuffix(_WON), " and ") + _WON
    elif not game.breaker and result.startswith(_BROKEN):
        result = broken_by(put(result.removeprefix(_BROKEN), " and "))
    return replace(game, people=put(game.people, ", "), result=result)


def _counted(games: Sequence[PastGame], kinds: Sequence[_Kind]) -> list[Score]:
    found: dict[_Kind, Score] = {}
    for game, kind in zip(games, kinds, strict=True):
        if game.won is not None:
            before = found.get(kind, Score(*kind, 0, 0))
            found[kind] = Score(*kind, before.played + 1, before.won + game.won)
    return sorted(found.values(), key=lambda one: (-one.played, one.game, one.company or ()))


def _past(info: TableInfo) -> PastGame:
    about = info.summary
    keys, names = about.keys, [safe(name, 40) for name in about.persons]
    left = "you left" if about.state == "left" else UNKNOWN
    return PastGame(
        info.shown,
        info.changed,
        about.game,
        safe(about.people, 120),
        safe(about.result or left, 120),
        about.won,
        tuple(zip(keys, [*names, *keys[len(names) :]], strict=False)),
        info.id,
        tuple(safe(name, 40) for name in about.winners),
        safe(about.breaker, 40),
    )
