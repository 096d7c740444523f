"""The commands and their arguments. It loads nothing heavy: help must come at once.

Held by tests/cli/console/test_arguments.py.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from typing import NoReturn

from cli.console.errors import UsageError
from cli.console.shared_arguments import (
    GAME,
    GAMES,
    INVITE,
    Joined,
    add_beat,
    add_game,
    add_host,
    add_internet,
    add_invite,
    add_new,
    add_options,
    add_plain,
    add_profile,
    add_record,
    add_strength,
    add_table,
    add_trace,
    delay,
    port,
    seats,
)
from cli.console.text import listed

LATER = "the same command resumes an unfinished table; Ctrl-C only pauses"
BOTS = 2
REPORT_FILE = "crownless-report.txt"
SHELLS = ("bash", "zsh", "fish")
NAMED = "a file, a table id or a unique prefix, or a number of history (1 is the last game)"
"""What verify and replay take."""
RECORD = "RECORD"
"""What help calls it."""
_NO_GAME = f"required: {GAME}"
"""How argparse says that the first argument is missing, and others perhaps with it."""


class Parser(argparse.ArgumentParser):
    """A parser that raises one sentence in place of printing a page and leaving."""

    names: tuple[str, ...] = ()
    """Its commands."""

    def error(self, message: str) -> NoReturn:
        """Raises UsageError."""
        if _NO_GAME in message:
            message = f"which game? There are {listed(GAMES)}"
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
    add_profile(parser, default=None)
    add_plain(parser, default=False)
    parser.add_argument("-V", "--version", action="store_true", help="show the version")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", parser_class=Parser)
    for name, text, add_arguments in COMMANDS:
        command = commands.add_parser(
            name, help=text, description=f"{text[0].upper()}{text[1:]}.", allow_abbrev=False
        )
        add_profile(command, default=argparse.SUPPRESS)
        add_plain(command, default=argparse.SUPPRESS)
        add_arguments(command)
    parser.names = tuple(commands.choices)
    return parser


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


def _play(command: argparse.ArgumentParser) -> None:
    add_game(command)
    add_options(command)
    command.add_argument(
        "--guided",
        action="store_true",
        help="a short first game that tells you how to play as it goes on",
    )
    command.add_argument("--bots", type=seats, metavar="N", help=f"number of bots (default {BOTS})")
    add_strength(command)
    add_beat(command)
    add_new(command)
    add_table(command)


def _host(command: argparse.ArgumentParser) -> None:
    add_game(command)
    add_options(command)
    command.add_argument(
        "--seats", type=seats, metavar="N", required=True, help="number of seats, including yours"
    )
    command.add_argument(
        "--private",
        action="store_true",
        help="on the local network, let nobody in without the two words that you tell them",
    )
    command.add_argument(
        "--hidden", action="store_true", help="do not show the table on the local network at all"
    )
    command.add_argument(
        "--words",
        action="store_true",
        help="like --internet, and let people join by five words, which public nodes keep for you;"
        " they learn your address",
    )
    command.add_argument("--qr", action="store_true", help="show the invite as a QR code as well")
    command.add_argument(
        "--port",
        type=port,
        default=0,
        metavar="P",
        help="port to listen on (default: any free one)",
    )
    command.add_argument(
        "--address",
        default="",
        metavar="IP",
        help="another address for the invite: that of a router which forwards --port to you",
    )
    add_internet(command)
    command.add_argument(
        "--spectators",
        choices=("yes", "no"),
        default="yes",
        metavar="yes|no",
        help="whether people may watch (default yes)",
    )
    command.add_argument(
        "--delay",
        type=delay,
        default=0,
        metavar="MIN",
        help="minutes that spectators lag behind, until the game is over (default 0)",
    )
    add_beat(command)
    add_new(command)
    add_table(command)


def _join(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "invite",
        metavar="INVITE",
        nargs="*",
        action=Joined,
        default="",
        help=f"{INVITE}; without any, choose a table found on the local network",
    )
    add_host(command)
    add_internet(command)
    add_new(command)
    add_table(command)


def _bot(command: argparse.ArgumentParser) -> None:
    add_invite(command)
    add_strength(command)
    add_record(command)
    add_trace(command)


def _watch(command: argparse.ArgumentParser) -> None:
    add_invite(command)
    add_record(command)
    add_trace(command)


def _tables(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "table", nargs="?", metavar="TABLE", help="resume this one: table id or a unique prefix"
    )
    add_internet(command)
    add_table(command)
    command.add_argument(
        "--address",
        default="",
        metavar="IP",
        help="when you resume one: another address for the invite that brings the others back",
    )
    what = command.add_mutually_exclusive_group()
    what.add_argument("--delete", action="store_true", help="delete this table and its record")
    what.add_argument(
        "--anew",
        action="store_true",
        help="begin its lost or damaged file anew, to take what was said from the other members",
    )


def _rules(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "game", nargs="?", type=str.lower, metavar="GAME", help="which game, such as inheritance"
    )
    command.add_argument("words", nargs="*", metavar="WORD", help="a card, a rank or another word")


def _rematch(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "table",
        nargs="?",
        default="",
        metavar="TABLE",
        help="the earlier game: table id or a unique prefix (default: the last)",
    )
    add_table(command)


def _record(command: argparse.ArgumentParser) -> None:
    command.add_argument("table", metavar="TABLE", help="table id or a unique prefix")
    command.add_argument("file", metavar="FILE", help="the file to write")


def _verify(command: argparse.ArgumentParser) -> None:
    command.add_argument("file", metavar=RECORD, help=NAMED)
    command.add_argument("--json", action="store_true", help="print the report as JSON")
    command.add_argument(
        "--all", action="store_true", help="check every proof, also of seats proven without them"
    )


def _replay(command: argparse.ArgumentParser) -> None:
    command.add_argument("file", metavar=RECORD, help=NAMED)


def _doctor(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--internet",
        action="store_true",
        help="ask the router, too, to open a port for a moment; without it nothing beyond the local"
        " network is spoken to",
    )
    command.add_argument(
        "--json", action="store_true", help="print it as JSON, with addresses masked"
    )
    command.add_argument(
        "--report",
        nargs="?",
        const=REPORT_FILE,
        metavar="FILE",
        help="write a report of a mistake into FILE (default: %(const)s) and show it: this, the log"
        " and the end of a trace, with names, keys and addresses masked; it is sent nowhere",
    )
    command.add_argument(
        "--trace",
        metavar="FILE",
        help="the trace that the report is to have the end of (default: CROWNLESS_TRACE)",
    )


def _whoami(command: argparse.ArgumentParser) -> None:
    command.add_argument("--name", metavar="NEW", help="use this name from now on")


def _contact(command: argparse.ArgumentParser) -> None:
    command.add_argument("name", nargs="?", metavar="NAME", help="your own name for the key")
    command.add_argument(
        "words",
        nargs="*",
        metavar="WORDS",
        help="its three or six words, or all its digits; without them, show what is known",
    )
    command.add_argument("--remove", action="store_true", help="forget this name")


def _completion(command: argparse.ArgumentParser) -> None:
    command.add_argument("shell", choices=SHELLS, metavar="SHELL", help=", ".join(SHELLS))


def _help(command: argparse.ArgumentParser) -> None:
    command.add_argument("about", nargs="?", metavar="COMMAND", help="which command")


def _nothing(command: argparse.ArgumentParser) -> None:
    """A command without arguments of its own."""


COMMANDS: tuple[tuple[str, str, Callable[[argparse.ArgumentParser], None]], ...] = (
    ("play", "play against bots on this machine", _play),
    ("host", "open a table and print an invite to it", _host),
    ("join", "take a seat at somebody's table", _join),
    ("bot", "seat a bot of yours at a table", _bot),
    ("watch", "watch a table as a spectator", _watch),
    ("tables", "show your tables, resume one, or delete one with its record", _tables),
    ("rules", "show how a game is played, or what one of its words means", _rules),
    ("history", "list the games that are over, and who won how often", _nothing),
    ("rematch", "play again with the same people", _rematch),
    ("record", "write the record of a table into a file", _record),
    ("verify", "check the record of a game", _verify),
    ("replay", "step through the record of a game", _replay),
    ("doctor", "look at what the network allows, and say what to do next", _doctor),
    ("whoami", "show your name, your key and the folder of your profile", _whoami),
    ("contact", "name a key that you have compared, or list the names you gave", _contact),
    ("completion", "print what makes a shell complete commands with Tab", _completion),
    ("help", "show the help of a command", _help),
)
"""Each command, what help says of it, and what adds its arguments."""
