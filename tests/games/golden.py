"""Golden playthroughs: whole games of bots as text, made anew and compared by digests.

The text of a playthrough holds what everybody knows: every step with its result, every line of the
log, the end. In a game under fog it holds what each seat learned besides, for that decides a game
as well. Kept of it are a digest of every 50 steps, how it ended and the tale of it, and of a game's
first the beginning of its story. A test that fails says from which step on it differs, and how to
write the whole texts out, to compare those of two commits.

The digest of a game's texts, without the story that is told in them, goes into
``games/<id>/golden.py``, from there into its ``GameInfo`` and so into ``rules_version``; beside it
stand the hashes of all numbers so far, in ``HASHES``. ``golden/versions.txt`` keeps game,
hand-raised number and digest: a number stands for one digest for ever. To change the rules of a
number that nobody has ever played with, delete its row first; otherwise raise the number in the
game's ``GameInfo``.
"""

from __future__ import annotations

import hashlib
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from itertools import groupby, zip_longest
from pathlib import Path

from games import registry
from games.engine.bots import Bot, RandomBot
from games.engine.choice import Answer
from games.engine.game import Game, version_hash
from games.engine.private import NOTHING_KNOWN, Announced, Lesson, Sealed, Seen, Terrain
from games.engine.values import Primitive
from simulation.dealer import Playout, Watcher, play, replay
from tests.games.contract import Maker
from tests.goldens import COMPARE
from tests.paths import ROOT

FOLDER = Path(__file__).parent / "golden"
VERSIONS = "versions.txt"
SEED = 1900
STORY = "  : "
"""How a line begins that only tells the story: the digest of the rules does not cover it."""
EVERY = 50
"""Steps to a digest that is kept."""
TOLD = 50
"""Lines of its story that are kept of a game's first playthrough, which is its shortest."""
SHOWN = 40
"""Lines of what was made that a failure shows."""


@dataclass(frozen=True)
class Special:
    """A playthrough chosen by its seed, for something that random games seldom came to.

    It is hashed like the others, and no test relies on it: what it `shows` is tested at tables set
    by hand, as another card makes another game of a seed. `random` says which seats play at
    random; the others play to win.
    """

    seats: int
    seed: int
    shows: str
    random: tuple[int, ...] = ()
    options: tuple[tuple[str, str | int], ...] = (("turns", 6),)


SPECIAL: Mapping[str, tuple[Special, ...]] = {
    "king": (Special(3, 1, "the dice game", options=(("turns", 6), ("deck", "dice"))),),
    "fortress": (
        Special(2, 3, "the map for two", random=(0, 1), options=(("rounds", 20),)),
        Special(
            4,
            32,
            "a melee, deaths, an Artifact that wins",
            random=(0, 1, 2, 3),
            options=(("artifacts", 1), ("gauge", 1), ("units", 2), ("rounds", 40)),
        ),
    ),
}
"""By the id of the game, further playthroughs after those for each number of seats."""


PLAYERS: Mapping[str, str] = {"king": "fair"}
"""By the id of the game, who plays to win in its goldens and in pictures, where not its best bot:
one that was its best when their seeds were found."""


def player_of(game: str) -> Bot:
    """Who plays a game to win in its goldens."""
    return registry.bot(game, PLAYERS.get(game, ""))


def cases(game: Game) -> list[tuple[int, int]]:
    """(number, seats) of a game's goldens: one for each number of seats, then the special ones."""
    special = [one.seats for one in SPECIAL.get(game.info.id, ())]
    plain = range(game.info.min_seats, game.info.max_seats + 1)
    return list(enumerate((*plain, *special), start=1))


def played(
    game: Game, number: int, seats: int, seed: int = SEED, watch: Watcher | None = None
) -> Playout:
    """The game of a golden, played by bots and a trusted dealer."""
    first = game.info.max_seats - game.info.min_seats + 2
    if number < first:
        return play(game, seats, seed + number, watch=watch)
    one = SPECIAL[game.info.id][number - first]
    best = player_of(game.info.id)
    bots = [RandomBot() if seat in one.random else best for seat in range(seats)]
    return play(game, seats, one.seed, bots=bots, options=dict(one.options), watch=watch)


def path(game: str, number: int, folder: Path = FOLDER) -> Path:
    """Where a golden lies."""
    return folder / f"{game}-{number}.txt"


def constant(game: str) -> Path:
    """The module that holds the digest of a game's goldens."""
    if game == "magpies":
        return Path(__file__).with_name("magpies_golden.py")
    return ROOT / "games" / game / "golden.py"


@cache
def text(make: Maker, number: int, seats: int, seed: int) -> str:
    """One playthrough as text."""
    playout = played(make(), number, seats, seed)
    engine = replay(make(), playout, 0)
    lessons = deque(playout.dealer.taught)
    info, table = engine.game.info, engine.table
    lines = [f"{info.id} version {info.version}, {seats} seats", f"options {dict(table.options)}"]
    told = 0
    for result, left in playout.fed:
        for reached in engine.drain():
            lines.append(f"{reached.number} {reached.step.describe()}")
        lines.append(f"  = {_result(result)}" + (f" left {left}" if left else ""))
        # D-75: results under fog are small, and a changed blow could leave them as they are.
        while lessons and lessons[0][0] <= engine.number:
            _, seat, lesson = lessons.popleft()
            lines.append(f"  {seat} learns {_lesson(lesson)}")
        engine.feed(result, left)
        lines += [f"{STORY}{line.text}" for line in table.log[told:]]
        told = len(table.log)
    lines += [f"{reached.number} {reached.step.describe()}" for reached in engine.drain()]
    assert engine.outcome is not None
    lines.append(f"end at {engine.number}: {list(engine.outcome.winners)} {engine.outcome.reason}")
    lines.append(f"digest {engine.digest.hex()}")
    tale = engine.game.view(table, None, NOTHING_KNOWN).tale
    return "\n".join([*lines, *(f"{STORY}{line}" for line in tale)]) + "\n"


def texts(make: Maker, seed: int = SEED) -> dict[int, str]:
    """All playthroughs of a game, by their numbers."""
    return {number: text(make, number, seats, seed) for number, seats in cases(make())}


def digest(game: str, made: Mapping[int, str]) -> str:
    """The digest of what decides in these playthroughs of a game."""
    hasher = hashlib.sha256()
    for name, whole in sorted((path(game, number).name, one) for number, one in made.items()):
        lines = whole.splitlines(keepends=True)
        content = "".join(line for line in lines if not line.startswith(STORY)).encode()
        hasher.update(f"{name} {len(content)} ".encode() + content)
    return hasher.hexdigest()


def chunks(whole: str) -> dict[int, list[str]]:
    """The lines of a playthrough's steps, by the first of each EVERY steps."""
    at = 1

    def first_step(line: str) -> int:
        nonlocal at
        number = line.split(" ", 1)[0]
        at = int(number) if number.isdecimal() else at
        return (at - 1) // EVERY * EVERY + 1

    steps, _ = _parts(whole)
    return {first: list(lines) for first, lines in groupby(steps, first_step)}


def _parts(whole: str) -> tuple[list[str], list[str]]:
    """The lines of a playthrough's steps, and those of its end."""
    lines = whole.splitlines()
    end = next(n for n, line in enumerate(lines) if line.startswith("end at "))
    return lines[2:end], lines[end:]


def abridged(whole: str, story: int = 0) -> str:
    """What is kept of a playthrough: digests of its steps, so many lines of its story, its end."""
    steps, end = _parts(whole)
    digests = [
        f"from {first}: {hashlib.sha256(chr(10).join(lines).encode()).hexdigest()[:12]}"
        for first, lines in chunks(whole).items()
    ]
    told = [line for line in steps if line.startswith(STORY)][:story]
    return "\n".join([*whole.splitlines()[:2], *digests, *told, *end]) + "\n"


def difference(kept: str, made: str, whole: str) -> str:
    """Where a playthrough is another than the one kept, and what was played there."""
    lines = zip_longest(kept.splitlines(), made.splitlines())
    old, new = next((old, new) for old, new in lines if old != new)
    said = [f"kept:   {old}", f"played: {new}"]
    for first, steps in chunks(whole).items():
        if str(new).startswith(f"from {first}:"):
            said += [f"It differs from step {first} on. Played there:", *steps[:SHOWN]]
    return "\n".join([*said, COMPARE])


def versions(folder: Path = FOLDER) -> dict[tuple[str, int], str]:
    """The table of numbers ever used. ``ValueError`` if a number stands there twice."""
    rows: dict[tuple[str, int], str] = {}
    table = folder / VERSIONS
    for row in table.read_text().splitlines() if table.exists() else ():
        game, number, value = row.split()
        if (game, int(number)) in rows:
            raise ValueError(f"{game} {number} stands twice in {VERSIONS}")
        rows[game, int(number)] = value
    return rows


def write_digest(game: Game, value: str, module: Path, folder: Path = FOLDER) -> None:
    """Write the digest of a game's goldens into its module, and a row for a new number."""
    info = game.info
    rows = versions(folder)
    hashes = dict(info.hashes)
    if rows.setdefault((info.id, info.version), value) == value:
        hashes[info.version] = with_hash(game, value)
    listed = "".join(_row(number, made) for number, made in sorted(hashes.items()))
    module.write_text(
        '"""The digest of the golden playthroughs, and the hash of the rules of every number.\n\n'
        'Written by the command that makes the playthroughs.\n"""\n\n'
        f'GOLDEN = "{value}"\n'
        f"HASHES: dict[int, tuple[str, ...]] = {{\n{listed}}}\n"
    )
    (folder / VERSIONS).write_text(
        "".join(f"{one} {number} {row}\n" for (one, number), row in sorted(rows.items()))
    )


def with_hash(game: Game, golden: str) -> tuple[str, ...]:
    """The hashes listed for the number of a game, with the one that it has now."""
    made = version_hash(game, golden).hex()
    listed = game.info.hashes.get(game.info.version, ())
    return listed if made in listed else (*listed, made)


def _row(number: int, hashes: tuple[str, ...]) -> str:
    if len(hashes) == 1:
        return f'    {number}: ("{hashes[0]}",),\n'
    return f"    {number}: (\n" + "".join(f'        "{one}",\n' for one in hashes) + "    ),\n"


def _result(result: object) -> str:
    if isinstance(result, Answer):
        return f"answer {_short(result.primitives())}"
    if isinstance(result, tuple) and result and isinstance(result[0], Answer):
        return " | ".join(_result(one) for one in result)
    return repr(result)


def _lesson(lesson: Lesson) -> str:
    """What a seat learned, in ascending cells."""
    match lesson:
        case Sealed(form, plan):
            return f"{form.name} {_short(plan)}"
        case Terrain(faces):
            return " ".join(f"{cell}:{face}" for cell, face in sorted(faces.items()))
        case Announced(accounts, last):
            said = (f"{seat}:{_short(numbers)}" for seat, numbers in sorted(accounts.items()))
            return " ".join(("last" if last else "said", *said))
        case Seen(exchange, pieces):
            met = (
                f"{owner}:{label}:{cell}:{details.hex()}"
                for owner, labels in sorted(pieces.items())
                for label in exchange.labels
                for cell, details in sorted(labels[label].items())
            )
            return " ".join(("+".join(exchange.labels), *met))


def _short(value: Primitive) -> str:
    return repr(value).replace(", ", ",")
