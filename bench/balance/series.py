"""Games among bots by fixed seeds, of every kind in turn: what the pages of docs/balance count.

Each game is a line of a file as soon as it is over, and what stands there is not played again, so
a run that was stopped goes on. With all games played the same program writes the same page. A file
is worth nothing any more once rules or bots have changed.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, ClassVar, Generic, Protocol, TypeAlias, TypeVar


@dataclass(frozen=True, slots=True)
class Kind:
    """Games at one size: among bots of one strength, or a duel of one bot against all others."""

    name: str
    seats: int
    games: int
    better: str = "strong"
    worse: str = "strong"
    first: int = 0
    """The number of its first game; who sits where and the seed follow from the number."""

    def own(self, number: int) -> int:
        """The seat of the better bot, which changes seats."""
        return number % self.seats

    def seated(self, number: int) -> list[str]:
        """Who sits where in one of its games."""
        own = self.own(number)
        return [self.better if seat == own else self.worse for seat in range(self.seats)]


class Won(Protocol):
    """What every game comes to: fields that JSON can hold, and who won."""

    __dataclass_fields__: ClassVar[dict[str, Any]]

    @property
    def winners(self) -> Sequence[int]:
        """Their seats."""


REMARKS = "\n## What it shows"
"""Where the part of a page begins that no program writes."""
Job: TypeAlias = tuple[Kind, int]
"""One game: of what kind, and its number."""
Found = TypeVar("Found", bound=Won)
T = TypeVar("T")
Results: TypeAlias = Mapping[Kind, Mapping[int, Found]]
"""What the games of each kind came to, by their numbers; a kind of which none is played is left
out."""


@dataclass(frozen=True)
class Series(Generic[Found]):
    """All games of a page, and how they are played and told."""

    jobs: Sequence[Job]
    play: Callable[[Job], Found]
    """Called in other processes."""
    read: Callable[[dict[str, Any]], Found]
    """What a game came to, from its fields as JSON gives them."""
    page: Callable[[Results[Found]], str]
    """The page, but for what somebody wrote at its end (`REMARKS`)."""


def in_turn(*kinds: Kind) -> Iterator[Job]:
    """All games of these kinds, so that at any time about the same part of each is played."""
    jobs = ((kind, kind.first + count) for kind in kinds for count in range(kind.games))
    yield from sorted(jobs, key=lambda job: (job[1] - job[0].first) / job[0].games)


def measure(
    series: Series[Found],
    pool: Executor,
    file: Path,
    minutes: float,
    clock: Callable[[], float] = time.monotonic,
) -> Results[Found]:
    """Play all games that a file lacks, or as many as are over in time by a clock in seconds."""
    end = clock() + 60 * minutes
    games = kept(series, file)
    left = [job for job in series.jobs if job not in games]
    with file.open("a") as out:
        try:
            for job, found in zip(left, pool.map(series.play, left), strict=True):
                games[job] = found
                print(line(job, found), file=out, flush=True)
                if clock() >= end:
                    break
        finally:
            pool.shutdown(cancel_futures=True)
    results: dict[Kind, dict[int, Found]] = {}
    for kind, number in series.jobs:
        if (kind, number) in games:
            results.setdefault(kind, {})[number] = games[kind, number]
    return results


def kept(series: Series[Found], file: Path) -> dict[Job, Found]:
    """The games of a file; a last line that was cut off is taken out of it."""
    text = file.read_text() if file.exists() else ""
    whole, _, cut = text.rpartition("\n")
    if cut:
        file.write_text(f"{whole}\n" if whole else "")
    jobs = {key(job): job for job in series.jobs}
    games = {}
    for one in whole.splitlines():
        *names, found = json.loads(one)
        if tuple(names) not in jobs:
            raise SystemExit(f"{file} has games that this page does not count: name another file.")
        games[jobs[tuple(names)]] = series.read(found)
    return games


def key(job: Job) -> tuple[str | int, ...]:
    """Which game it is, in a line of the file."""
    kind, number = job
    return (kind.name, kind.seats, kind.better, kind.worse, number)


def line(job: Job, found: Won) -> str:
    """A game as a line of the file: which it is, and the fields of what it came to."""
    return json.dumps([*key(job), asdict(found)])


def won(kind: Kind, games: Mapping[int, Won]) -> float:
    """How many games the better bot won; a shared victory counts in parts."""
    ours = (one.winners for number, one in games.items() if kind.own(number) in one.winners)
    return sum(1 / len(winners) for winners in ours)


def row(*cells: object) -> str:
    """A row of a table."""
    return f"| {' | '.join(map(str, cells))} |"


def rows(found: Mapping[Kind, T], cells: Callable[[Kind, T], Iterable[object]], *names: str) -> str:
    """The rows of a table: one for each kind of these names."""
    chosen = ((kind, one) for kind, one in found.items() if kind.name in names)
    return "\n".join(row(*cells(kind, one)) for kind, one in chosen)
