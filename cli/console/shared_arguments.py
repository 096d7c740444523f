"""Arguments that several commands take, and the numbers among them.

Held by tests/cli/console/test_arguments.py.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from cli.console.text import listed

GAME = "GAME"
GAMES = ("inheritance", "king", "court", "fortress")
"""The ids of all games, written down so that help loads no game; a test holds it true."""
MOST_SEATS = 16
MOST_BEAT = 10_000
"""Milliseconds: as many as a charter allows."""
MOST_DELAY = 24 * 60
"""Minutes: as many as a charter allows."""
OPTIONS = (
    "King: turns=60 (or 30, 6), deck=deck (or dice). Court: events=4 (or 2, 1)."
    " Fortress: artifacts=12 (or 8, 4), gauge=5 (or 3), units=12 (or 8, 6), rounds=120 (or 80, 40),"
    " pieces=workshops (or walls). The usual value stands first"
)
"""The options of all games, written down so that help loads no game; a test holds it true."""
INVITE = (
    "the invite; or the two words of a table on the local network, and in front of them, if it is"
    " not found there, the address on the host's screen; or five words, which are looked up at"
    " public nodes on the internet; or - to read one of these from standard input"
)
"""What join, bot and watch take."""


class Joined(argparse.Action):
    """Takes several words as one argument, so that a code can be typed with blanks."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: str | Sequence[str] | None,
        option_string: str | None = None,
    ) -> None:
        words = [values] if isinstance(values, str) else values or ()
        setattr(namespace, self.dest, " ".join(words))


def add_profile(parser: argparse.ArgumentParser, default: str | None) -> None:
    """Whose profile; before or behind the command."""
    parser.add_argument(
        "--as", dest="profile", metavar="NAME", default=default, help="use profile NAME"
    )


def add_plain(parser: argparse.ArgumentParser, default: bool | str) -> None:
    """Line mode; before or behind the command."""
    parser.add_argument(
        "--plain",
        action="store_true",
        default=default,
        help="use line mode instead of the full screen",
    )


def add_game(parser: argparse.ArgumentParser) -> None:
    """The game that is played."""
    parser.add_argument(
        "game", type=str.lower, metavar=GAME, help=f"which game: {listed(GAMES, 'or')}"
    )


def add_new(parser: argparse.ArgumentParser) -> None:
    """Whether an unfinished table is left alone."""
    parser.add_argument(
        "--new", action="store_true", help="start a new table even if one is unfinished"
    )


def add_internet(parser: argparse.ArgumentParser) -> None:
    """Whether the router is asked."""
    parser.add_argument(
        "--internet",
        action="store_true",
        help="play over the internet: ask your router to let the others in",
    )


def add_table(parser: argparse.ArgumentParser) -> None:
    """What all take that sit down at a table."""
    parser.add_argument("--auto", action="store_true", help="let a bot play for you")
    add_record(parser)
    add_trace(parser)


def add_record(parser: argparse.ArgumentParser) -> None:
    """Where the record goes."""
    parser.add_argument(
        "--record", metavar="FILE", help="write the record to FILE when the game ends"
    )


def add_trace(parser: argparse.ArgumentParser) -> None:
    """Where what happens is written."""
    parser.add_argument(
        "--trace",
        metavar="FILE",
        help="write what happens at the table into FILE, for a report of a mistake; it holds"
        " addresses and no secret",
    )


def add_invite(parser: argparse.ArgumentParser) -> None:
    """An invite, in one of its forms."""
    parser.add_argument("invite", metavar="INVITE", nargs="+", action=Joined, help=INVITE)
    add_host(parser)


def add_host(parser: argparse.ArgumentParser) -> None:
    """Whose words those of a closed table are."""
    parser.add_argument(
        "--host",
        default="",
        metavar="NAME",
        help="whose the two words are, where several closed tables are on the local network",
    )


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options of a game."""
    parser.add_argument(
        "--option",
        dest="options",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help=f"an option of the game; can be repeated. {OPTIONS}",
    )
    parser.add_argument(
        "--preset", metavar="NAME", help="options of the game that go together, such as quick"
    )


def add_strength(parser: argparse.ArgumentParser) -> None:
    """How well bots play."""
    parser.add_argument(
        "--strength",
        default="",
        metavar="KIND",
        help="how well bots play, where a game has several: strong (the default), fair or gentle",
    )


def add_beat(parser: argparse.ArgumentParser) -> None:
    """The response delay."""
    parser.add_argument(
        "--beat",
        type=_beat,
        metavar="MS",
        help="milliseconds until passes leave, all alike (default 250; 0 among your own bots)",
    )


def _beat(text: str) -> int:
    return _number(text, 0, MOST_BEAT)


def delay(text: str) -> int:
    """Minutes of delay. Raises ArgumentTypeError, as `seats` and `port` do."""
    return _number(text, 0, MOST_DELAY)


def seats(text: str) -> int:
    """A number of seats."""
    return _number(text, 1, MOST_SEATS)


def port(text: str) -> int:
    """A port."""
    return _number(text, 1, 65535)


def _number(text: str, low: int, high: int) -> int:
    if text.isascii() and text.isdecimal() and len(text) < 6 and low <= int(text) <= high:
        return int(text)
    raise argparse.ArgumentTypeError(f"{text!a} is not a number from {low} to {high}")
