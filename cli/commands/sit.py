"""play, host, join, bot, watch, and tables TABLE: whatever ends in a place at a table."""

from __future__ import annotations

import argparse
import asyncio
import logging
import os
import shlex
from ipaddress import ip_address
from logging.handlers import RotatingFileHandler
from pathlib import Path

from cli.commands.find_table import ended_table, table_called
from cli.console.arguments import BOTS
from cli.console.errors import UsageError
from cli.console.exit_codes import Exit
from cli.console.invocation import own_name
from cli.console.nearby import pick
from cli.console.stdin import go_on_at_terminal, has_ended, read_line
from cli.console.stdout import say
from cli.plain.loop import LineSession, SeatOptions
from games import registry
from games.engine.game import settled_options
from p2p.client import open_rematch, open_table
from p2p.client.open_table import OpenedTable
from p2p.errors import StoreBusy
from p2p.net.invite import Invite, parse
from p2p.record.record_file import is_other_file, why_not
from p2p.storage.profile import Profile

LOG_SIZE = 1 << 20


def run(args: argparse.Namespace) -> int:
    """Open the place that was asked for and sit there."""
    record = _record_path(args.record)
    address = address_of(args.address) if args.command == "host" else ""
    profile = Profile.open(args.profile)
    keep_log(profile)
    try:
        table = _open(args, profile)
    except StoreBusy as error:
        more = ", or begin another with --new" if args.command in ("play", "host") else ""
        raise UsageError(f"{error}; go on there{more}") from error
    return asyncio.run(_sit(args, profile, table, record, address))


async def _sit(
    args: argparse.Namespace,
    profile: Profile,
    table: OpenedTable,
    record: Path | None,
    address: str,
) -> Exit:
    plays = args.command not in ("bot", "watch") and table.config.role != "watch"
    command = own_name() if args.profile is None else f"{own_name()} --as {args.profile}"
    manner = SeatOptions(
        waits=_waits(args, profile),
        asks=plays and not table.config.operator and not args.auto,
        go_on=f"{command} tables {table.id}",
        keep=f"{command} record {table.id} FILE",
        again=f"{command} rematch {table.id}",
        record=record,
        shows_invite=args.command == "host",
        private=args.command == "host" and args.private,
        address=address,
    )
    code = await LineSession(table, manner, profile.contacts).run()
    begun = table.client.state.charter is not None
    refused = code is Exit.USAGE and not begun and table.config.role != "host"
    if refused or (table.config.agreed and not begun and not table.client.bound):
        # A table that would not have us is none of ours; a rematch can be asked for again.
        profile.remove_table(table.id)
    return code


def _open(args: argparse.Namespace, profile: Profile) -> OpenedTable:
    match args.command:
        case "play":
            return open_table.open_play(
                profile, args.game, bots_of(args), options_of(args), new=args.new, auto=args.auto
            )
        case "host":
            return open_table.open_host(
                profile,
                args.game,
                args.seats,
                options_of(args),
                new=args.new,
                port=args.port,
                auto=args.auto,
                waits=_waits(args, profile),
            )
        case "join":
            invite = invite_of(args.invite) if args.invite else asyncio.run(pick())
            if args.invite == "-" and not args.auto:
                _need_answers()
            if args.new and any(one.id == invite.sni for one in profile.tables()):
                raise UsageError(
                    "you know this table already; leave out --new to go on with it, or ask for an "
                    "invite to another"
                )
            return open_table.open_guest(
                profile, invite, auto=args.auto, waits=_waits(args, profile)
            )
        case "bot":
            return open_table.open_bot(profile, invite_of(args.invite))
        case "rematch":
            return open_rematch.open_rematch(
                profile, ended_table(profile, args.table), auto=args.auto
            )
        case "watch":
            return open_table.open_watch(profile, invite_of(args.invite))
        case _:
            return open_table.open_saved(
                profile,
                table_called(profile, args.table),
                auto=args.auto,
                waits=_waits(args, profile),
            )


def _waits(args: argparse.Namespace, profile: Profile) -> bool:
    """Whether a person types here who has to say that the table may begin.

    A rematch was agreed on before; scripts and bots begin at once.
    """
    if getattr(args, "auto", False) or not os.isatty(0):
        return False
    if args.command != "tables":
        return args.command in ("host", "join")
    table = table_called(profile, args.table)
    about = next(info.about for info in profile.tables() if info.id == table)
    return about.get("role") in ("host", "guest") and not about.get("rematch")


def options_of(args: argparse.Namespace) -> dict[str, str | int]:
    """The settings of the game that were typed, numbers where the game has numbers."""
    info = registry.make(args.game).info
    numbers = {o.key for o in info.options if all(isinstance(v, int) for v in o.values)}
    chosen: dict[str, str | int] = {}
    for text in args.options:
        key, equals, value = text.partition("=")
        if not equals or not key or not value:
            raise UsageError(f"--option takes NAME=VALUE, not {text!a}")
        if key in numbers and value.isascii() and value.isdecimal():
            chosen[key] = int(value)
        else:
            chosen[key] = value
    settled_options(info, info.max_seats, chosen)  # says in a sentence what the game does not have
    return chosen


def bots_of(args: argparse.Namespace) -> int:
    info = registry.make(args.game).info
    if args.bots is None:
        return max(info.min_seats - 1, min(BOTS, info.max_seats - 1))
    if not info.min_seats - 1 <= args.bots <= info.max_seats - 1:
        raise UsageError(
            f"{info.title} is for {info.min_seats} to {info.max_seats} seats, so --bots is "
            f"{info.min_seats - 1} to {info.max_seats - 1}"
        )
    return int(args.bots)


def invite_of(text: str) -> Invite:
    """The invite in the argument, or on the next line of the standard input."""
    if text != "-":
        return parse(text)
    if os.isatty(0):
        say("Paste the invite and press Enter:")
    return parse(read_line())


def _need_answers() -> None:
    """After an invite that was piped in: answers come down the same pipe, or from a terminal."""
    if os.isatty(0) or not has_ended():
        return
    if not go_on_at_terminal():
        raise UsageError(
            "the input ends behind the invite, and you have to type while you play; give the "
            "invite behind join, or let a bot play for you with --auto"
        )
    say("The invite came from the input. What you play, type here.")


def address_of(text: str) -> str:
    try:
        return str(ip_address(text)) if text else ""
    except ValueError:
        raise UsageError(
            f"{text!a} is no IP address; --address takes one such as 203.0.113.5"
        ) from None


def _record_path(text: str | None) -> Path | None:
    if text is None:
        return None
    path = Path(text)
    if path.is_dir() or not path.absolute().parent.is_dir():
        raise UsageError(f"no file can be written at {shlex.quote(text)}; name one in a folder")
    if is_other_file(path):
        raise UsageError(why_not(path))
    return path


def keep_log(profile: Profile) -> None:
    """What goes wrong behind the scenes goes into a file of the profile, not onto the screen."""
    path = profile.folder("logs") / "crownless.log"
    handler = RotatingFileHandler(path, maxBytes=LOG_SIZE, backupCount=1, delay=True)
    handler.setFormatter(logging.Formatter("%(asctime)s %(name)s %(levelname)s %(message)s"))
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    logging.raiseExceptions = False
