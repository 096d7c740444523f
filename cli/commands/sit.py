"""play, host, join, bot, watch, and tables TABLE: whatever ends in a place at a table."""

from __future__ import annotations

import argparse
import asyncio
import os
import shlex
from collections.abc import Mapping
from pathlib import Path

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
from cli.console.errors import UsageError
from cli.console.exit_codes import Exit
from cli.console.invocation import own_name
from cli.console.log_file import keep_log
from cli.console.settings_file import load
from cli.console.stdin import go_on_at_terminal, has_ended
from cli.console.stdout import say
from cli.console.text import wrapped
from cli.lifecycle import sentences
from cli.lifecycle.far_words import AGAIN, MEANS, Opener, far_again, leads_out, opener
from cli.lifecycle.joining import Joining, is_far
from cli.plain.loop import LineSession
from cli.plain.nearby import ask_whose, pick
from cli.plain.seat_options import SeatOptions
from p2p.client.tables import open_rematch, open_table
from p2p.client.tables.opened_table import OpenedTable
from p2p.client.tables.table_list import tables_of
from p2p.errors import StoreBusy
from p2p.net.invite import Invite
from p2p.record.record_file import is_other_file, why_not
from p2p.session.person import Attention
from p2p.storage.places import settings_path
from p2p.storage.profile import Profile


def run(args: argparse.Namespace) -> int:
    """Open the place that was asked for and sit there."""
    record = _record_path(args.record)
    address = address_of(getattr(args, "address", ""))
    profile = Profile.open(args.profile)
    profile.tracer = tracer_of(args, os.environ)
    keep_log(os.environ)
    far = _public_nodes(profile) if args.command == "host" and args.words else None
    try:
        table = _open(args, profile)
    except StoreBusy as error:
        more = ", or start another with --new" if args.command in ("play", "host") else ""
        raise UsageError(f"{error}; go on there{more}") from error
    return asyncio.run(_sit(args, profile, table, record, address, far))


async def _sit(
    args: argparse.Namespace,
    profile: Profile,
    table: OpenedTable,
    record: Path | None,
    address: str,
    far: Opener | None,
) -> Exit:
    if far is not None:
        table.client.choose_online()
    elif (far := far_again(table, os.environ)) is not None:
        say(wrapped(AGAIN))
    plays = args.command not in ("bot", "watch") and table.config.role != "watch"
    command = own_name() if args.profile is None else f"{own_name()} --as {args.profile}"
    command += " --plain" if args.plain else ""  # who asked for lines gets lines again
    chosen = _settings()
    options = SeatOptions(
        waits=_waits(args, profile),
        asks=plays and not table.config.operator and not args.auto,
        command=command,
        record=record,
        shows_invite=args.command == "host",
        qr=args.command == "host" and args.qr,
        private=args.command == "host" and args.private,
        far=far,
        hidden=args.command == "host" and args.hidden,
        address=address,
        attention=Attention.of(chosen.get("asks")),
        keeps_record=chosen.get("keep_records") is not False,
    )
    names, problem = profile.known_names()
    if problem:
        say(wrapped(problem))
    if table.lost:
        say(wrapped(sentences.LOST))
    return await LineSession(table, options, names).run()


def _settings() -> Mapping[str, object]:
    """What the file of settings says; why it cannot be read is said first."""
    found = load(settings_path(os.environ))
    if found.problem:
        say(wrapped(found.problem))
    return found.values


def _open(args: argparse.Namespace, profile: Profile) -> OpenedTable:
    match args.command:
        case "play":
            return _play(args, profile)
        case "host":
            return _host(args, profile)
        case "join":
            return _join(args, profile)
        case "bot":
            return open_table.open_bot(profile, _invite(args, _joining(profile)), args.strength)
        case "rematch":
            return open_rematch.open_rematch(
                profile, ended_table(profile, args.table), auto=args.auto
            )
        case "watch":
            return open_table.open_watch(profile, _invite(args, _joining(profile)))
        case _:
            return open_table.open_saved(
                profile,
                table_called(profile, args.table),
                auto=args.auto,
                waits=_waits(args, profile),
                internet=args.internet,
            )


def _play(args: argparse.Namespace, profile: Profile) -> OpenedTable:
    if args.guided:
        wanted = guided_of(args)
        return open_table.open_play(
            profile,
            wanted.game,
            wanted.bots,
            wanted.options,
            new=wanted.new,
            auto=args.auto,
            strength=wanted.strength,
            guided=True,
        )
    return open_table.open_play(
        profile,
        args.game,
        bots_of(args),
        options_of(args),
        new=args.new,
        auto=args.auto,
        beat=args.beat,
        strength=args.strength,
    )


def _host(args: argparse.Namespace, profile: Profile) -> OpenedTable:
    return open_table.open_host(
        profile,
        args.game,
        args.seats,
        options_of(args),
        new=args.new,
        port=args.port,
        auto=args.auto,
        waits=_waits(args, profile),
        beat=args.beat,
        internet=args.internet or (args.words and leads_out(os.environ)),
        spectators=args.spectators == "yes",
        delay=args.delay,
    )


def _join(args: argparse.Namespace, profile: Profile) -> OpenedTable:
    joining = _joining(profile)
    if args.invite:
        invite = _invite(args, joining)
    else:
        host_of(args, "")
        invite = asyncio.run(pick(joining))
    if args.invite == "-" and not args.auto:
        _need_answers()
    if args.new and any(one.id == invite.sni for one in tables_of(profile)):
        raise UsageError(
            "you know this table already; leave out --new to go on with it, or ask for an "
            "invite to another"
        )
    table = open_table.open_guest(
        profile, invite, auto=args.auto, waits=_waits(args, profile), internet=args.internet
    )
    if joining.went_online:
        table.client.choose_online()
    return table


def _invite(args: argparse.Namespace, joining: Joining) -> Invite:
    """The invite behind whatever code was given. Raises UsageError, InviteError and LinkError."""
    code = code_of(args.invite, watches=args.command == "watch")
    if is_far(code):
        say(wrapped(f"{MEANS} Looking there..."))
    return asyncio.run(ask_whose(joining, code, host_of(args, code)))


def _public_nodes(profile: Profile) -> Opener:
    """What enters their table, once it is said what that means. Raises UsageError, LinkError."""
    enter = opener(profile.home, os.environ)
    say(wrapped(MEANS))
    return enter


def _joining(profile: Profile) -> Joining:
    return Joining(profile.folder("nearby"), os.environ, profile.tracer("me"))


def _waits(args: argparse.Namespace, profile: Profile) -> bool:
    """Whether a person types here who has to say that the table may begin.

    A rematch was agreed on before; scripts and bots begin at once.
    """
    if getattr(args, "auto", False) or not os.isatty(0):
        return False
    if args.command != "tables":
        return args.command in ("host", "join")
    table = table_called(profile, args.table)
    about = next(info.summary for info in tables_of(profile) if info.id == table)
    return about.role in ("host", "guest") and not about.rematch


def _need_answers() -> None:
    """After an invite that was piped in: answers come down the same pipe, or from a terminal."""
    if os.isatty(0) or not has_ended():
        return
    if not go_on_at_terminal():
        raise UsageError(
            "the input ends after the invite, and you have to type while you play; give the "
            "invite on the command line, or let a bot play for you with --auto"
        )
    say("The invite was read from the input. Type your moves here.")


def _record_path(text: str | None) -> Path | None:
    if text is None:
        return None
    path = Path(text)
    if path.is_dir() or not path.absolute().parent.is_dir():
        raise UsageError(f"cannot write to {shlex.quote(text)}; name a file in an existing folder")
    if is_other_file(path):
        raise UsageError(why_not(path))
    return path
