"""How even the games are among their bots: writes their pages in docs/balance.

    python -m bench.balance [king|inheritance|court|fortress] [minutes [file [workers]]]

Games by fixed seeds and a trusted dealer, without cryptography (`bench.balance.series`). Stopped
after some minutes, a page says how many games there were; with a file a later run goes on.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any, Final

from bench.balance import court, fortress, inheritance, king
from bench.balance.series import REMARKS, Series, measure

PAGES = Path(__file__).parents[2] / "docs" / "balance"
GAMES: Final[Mapping[str, Series[Any]]] = {
    "king": king.SERIES,
    "inheritance": inheritance.SERIES,
    "court": court.SERIES,
    "fortress": fortress.SERIES,
}


def arguments(words: Sequence[str] | None) -> argparse.Namespace:
    """What the command was given."""
    parser = argparse.ArgumentParser("python -m bench.balance", description=__doc__.split("\n")[0])
    parser.add_argument("game", nargs="?", choices=GAMES, default="king")
    parser.add_argument("minutes", nargs="?", type=float, default=24 * 60)
    parser.add_argument("file", nargs="?", type=Path, default=Path(os.devnull))
    parser.add_argument("workers", nargs="?", type=int, default=2)
    return parser.parse_args(words)


def main(
    words: Sequence[str] | None = None,
    pages: Path = PAGES,
    games: Mapping[str, Series[Any]] = GAMES,
) -> None:
    """Write the page of a game and print it."""
    given = arguments(words)
    series, page = games[given.game], pages / f"{given.game}.md"
    pool = ProcessPoolExecutor(given.workers)
    written = series.page(measure(series, pool, given.file, given.minutes))
    _, head, remarks = page.read_text().partition(REMARKS)
    page.write_text(written + head + remarks)
    print(page.read_text(), end="")


if __name__ == "__main__":
    main()
