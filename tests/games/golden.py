"""Golden playthroughs: whole games of bots as text, kept and compared line by line.

    python -m tests.games.golden          write them all anew

A golden holds what everybody knows: every step with its result, every line of the log, the end.
The digest of a game's goldens goes into ``games/<id>/golden.py``, from there into its ``GameInfo``
and so into ``rules_version``. ``golden/versions.txt`` keeps game, hand-raised number and digest: a
number stands for one digest for ever. To change the rules of a number that nobody has ever played
with, delete its row first; otherwise raise the number in the game's ``GameInfo``.
"""

from __future__ import annotations

import hashlib
import sys
from pathlib import Path

from games.engine.choice import Answer
from games.engine.game import Game
from games.engine.values import Primitive
from tests.games.contract import Maker, makers
from tests.games.dealer import play, replay

FOLDER = Path(__file__).parent / "golden"
VERSIONS = FOLDER / "versions.txt"
ROOT = Path(__file__).parents[2]
SEED = 1900


def cases(game: Game) -> list[tuple[int, int]]:
    """(number, seats) of a game's goldens: one for each number of seats."""
    return list(enumerate(range(game.info.min_seats, game.info.max_seats + 1), start=1))


def path(game: str, number: int) -> Path:
    """Where a golden lies."""
    return FOLDER / f"{game}-{number}.txt"


def constant(game: str) -> Path:
    """The module that holds the digest of a game's goldens."""
    if game == "magpies":
        return Path(__file__).with_name("magpies_golden.py")
    return ROOT / "games" / game / "golden.py"


def text(make: Maker, number: int, seats: int) -> str:
    """One playthrough as text."""
    playout = play(make(), seats, SEED + number)
    engine = replay(make(), playout, 0)
    info, table = engine.game.info, engine.table
    lines = [f"{info.id} version {info.version}, {seats} seats", f"options {dict(table.options)}"]
    told = 0
    for result, left in playout.fed:
        for reached in engine.drain():
            lines.append(f"{reached.number} {reached.step.describe()}")
        lines.append(f"  = {_result(result)}" + (f" left {left}" if left else ""))
        engine.feed(result, left)
        lines += [f"  : {line.text}" for line in table.log[told:]]
        told = len(table.log)
    lines += [f"{reached.number} {reached.step.describe()}" for reached in engine.drain()]
    assert engine.outcome is not None
    lines.append(f"end at {engine.number}: {list(engine.outcome.winners)} {engine.outcome.reason}")
    lines.append(f"digest {engine.digest.hex()}")
    return "\n".join(lines) + "\n"


def digest(game: str) -> str:
    """The digest of the goldens of a game as they lie on disk, or "" if there are none."""
    hasher = hashlib.sha256()
    files = sorted(FOLDER.glob(f"{game}-*.txt"))
    for file in files:
        content = file.read_bytes()
        hasher.update(f"{file.name} {len(content)} ".encode() + content)
    return hasher.hexdigest() if files else ""


def versions() -> dict[tuple[str, int], str]:
    """The table of numbers ever used. ``ValueError`` if a number stands there twice."""
    rows: dict[tuple[str, int], str] = {}
    for row in VERSIONS.read_text().splitlines() if VERSIONS.exists() else ():
        game, number, value = row.split()
        if (game, int(number)) in rows:
            raise ValueError(f"{game} {number} stands twice in {VERSIONS.name}")
        rows[game, int(number)] = value
    return rows


def write(game: str, make: Maker) -> bool:
    """Write the goldens of one game, their digest and its row; False if the number must rise."""
    info = make().info
    FOLDER.mkdir(exist_ok=True)
    for old in FOLDER.glob(f"{game}-*.txt"):
        old.unlink()
    for number, seats in cases(make()):
        path(game, number).write_text(text(make, number, seats))
    value = digest(game)
    constant(game).write_text(
        '"""The digest of the golden playthroughs; written by the command that makes them."""\n\n'
        f'GOLDEN = "{value}"\n'
    )
    rows = versions()
    known = rows.setdefault((game, info.version), value)
    VERSIONS.write_text(
        "".join(f"{one} {number} {row}\n" for (one, number), row in sorted(rows.items()))
    )
    return known == value


def main() -> int:
    """Write all goldens; 1 if a game changed and its number did not."""
    stale = [game for game, make in makers().items() if not write(game, make)]
    for game in stale:
        print(f"{game} plays differently under its old number: raise GameInfo.version, run again")
    return 1 if stale else 0


def _result(result: object) -> str:
    if isinstance(result, Answer):
        return f"answer {_short(result.primitives())}"
    if isinstance(result, tuple) and result and isinstance(result[0], Answer):
        return " | ".join(_result(one) for one in result)
    return repr(result)


def _short(value: Primitive) -> str:
    return repr(value).replace(", ", ",")


if __name__ == "__main__":
    sys.exit(main())
