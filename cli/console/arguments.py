"""The commands and their arguments. It loads nothing heavy: help must come at once.

Held by tests/cli/console/test_arguments.py.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import NoReturn

from cli.console.errors import UsageError

LATER = "the same command goes on with an unfinished table; Ctrl-C only pauses"
MOST_SEATS = 16
BOTS = 2


class Parser(argparse.ArgumentParser):
    """A parser that raises one sentence in place of printing a page and leaving."""

    def error(self, message: str) -> NoReturn:
        """Raises UsageError."""
        raise UsageError(f"{message}; see: {self.prog} --help")


def parse(arguments: Sequence[str]) -> argparse.Namespace:
    """Read the arguments; without a command, `command` is None.

    Raises UsageError; prints help and raises SystemExit(0) for --help.
    """
    parser, names = _parser()
    command = next((word for word in _without_profile(arguments) if not word.startswith("-")), "")
    if command and command not in names:
        raise UsageError(f"there is no command {command!a}; there are: {', '.join(names)}")
    return parser.parse_args(arguments)


def _parser() -> tuple[Parser, tuple[str, ...]]:
    parser = Parser(
        prog="crownless",
        description="Games of succession, played peer to peer: no server, and nobody can cheat.",
        epilog=f"Without a command: the start screen. For play, host and join: {LATER}.",
        allow_abbrev=False,
    )
    _add_profile(parser, default=None)
    _add_plain(parser, default=False)
    parser.add_argument("--version", action="store_true", help="say which version this is")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", parser_class=Parser)

    def add(name: str, text: str) -> argparse.ArgumentParser:
        command = commands.add_parser(
            name, help=text, description=f"{text[0].upper()}{text[1:]}.", allow_abbrev=False
        )
        _add_profile(command, default=argparse.SUPPRESS)
        _add_plain(command, default=argparse.SUPPRESS)
        return command

    play = add("play", "play against bots on this machine")
    play.add_argument("game", metavar="GAME", help="which game, such as inheritance")
    _add_options(play)
    play.add_argument("--bots", type=_seats, metavar="N", help=f"how many bots (usually {BOTS})")
    _add_new(play)
    _add_table(play)

    host = add("host", "open a table and print an invite to it")
    host.add_argument("game", metavar="GAME", help="which game, such as inheritance")
    _add_options(host)
    host.add_argument(
        "--seats", type=_seats, metavar="N", required=True, help="how many seats, yours included"
    )
    host.add_argument(
        "--private", action="store_true", help="do not show the table on the local network"
    )
    host.add_argument(
        "--port", type=_port, default=0, metavar="P", help="listen here (usually any free port)"
    )
    host.add_argument(
        "--address",
        default="",
        metavar="IP",
        help="put this into the invite too: where your router passes --port on to you",
    )
    _add_new(host)
    _add_table(host)

    join = add("join", "sit down at somebody's table")
    join.add_argument(
        "invite",
        metavar="INVITE",
        nargs="?",
        default="",
        help="the invite, or - to read it from input; without one, pick a table of this network",
    )
    _add_new(join)
    _add_table(join)

    bot = add("bot", "seat a bot of yours at a table")
    _add_invite(bot)
    _add_record(bot)

    watch = add("watch", "watch a table without sitting there")
    _add_invite(watch)
    _add_record(watch)

    tables = add("tables", "list your tables, or go on with one")
    tables.add_argument("table", nargs="?", metavar="TABLE", help="go on with this one")
    _add_table(tables)

    rematch = add("rematch", "play again with the same people")
    rematch.add_argument(
        "table", nargs="?", default="", metavar="TABLE", help="the game before (usually the last)"
    )
    _add_table(rematch)

    record = add("record", "write the record of a table into a file")
    record.add_argument("table", metavar="TABLE", help="its id, or how it begins")
    record.add_argument("file", metavar="FILE", help="where to write it")

    verify = add("verify", "check the record of a game")
    verify.add_argument("file", metavar="FILE", help="a record")
    verify.add_argument("--json", action="store_true", help="say the same for a program")

    replay = add("replay", "step through the record of a game")
    replay.add_argument("file", metavar="FILE", help="a record")

    whoami = add("whoami", "show your name, your key and where they are kept")
    whoami.add_argument("--name", metavar="NEW", help="be called this from now on")
    return parser, tuple(commands.choices)


def _add_profile(parser: argparse.ArgumentParser, default: str | None) -> None:
    parser.add_argument(
        "--as", dest="profile", metavar="NAME", default=default, help="be another of your selves"
    )


def _add_plain(parser: argparse.ArgumentParser, default: bool | str) -> None:
    parser.add_argument(
        "--plain", action="store_true", default=default, help="lines in place of the full screen"
    )


def _add_new(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--new", action="store_true", help="begin another table in any case")


def _add_table(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--auto", action="store_true", help="let a bot play for you")
    _add_record(parser)


def _add_record(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--record", metavar="FILE", help="write the record there at the end")


def _add_invite(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("invite", metavar="INVITE", help="the invite, or - to read it from input")


def _add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--option",
        dest="options",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="a setting of the game; may be given several times",
    )


def _seats(text: str) -> int:
    return _number(text, 1, MOST_SEATS)


def _port(text: str) -> int:
    return _number(text, 1, 65535)


def _number(text: str, low: int, high: int) -> int:
    if text.isascii() and text.isdecimal() and len(text) < 6 and low <= int(text) <= high:
        return int(text)
    raise argparse.ArgumentTypeError(f"{text!a} is no number from {low} to {high}")


def _without_profile(arguments: Sequence[str]) -> list[str]:
    """The arguments without the profile's name, which must not be taken for a command."""
    return [
        word for place, word in enumerate(arguments) if place == 0 or arguments[place - 1] != "--as"
    ]
