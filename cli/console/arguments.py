"""The commands and their arguments. It loads nothing heavy: help must come at once.

Held by tests/cli/console/test_arguments.py.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import NoReturn

from cli.console.errors import UsageError

LATER = "the same command resumes an unfinished table; Ctrl-C only pauses"
MOST_SEATS = 16
MOST_BEAT = 10_000
"""Milliseconds: as many as a charter allows."""
MOST_DELAY = 24 * 60
"""Minutes: as many as a charter allows."""
BOTS = 2
SHELLS = ("bash", "zsh", "fish")
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


class _Joined(argparse.Action):
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


NAMED = "a file, a table id or a unique prefix, or a number of history (1 is the last game)"


class Parser(argparse.ArgumentParser):
    """A parser that raises one sentence in place of printing a page and leaving."""

    names: tuple[str, ...] = ()
    """Its commands."""

    def error(self, message: str) -> NoReturn:
        """Raises UsageError."""
        raise UsageError(f"{message}; see: {self.prog} --help")


def parse(arguments: Sequence[str]) -> argparse.Namespace:
    """Read the arguments; without a command, `command` is None.

    Raises UsageError; prints help and raises SystemExit(0) for --help and for the command help.
    """
    parser = build_parser()
    words = [word for word in _without_profile(arguments) if not word.startswith("-")]
    asked = words[1:2] if words[:1] == ["help"] else words[:1]
    if asked and asked[0] not in parser.names:
        raise UsageError(_no_command(asked[0], parser.names))
    if words[:1] == ["help"]:
        parser.parse_args([*asked, "--help"])
    return parser.parse_args(arguments)


def build_parser() -> Parser:
    """The parser of all commands. Completion and the manual page are made from it, too."""
    parser = Parser(
        prog="crownless",
        description="Games of succession, played peer to peer: no server, and every move can be "
        "verified.",
        epilog=f"Without a command: the start screen. For play, host and join: {LATER}.",
        allow_abbrev=False,
    )
    _add_profile(parser, default=None)
    _add_plain(parser, default=False)
    parser.add_argument("-V", "--version", action="store_true", help="show the version")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", parser_class=Parser)

    def add(name: str, text: str) -> argparse.ArgumentParser:
        command = commands.add_parser(
            name, help=text, description=f"{text[0].upper()}{text[1:]}.", allow_abbrev=False
        )
        _add_profile(command, default=argparse.SUPPRESS)
        _add_plain(command, default=argparse.SUPPRESS)
        return command

    play = add("play", "play against bots on this machine")
    play.add_argument(
        "game", type=str.lower, metavar="GAME", help="which game, such as inheritance"
    )
    _add_options(play)
    play.add_argument(
        "--guided",
        action="store_true",
        help="a short first game that tells you how to play as it goes on",
    )
    play.add_argument("--bots", type=_seats, metavar="N", help=f"number of bots (default {BOTS})")
    _add_strength(play)
    _add_beat(play)
    _add_new(play)
    _add_table(play)

    host = add("host", "open a table and print an invite to it")
    host.add_argument(
        "game", type=str.lower, metavar="GAME", help="which game, such as inheritance"
    )
    _add_options(host)
    host.add_argument(
        "--seats", type=_seats, metavar="N", required=True, help="number of seats, including yours"
    )
    host.add_argument(
        "--private",
        action="store_true",
        help="on the local network, let nobody in without the two words that you tell them",
    )
    host.add_argument(
        "--hidden", action="store_true", help="do not show the table on the local network at all"
    )
    host.add_argument(
        "--words",
        action="store_true",
        help="like --internet, and let people join by five words, which public nodes keep for you;"
        " they learn your address",
    )
    host.add_argument("--qr", action="store_true", help="show the invite as a QR code as well")
    host.add_argument(
        "--port",
        type=_port,
        default=0,
        metavar="P",
        help="port to listen on (default: any free one)",
    )
    host.add_argument(
        "--address",
        default="",
        metavar="IP",
        help="another address for the invite: that of a router which forwards --port to you",
    )
    _add_internet(host)
    host.add_argument(
        "--spectators",
        choices=("yes", "no"),
        default="yes",
        metavar="yes|no",
        help="whether people may watch (default yes)",
    )
    host.add_argument(
        "--delay",
        type=_delay,
        default=0,
        metavar="MIN",
        help="minutes that spectators lag behind, until the game is over (default 0)",
    )
    _add_beat(host)
    _add_new(host)
    _add_table(host)

    join = add("join", "take a seat at somebody's table")
    join.add_argument(
        "invite",
        metavar="INVITE",
        nargs="*",
        action=_Joined,
        default="",
        help=f"{INVITE}; without any, choose a table found on the local network",
    )
    _add_internet(join)
    _add_new(join)
    _add_table(join)

    bot = add("bot", "seat a bot of yours at a table")
    _add_invite(bot)
    _add_strength(bot)
    _add_record(bot)

    watch = add("watch", "watch a table as a spectator")
    _add_invite(watch)
    _add_record(watch)

    tables = add("tables", "show your tables, resume one, or delete one with its record")
    tables.add_argument(
        "table", nargs="?", metavar="TABLE", help="resume this one: table id or a unique prefix"
    )
    _add_internet(tables)
    _add_table(tables)

    tables.add_argument(
        "--address",
        default="",
        metavar="IP",
        help="when you resume one: another address for the invite that brings the others back",
    )
    tables.add_argument("--delete", action="store_true", help="delete this table and its record")

    rules = add("rules", "show how a game is played, or what one of its words means")
    rules.add_argument(
        "game", nargs="?", type=str.lower, metavar="GAME", help="which game, such as inheritance"
    )
    rules.add_argument("words", nargs="*", metavar="WORD", help="a card, a rank or another word")

    add("history", "list the games that are over, and who won how often")

    rematch = add("rematch", "play again with the same people")
    rematch.add_argument(
        "table",
        nargs="?",
        default="",
        metavar="TABLE",
        help="the earlier game: table id or a unique prefix (default: the last)",
    )
    _add_table(rematch)

    record = add("record", "write the record of a table into a file")
    record.add_argument("table", metavar="TABLE", help="table id or a unique prefix")
    record.add_argument("file", metavar="FILE", help="the file to write")

    verify = add("verify", "check the record of a game")
    verify.add_argument("file", metavar="RECORD", help=NAMED)
    verify.add_argument("--json", action="store_true", help="print the report as JSON")
    verify.add_argument(
        "--all", action="store_true", help="check every proof, also of seats proven without them"
    )

    replay = add("replay", "step through the record of a game")
    replay.add_argument("file", metavar="RECORD", help=NAMED)

    doctor = add("doctor", "look at what the network allows, and say what to do next")
    doctor.add_argument(
        "--internet",
        action="store_true",
        help="ask the router, too, to open a port for a moment; without it nothing beyond the local"
        " network is spoken to",
    )
    doctor.add_argument(
        "--json", action="store_true", help="print it as JSON, with addresses masked"
    )

    whoami = add("whoami", "show your name, your key and the folder of your profile")
    whoami.add_argument("--name", metavar="NEW", help="use this name from now on")

    contact = add("contact", "name a key that you have compared, or list the names you gave")
    contact.add_argument("name", nargs="?", metavar="NAME", help="your own name for the key")
    contact.add_argument(
        "words",
        nargs="*",
        metavar="WORDS",
        help="its three or six words, or all its digits; without them, show what is known",
    )
    contact.add_argument("--remove", action="store_true", help="forget this name")

    completion = add("completion", "print what makes a shell complete commands with Tab")
    completion.add_argument("shell", choices=SHELLS, metavar="SHELL", help=", ".join(SHELLS))

    helps = add("help", "show the help of a command")
    helps.add_argument("about", nargs="?", metavar="COMMAND", help="which command")
    parser.names = tuple(commands.choices)
    return parser


def _add_profile(parser: argparse.ArgumentParser, default: str | None) -> None:
    parser.add_argument(
        "--as", dest="profile", metavar="NAME", default=default, help="use profile NAME"
    )


def _add_plain(parser: argparse.ArgumentParser, default: bool | str) -> None:
    parser.add_argument(
        "--plain",
        action="store_true",
        default=default,
        help="use line mode instead of the full screen",
    )


def _add_new(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--new", action="store_true", help="start a new table even if one is unfinished"
    )


def _add_internet(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--internet",
        action="store_true",
        help="play over the internet: ask your router to let the others in",
    )


def _add_table(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--auto", action="store_true", help="let a bot play for you")
    _add_record(parser)


def _add_record(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--record", metavar="FILE", help="write the record to FILE when the game ends"
    )


def _add_invite(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("invite", metavar="INVITE", nargs="+", action=_Joined, help=INVITE)


def _add_options(parser: argparse.ArgumentParser) -> None:
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


def _add_strength(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--strength",
        default="",
        metavar="KIND",
        help="how well bots play, where a game has several: strong (the default), fair or gentle",
    )


def _add_beat(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--beat",
        type=_beat,
        metavar="MS",
        help="milliseconds until passes leave, all alike (default 250; 0 among your own bots)",
    )


def _beat(text: str) -> int:
    return _number(text, 0, MOST_BEAT)


def _delay(text: str) -> int:
    return _number(text, 0, MOST_DELAY)


def _seats(text: str) -> int:
    return _number(text, 1, MOST_SEATS)


def _port(text: str) -> int:
    return _number(text, 1, 65535)


def _number(text: str, low: int, high: int) -> int:
    if text.isascii() and text.isdecimal() and len(text) < 6 and low <= int(text) <= high:
        return int(text)
    raise argparse.ArgumentTypeError(f"{text!a} is not a number from {low} to {high}")


def _no_command(word: str, names: Sequence[str]) -> str:
    from difflib import get_close_matches  # only needed for a mistake

    close = get_close_matches(word, names, n=1)
    meant = f" did you mean {close[0]}?" if close else f" there are: {', '.join(names)}"
    return f"there is no command {word!a};{meant}"


def _without_profile(arguments: Sequence[str]) -> list[str]:
    """The arguments without the profile's name, which must not be taken for a command."""
    return [
        word for place, word in enumerate(arguments) if place == 0 or arguments[place - 1] != "--as"
    ]
