"""completion: how a command line may go on, for bash, zsh and fish.

The shell runs the command itself at each Tab, with a variable in the environment that says so.
Held by tests/cli/commands/test_completion.py.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator

import argcomplete
from argcomplete.completers import FilesCompleter
from argcomplete.shell_integration import shellcode

from cli.console.arguments import RECORD, build_parser
from cli.console.exit_codes import Exit
from cli.console.stdout import say
from games import registry
from p2p.client.tables.table_list import tables_of
from p2p.storage.profile import Profile


def run(args: argparse.Namespace) -> int:
    """Print the lines that a shell reads at its start."""
    say(shellcode(["crownless"], shell=args.shell).splitlines())
    return Exit.DONE


def complete() -> None:
    """Write the completions of the line in the environment, and end the process."""
    parser = build_parser()
    for action in _arguments(parser):
        completer = records if action.metavar == RECORD else COMPLETERS.get(action.dest)
        if completer is not None:
            action.completer = completer  # type: ignore[attr-defined]  # where argcomplete looks
    argcomplete.autocomplete(parser)


def games(**_: object) -> tuple[str, ...]:
    """The games there are."""
    return tuple(registry.GAMES)


def options(parsed_args: argparse.Namespace, **_: object) -> list[str]:
    """The options of the game that was named, with their values: NAME=VALUE."""
    if parsed_args.game not in registry.GAMES:
        return []
    offered = registry.make(parsed_args.game).info.options
    return [f"{option.key}={value}" for option in offered for value in option.values]


def tables(parsed_args: argparse.Namespace, **_: object) -> list[str]:
    """The tables of the profile."""
    return [info.shown for info in tables_of(Profile.open(parsed_args.profile))]


def records(prefix: str, parsed_args: argparse.Namespace, **_: object) -> list[str]:
    """Files, and the tables of the profile."""
    return [*FilesCompleter()(prefix), *tables(parsed_args)]


COMPLETERS = {"game": games, "options": options, "table": tables}
"""By the name of the argument. Files and words of fixed lists complete by themselves."""


def _arguments(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    for action in parser._actions:
        yield action
        if isinstance(action, argparse._SubParsersAction):
            for command in action.choices.values():
                yield from _arguments(command)
