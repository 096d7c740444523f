"""From arguments to an exit code, and every mistake as one sentence.

Nothing heavy is loaded before it is known that it is needed: help must come at once. Held by
tests/cli/test_main.py.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence

from cli.console.arguments import parse
from cli.console.errors import UsageError, complain
from cli.console.exit_codes import Exit
from cli.console.stdout import OutputClosed, say
from games.engine.errors import GamesError
from p2p.errors import P2PError

SCREENS = (None, "play", "host", "join", "watch", "tables", "rematch", "verify", "replay")
"""The commands that have a full screen."""
OUTPUT_CLOSED = 141
"""What a shell reports for a program whose output nobody reads any more."""


def main(arguments: Sequence[str]) -> int:
    """Do what the arguments ask for; gives the exit code."""
    os.umask(0o077)
    _never_fail_to_print()
    if "_ARGCOMPLETE" in os.environ:  # a shell wants to know how a line may go on
        from cli.commands import completion

        completion.complete()
    try:
        return run(parse(arguments))
    except (UsageError, P2PError, GamesError) as error:
        complain(error)
        return Exit.USAGE
    except OutputClosed:
        return OUTPUT_CLOSED
    except KeyboardInterrupt:
        return Exit.INTERRUPTED
    except Exception as error:
        return _internal_error(error)


def run(args: argparse.Namespace) -> int:
    """Do what the arguments ask for. Raises UsageError, P2PError and GamesError."""
    if args.version:
        say(f"crownless {_version()}")
        return Exit.DONE
    if _wants_screen(args):
        from cli.commands import full_screen

        left = full_screen.run(args)
        if isinstance(left, int):
            return left
        args = left
    return _run_lines(args)


def _run_lines(args: argparse.Namespace) -> int:
    match args.command:
        case None:
            raise UsageError(_what_to_do(plain=args.plain))
        case "replay":
            from cli.commands import replay

            return replay.run(args)
        case "verify":
            from cli.commands import verify

            return verify.run(args)
        case "doctor":
            from cli.commands import doctor

            return doctor.run(args)
        case "whoami":
            from cli.commands import whoami

            return whoami.run(args)
        case "completion":
            from cli.commands import completion

            return completion.run(args)
        case "contact":
            from cli.commands import contact

            return contact.run(args)
        case "record":
            from cli.commands import record

            return record.run(args)
        case "rules":
            from cli.commands import rules

            return rules.run(args)
        case "history":
            from cli.commands import history

            return history.run(args)
        case "tables" if args.table is None or args.delete or args.anew:
            from cli.commands import tables

            return tables.run(args)
        case _:
            from cli.commands import sit

            return sit.run(args)


def _what_to_do(*, plain: bool) -> str:
    """For whoever named no command and gets no screen."""
    from cli.console.fits import too_small

    said = "name a command, such as: crownless play inheritance; or see: crownless --help"
    small = "" if plain else too_small(os.environ)
    return f"{small}, or {said}" if small else said


def _wants_screen(args: argparse.Namespace) -> bool:
    """Whether this goes onto the full screen: where there is a terminal, and nothing speaks against
    it. What is only said, or what a program asks for, stays lines."""
    if (
        args.plain
        or args.command not in SCREENS
        or (args.command == "tables" and (args.delete or args.anew))
    ):
        return False
    if any(getattr(args, option, None) for option in ("auto", "record", "json")):
        return False
    from cli.console.fits import fits_terminal

    if not fits_terminal(os.environ):
        return False
    from cli.console import settings_file
    from p2p.storage.places import settings_path

    chosen = settings_file.load(settings_path(os.environ)).values.get("screen")
    return args.command is None or chosen is not False


def _version() -> str:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("crownless")
    except PackageNotFoundError:
        return "(not installed; run from its source)"


def _never_fail_to_print() -> None:
    """A letter that the terminal cannot show becomes a question mark, not an error."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")


def _internal_error(error: Exception) -> int:
    """Something that was not foreseen: details into the log, a sentence for the person."""
    from cli.console.log_file import internal_error, write_error

    complain(internal_error(error, write_error(error, os.environ)))
    return Exit.BROKEN
