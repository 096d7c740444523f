"""From arguments to the full screen, and from how it was left to an exit code.

What can be wrong with the arguments is said before the screen is opened. Held by
tests/cli/commands/test_full_screen.py.
"""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from cli.commands.find_record import record_called
from cli.commands.find_table import ended_table, table_called
from cli.commands.table_arguments import (
    address_of,
    bots_of,
    code_of,
    guided_of,
    host_of,
    options_of,
)
from cli.commands.tracing import tracer_of
from cli.console import public_nodes
from cli.console.arguments import parse
from cli.console.exit_codes import Exit
from cli.console.invocation import own_name
from cli.console.stdout import say
from cli.model.intents import Host, Intent, Join, OpenReplay, Play, PlayAgain, Resume, Verify
from cli.tui.app import ScreenOptions
from cli.tui.app import run as show
from games import registry
from games.engine.game import settled_options
from p2p.net.dht.hash_table import require_installed
from p2p.storage.profile import Profile
from p2p.trace import NO_TRACER

JUDGES = ("verify", "replay")
"""The commands that read a record and sit at no table."""


def run(args: argparse.Namespace) -> int | argparse.Namespace:
    """Show what was asked for; gives the exit code, or the arguments to go on with in lines.

    Raises UsageError, P2PError and GamesError before the screen is shown.
    """
    if args.command in JUDGES:
        from p2p.record.record_file import read_file  # loads all that judges a record

        named = record_called(args.profile, args.file)
        if named.file:
            read_file(Path(named.file))  # what cannot be read needs no screen
    intent = intent_of(args)
    opens = args.command if args.command in ("join", "tables") and intent is None else ""
    first = () if intent is None else (intent,)
    tracer = NO_TRACER if args.command in JUDGES else tracer_of(args, os.environ)
    left = show(ScreenOptions(args.profile, first, intent is not None, opens, tracer))
    if left.lines:
        return _in_lines(args, left.paused)
    if left.paused:
        name = own_name() if args.profile is None else f"{own_name()} --as {args.profile}"
        from cli.lifecycle.events import Departure  # loaded behind the screen by now
        from cli.lifecycle.sentences import farewell

        say(farewell(Departure.PAUSED, go_on=f"{name} tables {left.paused}"))
    return left.code if args.command is not None else 0


def _in_lines(args: argparse.Namespace, paused: str) -> int | argparse.Namespace:
    """The person wants lines instead: go on there with the table, or with what was asked for."""
    words = ["tables", paused] if paused else []
    if words and args.profile is not None:
        words += ["--as", args.profile]
    if not words and args.command is None:
        say(f"In lines: {own_name()} play inheritance --plain; or see: {own_name()} --help")
        return Exit.DONE
    wanted = parse(words) if words else args
    wanted.plain = True
    wanted.trace = getattr(args, "trace", None)
    return wanted


def intent_of(args: argparse.Namespace) -> Intent | None:
    """What the arguments ask for; None for the start screen, or the list of tables to join."""
    match args.command:
        case "play" if args.guided:
            return guided_of(args)
        case "play":
            return Play(
                args.game,
                bots_of(args),
                options_of(args),
                new=args.new,
                beat=args.beat,
                strength=args.strength,
            )
        case "host":
            return _host(args)
        case "join" if args.invite:
            code = code_of(args.invite)
            return Join(code, internet=args.internet, host=host_of(args, code))
        case "join":
            host_of(args, "")
            return None
        case "watch":
            code = code_of(args.invite, watches=True)
            return Join(code, watch=True, host=host_of(args, code))
        case "tables" if args.table:
            table = table_called(Profile.open(args.profile), args.table)
            return Resume(table, address_of(args.address), internet=args.internet)
        case "rematch":
            return PlayAgain(ended_table(Profile.open(args.profile), args.table))
        case "verify":
            named = record_called(args.profile, args.file)
            return Verify(named.file, named.table)
        case "replay":
            named = record_called(args.profile, args.file)
            return OpenReplay(named.file, table=named.table)
        case _:
            return None


def _host(args: argparse.Namespace) -> Host:
    options = options_of(args)
    settled_options(registry.make(args.game).info, args.seats, options)
    address = address_of(args.address)
    if args.words:
        require_installed()
        public_nodes.nodes(os.environ)
    return Host(
        args.game,
        args.seats,
        options,
        port=args.port,
        new=args.new,
        address=address,
        show=not args.hidden,
        closed=args.private,
        qr=args.qr,
        words=args.words,
        beat=args.beat,
        internet=args.internet,
        spectators=args.spectators == "yes",
        delay=args.delay,
    )
